import { describe, expect, it } from "vitest";
import { cutName, cutOf, drawnAsBlock, sidesAfter, sumOf } from "./cuts";
import { between, faces, frame, goesAlong, project, rulers, split, triple, UNIT } from "./solid";

describe("cuts", () => {
  it("have names that are read back", () => {
    const view = { axes: ["x", "y", "d17"], names: ["x-#", "#y", "d17-#"] };
    const cuts = ["x-1", "12y", "d17-999999"].map((name) => ({ name, cut: cutOf(view, name) }));
    expect(cuts.map(({ cut }) => cut?.axis)).toEqual(["x", "y", "d17"]);
    for (const { name, cut } of cuts) expect(cut && cutName(view, cut)).toBe(name);
    expect(["pass", "x-", "d1-2"].map((name) => cutOf(view, name))).toEqual([null, null, null]);
  });

  it("leave the other sides alone", () => {
    expect(sidesAfter({ axes: ["x", "y"], sides: [5, 7] }, { axis: "y", layers: 3 })).toEqual([5, 4]);
  });

  it("are drawn on a block of at most three sides and 24 layers", () => {
    expect([[24, 1, 3], [25, 1, 1], [2, 2, 2, 2]].map(drawnAsBlock)).toEqual([true, false, false]);
  });
});

describe("the sum without carry", () => {
  const written = (bits: readonly boolean[]) => bits.map(Number).join("");

  it("is aligned bit by bit", () => {
    const { rows, total, xor } = sumOf([11, 6, 9]);
    expect([...rows, total].map(written)).toEqual(["1011", "0110", "1001", "0100"]);
    expect(xor).toBe(4);
  });

  it("of equal heaps is nothing, and of none a single 0", () => {
    expect(written(sumOf([3, 3]).total)).toBe("00");
    expect(written(sumOf([0]).total)).toBe("0");
  });

  it("holds the longest sides", () => {
    expect(sumOf([999_999, 1]).xor).toBe(999_998);
  });
});

describe("the block", () => {
  it("lets x run down to the right, y down to the left, z up", () => {
    const [x, y, z] = [project([1, 0, 0]), project([0, 1, 0]), project([0, 0, 1])];
    expect(x[0]).toBeCloseTo(-y[0]);
    expect(x[1]).toBeCloseTo(UNIT / 2);
    expect([Math.abs(z[0]), z[1]]).toEqual([0, -UNIT]);
  });

  it("is cut in two that make up the whole", () => {
    const { stays, goes } = split([4, 5, 6], 1, 2);
    expect(stays).toEqual({ low: [0, 0, 0], high: [4, 3, 6] });
    expect(goes).toEqual({ low: [0, 3, 0], high: [4, 5, 6] });
  });

  it("shows a line between every two layers", () => {
    const lines = faces({ low: [0, 0, 0], high: [4, 3, 2] }).map(
      (face) => [face.name, face.lines.split("M").length - 1] as const,
    );
    expect(lines).toEqual([["left", 4], ["right", 3], ["top", 5]]);
  });

  it("has a mark for every cut, and none where one layer is left", () => {
    const marks = rulers(triple([4, 1, 3])).map(({ axis, layers }) => [axis, layers]);
    expect(marks).toEqual([[0, 1], [0, 2], [0, 3], [2, 1], [2, 2]]);
  });

  it("takes along the marks of a slab, and those that stand before it", () => {
    const taken = rulers([3, 3, 3]).filter((mark) => goesAlong(mark, 0, 1));
    expect(taken.map(({ axis, layers }) => [axis, layers])).toEqual([[0, 1], [1, 1], [1, 2], [2, 1], [2, 2]]);
  });

  it("looks smaller when it is smaller, and always fits", () => {
    expect(frame([2, 2, 2], 0).width).toBe(frame([1, 1, 1], 0).width);
    const long = frame([24, 1, 1], 0.5);
    const [x, y] = project([24, 1, 0]);
    expect(x).toBeLessThan(long.x + long.width);
    expect(y).toBeLessThan(long.y + long.height);
  });

  it("goes from frame to frame", () => {
    const [a, b] = [frame([9, 9, 9], 0), frame([1, 1, 1], 0)];
    expect(between(a, b, 0)).toEqual(a);
    expect(between(a, b, 1)).toEqual(b);
  });
});
