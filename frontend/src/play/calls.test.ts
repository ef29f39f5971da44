import { describe, expect, it } from "vitest";
import type { Option } from "../api/client";
import { NO_END } from "../ui/bounds";
import { boundsOf, parseCall, renamed, valueOf, withOption, writeCall } from "./calls";

const depth: Option = { name: "depth", kind: "int", default: null, choices: [], limits: { least: 1, most: 40, step: 1 } };
const cache: Option = { name: "cache", kind: "bool", default: false, choices: [], limits: null };
const all = [depth, cache];

describe("a name with options", () => {
  it.each([
    "random",
    "alphabeta(depth=5,eval=lines)",
    "alphabeta(eval=composite(stores=20,extra=0),depth=3)",
    "level(3)",
  ])("is read and written: %s", (text) => expect(writeCall(parseCall(text))).toBe(text));

  it("has its options as texts", () => {
    expect(parseCall(" alphabeta ( depth = 5 ) ")).toEqual({
      name: "alphabeta",
      options: { depth: "5" },
    });
    expect(parseCall("alphabeta(eval=a(b=1,c=2),depth=3)").options).toEqual({
      eval: "a(b=1,c=2)",
      depth: "3",
    });
  });

  it("says what an option is, told or usual, named or bare", () => {
    expect(valueOf(parseCall("a(cache=true)"), cache, all)).toBe("true");
    expect(valueOf(parseCall("a"), cache, all)).toBe("false");
    expect(valueOf(parseCall("a(7)"), depth, all)).toBe("7");
    expect(valueOf(parseCall("a"), depth, all)).toBe("");
  });

  it("writes no usual value", () => {
    expect(writeCall(withOption(parseCall("a(depth=3,cache=true)"), cache, "false", all))).toBe(
      "a(depth=3)",
    );
    expect(writeCall(withOption(parseCall("a(3)"), depth, "4", all))).toBe("a(depth=4)");
    expect(writeCall(withOption(parseCall("a(3)"), depth, "", all))).toBe("a");
  });

  it("has the limits that the server tells", () => {
    expect(boundsOf(depth)).toEqual({ least: 1, most: 40, step: 1 });
    expect(boundsOf({ ...depth, kind: "float", limits: { least: 0.001, most: null, step: null } })).toEqual({
      least: 0.001,
      most: NO_END,
      step: "any",
    });
    expect(boundsOf(cache)).toBeUndefined();
  });

  it("gives another name the options that it knows", () => {
    expect(writeCall(renamed(parseCall("alphabeta(depth=3,order=best)"), "greedy", [depth]))).toBe(
      "greedy(depth=3)",
    );
  });
});
