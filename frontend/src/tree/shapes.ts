/** Outlines on a canvas. Each kind of node has one of its own, so that colour is never alone. */
import type { Kind } from "./tree";

export type Shape = "up" | "down" | "circle" | "square" | "diamond" | "hexagon" | "cross";

/** Inner nodes point up where MAX moves and down where MIN does; a leaf shows how it got its value. */
export function shapeOf(kind: Kind, isMax: boolean): Shape {
  switch (kind) {
    case "judged":
      return "circle";
    case "over":
      return "square";
    case "theory":
      return "diamond";
    case "cached":
      return "hexagon";
    case "stopped":
      return "cross";
    default:
      return isMax ? "up" : "down";
  }
}

const polygon = (corners: number, turn: number): readonly (readonly [number, number])[] =>
  Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners;
    return [Math.cos(angle), Math.sin(angle)] as const;
  });

const CORNERS: Readonly<Record<Exclude<Shape, "circle" | "cross">, readonly (readonly [number, number])[]>> = {
  up: [
    [0, -1],
    [1, 0.8],
    [-1, 0.8],
  ],
  down: [
    [0, 1],
    [1, -0.8],
    [-1, -0.8],
  ],
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  diamond: polygon(4, 0),
  hexagon: polygon(6, 0),
};

/** Add a shape of this radius to the path. */
export function trace(pen: CanvasRenderingContext2D, shape: Shape, x: number, y: number, r: number): void {
  if (shape === "circle") {
    pen.moveTo(x + r * 0.9, y);
    pen.arc(x, y, r * 0.9, 0, 2 * Math.PI);
    return;
  }
  if (shape === "cross") {
    pen.moveTo(x - r, y - r);
    pen.lineTo(x + r, y + r);
    pen.moveTo(x + r, y - r);
    pen.lineTo(x - r, y + r);
    return;
  }
  CORNERS[shape].forEach(([cx, cy], i) => {
    if (i) pen.lineTo(x + cx * r, y + cy * r);
    else pen.moveTo(x + cx * r, y + cy * r);
  });
  pen.closePath();
}

/** Scissors, blades up. */
export function scissors(pen: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  for (const side of [-1, 1]) {
    pen.moveTo(x + side * r * 0.55, y - r);
    pen.lineTo(x - side * r * 0.35, y + r * 0.35);
    pen.moveTo(x - side * r * 0.25, y + r * 0.65);
    pen.arc(x - side * r * 0.6, y + r * 0.65, r * 0.35, 0, 2 * Math.PI);
  }
}

/** Somebody moves again: most of a circle, with the head of an arrow. */
export function loop(pen: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  pen.moveTo(x + r * Math.cos(-2.2), y + r * Math.sin(-2.2));
  pen.arc(x, y, r, -2.2, 2.2);
  pen.moveTo(x + r * Math.cos(2.2) + r * 0.9, y + r * Math.sin(2.2) + r * 0.25);
  pen.lineTo(x + r * Math.cos(2.2), y + r * Math.sin(2.2));
  pen.lineTo(x + r * Math.cos(2.2) + r * 0.35, y + r * Math.sin(2.2) - r * 0.75);
}
