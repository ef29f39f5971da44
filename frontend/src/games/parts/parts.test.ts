import { describe, expect, it } from "vitest";
import { fall, fallTime, inOut } from "./ease";
import { step } from "./roving";

describe("arrow keys", () => {
  it("go through a row and stop at its ends", () => {
    expect(step("ArrowRight", 0, 7, 7)).toBe(1);
    expect(step("ArrowRight", 6, 7, 7)).toBe(6);
    expect(step("ArrowLeft", 0, 7, 7)).toBe(0);
    expect([step("Home", 3, 7, 7), step("End", 3, 7, 7)]).toEqual([0, 6]);
  });

  it("go up and down a grid and never change the row sideways", () => {
    expect([step("ArrowDown", 1, 9, 3), step("ArrowUp", 4, 9, 3)]).toEqual([4, 1]);
    expect([step("ArrowDown", 7, 9, 3), step("ArrowUp", 1, 9, 3)]).toEqual([7, 1]);
    expect([step("ArrowRight", 2, 9, 3), step("ArrowLeft", 3, 9, 3)]).toEqual([2, 3]);
    expect([step("Home", 4, 9, 3), step("End", 4, 9, 3)]).toEqual([3, 5]);
  });

  it("are the only keys that lead anywhere", () => {
    expect(step("Enter", 0, 7, 7)).toBeNull();
    expect(step("toString", 0, 7, 7)).toBeNull();
  });
});

describe("a stone", () => {
  it("falls from the top to the ground, and bounces back only a little", () => {
    expect([fall(0), fall(0.7), fall(1)]).toEqual([0, 1, 1]);
    expect(fall(0.85)).toBeGreaterThan(0.9);
    expect(fall(0.85)).toBeLessThan(1);
  });

  it("takes longer the deeper it falls", () => {
    expect(fallTime(6)).toBeGreaterThan(fallTime(1));
  });
});

it("begins and ends where it should", () => {
  expect([inOut(-1), inOut(0), inOut(0.5), inOut(1), inOut(2)]).toEqual([0, 0, 0.5, 1, 1]);
});
