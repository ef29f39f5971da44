import { describe, expect, it } from "vitest";
import { mark, nearest, powers, short, spread, stroke, STYLES } from "./chart";

describe("series", () => {
  it("differ in stroke and in mark", () => {
    const styles = Array.from({ length: STYLES }, (_, n) => n);
    expect(new Set(styles.map(stroke)).size).toBe(STYLES);
    expect(new Set(styles.map((style) => mark(style))).size).toBe(STYLES);
    expect(mark(STYLES)).toBe(mark(0));
  });
});

describe("a logarithmic scale", () => {
  it("has a label for every decade where there are several", () => {
    expect(powers(1, 100_000)).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
  });

  it("has more of them where there are few", () => {
    expect(powers(0.15, 1.2)).toEqual([0.15, 0.2, 0.3, 0.5, 0.7, 1]);
  });

  it("never has too many", () => {
    expect(powers(1e-6, 1e12).length).toBeLessThanOrEqual(10);
  });
});

describe("short numbers", () => {
  const write = (value: number) => String(value);
  it("have prefixes", () => {
    expect(short(5000, "", write)).toBe("5k");
    expect(short(1e7, "", write)).toBe("10M");
    expect(short(0.00002, "s", write)).toBe("20 µs");
    expect(short(1.5, "s", write)).toBe("1.5 s");
    expect(short(0.25, "", write)).toBe("0.25");
    expect(short(0, "s", write)).toBe("0");
    expect(short(-200, "", write)).toBe("-200");
  });
});

describe("pointing", () => {
  it("finds the nearest point", () => {
    const places = [
      { x: 0, y: 0 },
      { x: 10, y: 10 },
    ];
    expect(nearest(places, 8, 7)).toBe(1);
    expect(nearest([], 1, 1)).toBe(-1);
  });
});

describe("labels", () => {
  it("are apart, and none is below the bottom", () => {
    expect(spread([10, 12, 50], 15, 100)).toEqual([10, 25, 50]);
    expect(spread([98, 100], 15, 100)).toEqual([85, 100]);
    expect(spread([30, 10], 15, 100)).toEqual([30, 10]);
  });
});
