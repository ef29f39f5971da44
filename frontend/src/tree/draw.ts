/**
 * Draws a tree on a canvas: only what is in view, and no more of it than can be told apart. Where a
 * hundred nodes share a pixel, one of them is drawn.
 */
import { screenX, screenY, type Camera, type Frame } from "./camera";
import { firstIndex, type Layout } from "./layout";
import type { Palette } from "./palette";
import { bounded, interval, points, type Write } from "./points";
import { loop, scissors, shapeOf, trace } from "./shapes";
import type { Moment, Open } from "./steps";
import { boundOf, hasWindow, kindOf, type Tree } from "./tree";

export interface Picture {
  readonly tree: Tree;
  readonly layout: Layout;
  readonly moment: Moment;
  /** Is the search over: nothing is open any more? */
  readonly over: boolean;
  readonly bestLine: ReadonlySet<number>;
  readonly selected: number;
  /** A node whose value is not to be seen. */
  readonly secret: number | null;
  readonly palette: Palette;
  readonly number: Write;
  /** For a map: no words. */
  readonly bare?: boolean;
}

interface Sheet extends Picture {
  readonly pen: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly frame: Frame;
  readonly open: ReadonlyMap<number, Open>;
}

/** Room in pixels from which on a node has a shape, its value, its window. */
const [SHAPE, VALUE, WINDOW] = [9, 46, 96];
const BODY = '12px "Inter", system-ui, sans-serif';
const SMALL = '11px "Inter", system-ui, sans-serif';

export function drawTree(pen: CanvasRenderingContext2D, frame: Frame, camera: Camera, picture: Picture): void {
  const unfinished = picture.moment.path.filter((each) => !each.isClosed);
  const open = new Map(unfinished.map((each) => [each.node, each]));
  const sheet: Sheet = { ...picture, pen, camera, frame, open };
  pen.clearRect(0, 0, frame.width, frame.height);
  pen.lineCap = "round";
  const seen = picture.layout.row.map((_, row) => row).filter((row) => isSeen(sheet, row));
  for (const row of seen) edges(sheet, row);
  emphasised(sheet);
  for (const row of seen) ghosts(sheet, row);
  for (const row of seen) nodes(sheet, row);
  if (picture.bare) return;
  for (const each of picture.moment.path) node(sheet, each.node, WINDOW);
  if (picture.selected < picture.moment.shown) node(sheet, picture.selected, WINDOW);
}

function isSeen({ camera, frame }: Sheet, row: number): boolean {
  const y = screenY(camera, row);
  return y > -2 * camera.gap && y < frame.height + camera.gap;
}

/** How many nodes of a row have been visited: they are those with the smallest numbers. */
function shownIn(row: Int32Array, shown: number): number {
  return firstIndex(row.length, (index) => row[index]! >= shown);
}

/** From each node to its parent. Both ends go from left to right, so what is seen is a range. */
function edges(sheet: Sheet, row: number): void {
  const { pen, tree, layout, camera, frame, palette } = sheet;
  const list = layout.row[row]!;
  const ends = (index: number): [number, number] => {
    const n = list[index]!;
    return [screenX(camera, layout.x[n]!), screenX(camera, layout.x[tree.parent[n]!]!)];
  };
  if (row === 0) return;
  const count = shownIn(list, sheet.moment.shown);
  const from = firstIndex(count, (index) => Math.max(...ends(index)) >= 0);
  const to = firstIndex(count, (index) => Math.min(...ends(index)) > frame.width);
  const [upper, lower] = [screenY(camera, row - 1), screenY(camera, row)];
  let [lastChild, lastParent] = [-1, -1];
  const extra: number[] = [];
  pen.beginPath();
  for (let index = from; index < to; index++) {
    const n = list[index]!;
    const child = Math.round(screenX(camera, layout.x[n]!));
    const parent = Math.round(screenX(camera, layout.x[tree.parent[n]!]!));
    if (child === lastChild && parent === lastParent) continue;
    [lastChild, lastParent] = [child, parent];
    if ((tree.again[n] || tree.repeated[n]) && camera.scale > 1) extra.push(n);
    else {
      pen.moveTo(parent, upper);
      pen.lineTo(child, lower);
    }
  }
  pen.strokeStyle = palette.quiet;
  pen.globalAlpha = to - from > frame.width ? 0.3 : 0.5;
  pen.lineWidth = 1;
  pen.stroke();
  pen.globalAlpha = 1;
  for (const n of extra) extraEdge(sheet, n, upper, lower);
}

/** An extra move: dashes and a loop; a second search of a scouted move: two lines. */
function extraEdge({ pen, tree, layout, camera, palette }: Sheet, n: number, upper: number, lower: number): void {
  const child = screenX(camera, layout.x[n]!);
  const parent = screenX(camera, layout.x[tree.parent[n]!]!);
  pen.strokeStyle = tree.again[n] ? palette.accent : palette.quiet;
  pen.lineWidth = 1.5;
  pen.setLineDash(tree.again[n] ? [5, 4] : []);
  for (const shift of tree.again[n] ? [0] : [-2, 2]) {
    pen.beginPath();
    pen.moveTo(parent + shift, upper);
    pen.lineTo(child + shift, lower);
    pen.stroke();
  }
  pen.setLineDash([]);
  if (!tree.again[n] || camera.scale < 12) return;
  pen.beginPath();
  loop(pen, (parent + child) / 2 + 7, (upper + lower) / 2, 4);
  pen.stroke();
}

/** The best line, once it is known, and the way to where the search is. */
function emphasised({ pen, tree, layout, camera, palette, moment, over, bestLine, bare }: Sheet): void {
  pen.strokeStyle = palette.accent;
  pen.lineWidth = bare ? 1.5 : 3;
  pen.beginPath();
  for (const n of over ? bestLine : moment.path.map((each) => each.node)) {
    const parent = tree.parent[n]!;
    if (parent < 0) continue;
    pen.moveTo(screenX(camera, layout.x[parent]!), screenY(camera, tree.ply[n]! - 1));
    pen.lineTo(screenX(camera, layout.x[n]!), screenY(camera, tree.ply[n]!));
  }
  pen.stroke();
}

/** Is it known by now that its other children will not be looked at? */
function isCutByNow({ tree, open }: Sheet, n: number): boolean {
  return tree.skipped[n]! > 0 && !open.has(n);
}

function ghosts(sheet: Sheet, row: number): void {
  const { pen, tree, layout, camera, frame, palette } = sheet;
  const list = layout.cutRow[row]!;
  const count = shownIn(list, sheet.moment.shown);
  const x = (index: number): number => screenX(camera, layout.ghost[list[index]!]!);
  const from = firstIndex(count, (index) => x(index) >= -40);
  const y = screenY(camera, row + 1);
  let last = -1;
  for (let index = from; index < count && x(index) <= frame.width + 40; index++) {
    const n = list[index]!;
    const here = Math.round(x(index));
    if (here === last || !isCutByNow(sheet, n)) continue;
    last = here;
    const room = Math.min(ghostRoom(sheet, n), 96);
    pen.strokeStyle = palette.quiet;
    pen.lineWidth = 1;
    pen.setLineDash([2, 3]);
    pen.beginPath();
    pen.moveTo(screenX(camera, layout.x[n]!), screenY(camera, row));
    pen.lineTo(here, y);
    const r = Math.min(room / 3, 13);
    if (r > 2) trace(pen, "up", here, y + r * 0.2, r);
    pen.stroke();
    pen.setLineDash([]);
    if (room < 30 || sheet.bare) continue;
    const most = tree.unseen[n]!;
    words(sheet, `${sheet.number(tree.skipped[n]!)}`, here, y + 4, palette.quiet, SMALL, false);
    if (room >= VALUE && most >= 0) words(sheet, `(${sheet.number(most)})`, here, y + 22, palette.quiet, SMALL);
  }
}

/** To its neighbours, in pixels. */
function ghostRoom({ tree, layout, camera }: Sheet, n: number): number {
  const x = layout.ghost[n]!;
  const row = layout.row[tree.ply[n]! + 1];
  if (!row) return camera.scale;
  const right = firstIndex(row.length, (index) => layout.x[row[index]!]! >= x);
  const after = row[right] === undefined ? Infinity : layout.x[row[right]!]! - x;
  const before = right === 0 ? Infinity : x - layout.x[row[right - 1]!]!;
  return Math.min(after, before, 4) * camera.scale;
}

function nodes(sheet: Sheet, row: number): void {
  const { pen, layout, camera, frame } = sheet;
  const list = layout.row[row]!;
  const count = shownIn(list, sheet.moment.shown);
  const x = (index: number): number => screenX(camera, layout.x[list[index]!]!);
  const from = firstIndex(count, (index) => x(index) >= -60);
  const y = screenY(camera, row);
  let last = Number.NEGATIVE_INFINITY;
  for (let index = from; index < count && x(index) <= frame.width + 60; index++) {
    const here = x(index);
    if (here - last < 1) continue;
    last = here;
    const n = list[index]!;
    const right = index + 1 < list.length ? x(index + 1) - here : Infinity;
    const room = Math.min(index ? here - x(index - 1) : Infinity, right, 200);
    if (room >= SHAPE) node(sheet, n, room);
    else {
      pen.fillStyle = tone(sheet, n);
      pen.fillRect(here - Math.max(room, 1) / 2, y - 3, Math.max(room * 0.8, 1), 6);
    }
  }
}

/** Good, bad or even for MAX; what is not known yet is quiet. */
function tone({ tree, open, palette, secret }: Sheet, n: number): string {
  if (n === secret) return palette.quiet;
  const value = open.has(n) ? open.get(n)!.best : tree.value[n]!;
  if (value === null || kindOf(tree, n) === "stopped") return palette.quiet;
  return value > 0 ? palette.good : value < 0 ? palette.bad : palette.even;
}

/** What is written on a node: its value, or the best so far while it is open. */
export function label({ tree, number, secret }: Picture, n: number, open: Open | undefined): string {
  if (n === secret) return "?";
  if (!open) return bounded(tree.value[n]!, boundOf(tree, n), number);
  return open.best === null ? "?" : points(open.best, number);
}

function node(sheet: Sheet, n: number, room: number): void {
  const { pen, tree, layout, camera, palette, open, bare } = sheet;
  const [x, y] = [screenX(camera, layout.x[n]!), screenY(camera, tree.ply[n]!)];
  const shape = shapeOf(kindOf(tree, n), tree.isMax[n] === 1);
  const text = room >= VALUE && !bare ? label(sheet, n, open.get(n)) : "";
  pen.font = BODY;
  const width = pen.measureText(text).width;
  const worded = text !== "" && room >= width + 36;
  const r = worded ? 6 : Math.min(room * 0.38, 8);
  const left = x - (worded ? (width + 6) / 2 : 0);
  if (worded) {
    pen.beginPath();
    pen.roundRect(left - 13, y - 13, width + 32, 26, 13);
    if (n === sheet.selected) glow(sheet);
    const lively = open.has(n) || n === sheet.selected;
    pen.fillStyle = palette.panel;
    pen.fill();
    pen.lineWidth = lively ? 2.5 : 1;
    pen.strokeStyle = lively ? palette.accent : palette.rule;
    pen.stroke();
  }
  pen.beginPath();
  trace(pen, shape, left, y, r);
  pen.fillStyle = pen.strokeStyle = tone(sheet, n);
  pen.lineWidth = 2;
  if (shape === "cross") pen.stroke();
  else pen.fill();
  if (!worded) return;
  words(sheet, text, left + 11 + width / 2, y, palette.ink, BODY, false);
  if (tree.move[n]) words(sheet, tree.move[n]!, x, y - 22, palette.quiet, SMALL);
  details(sheet, n, room, x + width / 2 + 24, y);
}

/** Scissors where it was cut, and the window below. */
function details(sheet: Sheet, n: number, room: number, right: number, y: number): void {
  const { pen, tree, layout, camera, palette, open, number } = sheet;
  if (isCutByNow(sheet, n)) {
    pen.beginPath();
    scissors(pen, right, y - 8, 6);
    pen.strokeStyle = palette.ink;
    pen.lineWidth = 1.4;
    pen.stroke();
  }
  if (room < WINDOW || !hasWindow(tree, n)) return;
  const now = n === sheet.secret ? null : open.get(n)?.window;
  const window = now ?? ([tree.alpha[n]!, tree.beta[n]!] as const);
  words(sheet, interval(window, number), screenX(camera, layout.x[n]!), y + 23, palette.quiet, SMALL);
}

function words({ pen, palette }: Sheet, text: string, x: number, y: number, colour: string, font: string, halo = true): void {
  pen.font = font;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  if (halo) {
    pen.lineWidth = 5;
    pen.lineJoin = "round";
    pen.strokeStyle = palette.panel;
    pen.strokeText(text, x, y);
  }
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}

/** Around the node that is looked at. */
function glow({ pen, palette }: Sheet): void {
  pen.strokeStyle = palette.accent;
  pen.globalAlpha = 0.3;
  pen.lineWidth = 11;
  pen.stroke();
  pen.globalAlpha = 1;
}
