import { expect, it } from "vitest";
import { savings } from "./counts";

it("sums what both searches have counted", () => {
  expect(savings([])).toBeNull();
  expect(savings([{ pruned: 5, whole: null }])).toBeNull();
  expect(
    savings([
      { pruned: 5, whole: 20 },
      { pruned: 7, whole: null },
      { pruned: 5, whole: 20 },
    ]),
  ).toEqual({ whole: 40, share: 0.75 });
});
