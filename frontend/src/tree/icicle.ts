/**
 * The icicle of a search: a row per ply, and every node as wide as the number of nodes visited from
 * it on. Nodes are numbered as they were visited, so node n reaches from n to n + size: the picture
 * is also a clock, from left to right.
 */
import { screenX, type Camera, type Frame } from "./camera";
import { firstIndex, type Layout } from "./layout";
import type { Palette } from "./palette";
import { type Picture, label } from "./draw";
import { scissors, shapeOf, trace } from "./shapes";
import { openIn } from "./steps";
import { kindOf, type Tree } from "./tree";

/** Where the last root ends. */
export function widthOf(tree: Tree): number {
  const last = tree.roots[tree.roots.length - 1]!;
  return last + tree.size[last]!;
}

/** Rows are that high, at most. */
export function rowHeight(tree: Tree, frame: Frame): number {
  return Math.min(84, Math.max(26, frame.height / (tree.plies + 1)));
}

/** The node at a place; -1 if there is none. */
export function nodeAt(tree: Tree, layout: Layout, x: number, row: number, shown: number): number {
  const nodes = layout.row[row];
  if (!nodes) return -1;
  const after = firstIndex(nodes.length, (index) => nodes[index]! > x || nodes[index]! >= shown);
  const node = nodes[after - 1];
  return node === undefined || x >= node + tree.size[node]! ? -1 : node;
}

export function drawIcicle(pen: CanvasRenderingContext2D, frame: Frame, camera: Camera, picture: Picture): void {
  const { tree, layout, moment, palette } = picture;
  pen.clearRect(0, 0, frame.width, frame.height);
  const height = rowHeight(tree, frame);
  layout.row.forEach((nodes, row) => {
    const y = row * height - Math.max(0, camera.y);
    if (y < -height || y > frame.height) return;
    const from = firstIndex(nodes.length, (index) => {
      const n = nodes[index]!;
      return screenX(camera, n + tree.size[n]!) >= 0;
    });
    let last = -1;
    for (let index = from; index < nodes.length; index++) {
      const n = nodes[index]!;
      const [left, right] = [screenX(camera, n), screenX(camera, n + tree.size[n]!)];
      if (n >= moment.shown || left > frame.width) break;
      if (right - left < 1 && Math.floor(left) === last) continue;
      last = Math.floor(left);
      block(pen, picture, n, left, right - left, y, height);
    }
  });
  const now = screenX(camera, moment.shown);
  pen.fillStyle = palette.accent;
  if (!picture.over) pen.fillRect(now, 0, 2, frame.height);
}

function fill(picture: Picture, n: number, palette: Palette): string {
  const { tree, moment, secret } = picture;
  const open = openIn(moment, n);
  const value = open ? open.best : tree.value[n]!;
  if (value === null || n === secret) return palette.sunken;
  return value > 0 ? palette.good : value < 0 ? palette.bad : palette.even;
}

function block(
  pen: CanvasRenderingContext2D,
  picture: Picture,
  n: number,
  left: number,
  width: number,
  y: number,
  height: number,
): void {
  const { tree, palette, moment } = picture;
  const colour = fill(picture, n, palette);
  const [seen, gap] = [Math.max(width, 1), width > 4 ? 1 : 0];
  pen.globalAlpha = width > 4 ? 0.25 : 0.5;
  pen.fillStyle = colour;
  pen.fillRect(left, y, seen - gap, height - 1);
  pen.globalAlpha = 1;
  const selected = n === picture.selected;
  if (width > 4 && (selected || (picture.over && picture.bestLine.has(n)))) {
    pen.strokeStyle = palette.accent;
    pen.lineWidth = selected ? 3 : 1.5;
    pen.strokeRect(left + 1.5, y + 1.5, seen - gap - 3, height - 4);
  }
  if (width < 22) return;
  const middle = y + height / 2 - 0.5;
  const start = Math.max(left, 0);
  pen.fillStyle = pen.strokeStyle = palette.ink;
  pen.beginPath();
  trace(pen, shapeOf(kindOf(tree, n), tree.isMax[n] === 1), start + 11, middle, 5);
  pen.fill();
  const open = openIn(moment, n);
  if (tree.skipped[n]! > 0 && !open && width > 40) {
    pen.beginPath();
    scissors(pen, left + width - 12, middle, 6);
    pen.lineWidth = 1.3;
    pen.stroke();
  }
  const text = [tree.move[n], label(picture, n, open)].filter(Boolean).join("  ");
  pen.font = '12px "Inter", system-ui, sans-serif';
  if (width - 44 < pen.measureText(text).width) return;
  pen.textAlign = "left";
  pen.textBaseline = "middle";
  pen.fillText(text, start + 21, middle);
}
