import { describe, expect, it } from "vitest";
import { fit, pan, place, reveal, screenX, screenY, zoom } from "./camera";

const frame = { width: 800, height: 500 };
const wide = { width: 60_000, rows: 8 };
const small = { width: 4, rows: 3 };

describe("fit", () => {
  it("shows the whole width", () => {
    const camera = fit(wide, frame);
    expect(screenX(camera, 0)).toBeGreaterThanOrEqual(0);
    expect(screenX(camera, wide.width)).toBeLessThanOrEqual(800.001);
    expect(screenY(camera, 7)).toBeLessThanOrEqual(500);
  });
  it("centres what is small and does not blow it up", () => {
    const camera = fit(small, frame);
    expect(screenX(camera, 2)).toBeCloseTo(400);
    expect(camera.gap).toBeLessThanOrEqual(120);
  });
});

describe("zoom", () => {
  it("keeps what is under the pointer", () => {
    const camera = fit(wide, frame);
    const [before] = place(camera, 300, 0);
    const closer = zoom(camera, 8, 300, wide, frame);
    expect(place(closer, 300, 0)[0]).toBeCloseTo(before);
    expect(closer.scale).toBeCloseTo(8 * camera.scale);
  });
  it("goes no further away than all of it", () => {
    const camera = fit(wide, frame);
    expect(zoom(camera, 0.1, 300, wide, frame).scale).toBeCloseTo(camera.scale);
  });
});

describe("pan and reveal", () => {
  const near = zoom(fit(wide, frame), 1000, 400, wide, frame);
  it("follow the hand", () => {
    expect(screenX(pan(near, 50, 0, wide, frame), 30_000) - screenX(near, 30_000)).toBeCloseTo(50);
  });
  it("stop at the edge", () => {
    expect(screenX(pan(near, 1e9, 0, wide, frame), 0)).toBeCloseTo(36);
  });
  it("bring a place into view, and leave one alone that is", () => {
    const seen = reveal(near, 10, 3, wide, frame);
    expect(screenX(seen, 10)).toBeGreaterThan(0);
    expect(screenX(seen, 10)).toBeLessThan(800);
    expect(reveal(seen, 10, 3, wide, frame)).toBe(seen);
  });
});

describe("place", () => {
  it("is the way back from the screen", () => {
    const camera = zoom(fit(wide, frame), 300, 100, wide, frame);
    const [x, row] = place(camera, screenX(camera, 5_000), screenY(camera, 4));
    expect(x).toBeCloseTo(5_000);
    expect(row).toBe(4);
  });
});
