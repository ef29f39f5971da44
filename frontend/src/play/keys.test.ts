import { describe, expect, it } from "vitest";
import { moveOfDigit, pressed } from "./keys";

function stroke(key: string, focused = "", changes = {}): Parameters<typeof pressed>[0] {
  const target = {
    matches: (selectors: string) => focused !== "" && selectors.split(", ").includes(focused),
  };
  return {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    target,
    ...changes,
  };
}

describe("a key", () => {
  it("is a command, in either case", () => {
    expect(pressed(stroke("ArrowLeft"))).toEqual({ command: "back" });
    expect(pressed(stroke("Z"))).toEqual({ command: "hide" });
    expect(pressed(stroke("7"))).toEqual({ digit: 7 });
    expect(pressed(stroke("0"))).toEqual({ digit: 0 });
    expect(pressed(stroke("q"))).toBeNull();
  });

  it("is left to whom it belongs", () => {
    expect(pressed(stroke("z", "input"))).toBeNull();
    expect(pressed(stroke("n", "dialog *"))).toBeNull();
    expect(pressed(stroke(" ", "button"))).toBeNull();
    expect(pressed(stroke("z", "button"))).toEqual({ command: "hide" });
    expect(pressed(stroke("n", "", { ctrlKey: true }))).toBeNull();
    expect(pressed(stroke("ArrowLeft", "", { defaultPrevented: true }))).toBeNull();
  });
});

describe("a digit", () => {
  it("plays the move of its name", () => {
    expect(moveOfDigit(3, ["1", "3", "a"])).toBe("3");
    expect(moveOfDigit(2, ["1", "3"])).toBeNull();
  });

  it("plays the move of its number where moves have other names", () => {
    expect(moveOfDigit(2, ["x-1", "x-2"])).toBe("x-2");
    expect(moveOfDigit(9, ["x-1"])).toBeNull();
  });
});
