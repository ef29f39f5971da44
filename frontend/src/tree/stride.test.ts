import { expect, it } from "vitest";
import { strideOf } from "./stride";

it("takes one step at a time while the eye can follow, then several", () => {
  expect([1, 5, 20, 100, 1000].map(strideOf)).toEqual([
    { pause: 1000, steps: 1 },
    { pause: 200, steps: 1 },
    { pause: 50, steps: 1 },
    { pause: 50, steps: 5 },
    { pause: 50, steps: 50 },
  ]);
});
