import { describe, expect, it } from "vitest";
import type { Experimented } from "../api/client";
import { usual } from "./form";
import { duration, mostLeft, secondsLeft, share } from "./progress";

const told = (done: number, total: number, seconds: number): Experimented => ({
  kind: "experimented",
  said: {},
  names: [],
  command: "",
  csv: {},
  done,
  total,
  at: "",
  seconds,
});

describe("progress", () => {
  it("is a share of the steps", () => {
    expect(share(null)).toBe(0);
    expect(share(told(3, 12, 1))).toBe(0.25);
    expect(share(told(0, 0, 1))).toBe(0);
  });

  it("foretells where steps are alike, and some are done", () => {
    expect(secondsLeft(told(10, 40, 20))).toBe(60);
    expect(secondsLeft(told(0, 40, 20))).toBeNull();
    expect(secondsLeft(told(10, 40, 0.5))).toBeNull();
  });

  it("is told in minutes and seconds", () => {
    expect(duration(0.2)).toBe("1 s");
    expect(duration(59.7)).toBe("1 min 0 s");
    expect(duration(125)).toBe("2 min 5 s");
  });
});

describe("growth", () => {
  it("takes no longer than its positions may, depth by depth", () => {
    const form = { ...usual("growth", "kalah"), seconds: 2, positions: 10 };
    expect(mostLeft(told(3, 8, 1), form)).toBe(100);
    expect(mostLeft(told(3, 8, 1), { ...form, positions: 0 })).toBe(10);
    expect(mostLeft(null, form)).toBe(null);
  });
});
