/** A block as it is seen from above a corner.

         top          x runs down to the right, y down to the left, z up;
        /   \         the cut layers are those nearest to who looks: the
       |\   /|        largest x, the largest y, the highest z.
    y  |  \/ |  x
        \  | /
*/
export type Triple = readonly [number, number, number];

export interface Box {
  readonly low: Triple;
  readonly high: Triple;
}

export interface Face {
  readonly name: "top" | "left" | "right";
  readonly outline: string;
  /** Lines between the layers. */
  readonly lines: string;
}

const ACROSS = Math.cos(Math.PI / 6);
const DOWN = Math.sin(Math.PI / 6);

/** One layer on the drawing. */
export const UNIT = 100;

/** A point of the block on the drawing. */
export function project([x, y, z]: Triple): readonly [number, number] {
  return [(x - y) * ACROSS * UNIT, ((x + y) * DOWN - z) * UNIT];
}

/** Two dimensions are flat, one is a row. */
export function triple(sides: readonly number[]): Triple {
  return [sides[0] ?? 1, sides[1] ?? 1, sides[2] ?? 1];
}

/** What stays and what is cut. */
export function split(sides: Triple, axis: number, layers: number): { stays: Box; goes: Box } {
  const at = sides[axis]! - layers;
  return {
    stays: { low: [0, 0, 0], high: put(sides, axis, at) },
    goes: { low: put([0, 0, 0], axis, at), high: sides },
  };
}

/** How a slab of `axis` goes away by `gap` layers, on the drawing. */
export function shift(axis: number, gap: number): readonly [number, number] {
  return project(put([0, 0, 0], axis, gap));
}

function put(point: Triple, axis: number, value: number): Triple {
  return point.map((old, n) => (n === axis ? value : old)) as unknown as Triple;
}

/** The three faces that are seen. */
export function faces({ low, high }: Box): Face[] {
  const size = high.map((end, n) => end - low[n]!) as unknown as Triple;
  return [
    face("left", [low[0], high[1], low[2]], 0, size[0], 2, size[2]),
    face("right", [high[0], low[1], low[2]], 1, size[1], 2, size[2]),
    face("top", [low[0], low[1], high[2]], 0, size[0], 1, size[1]),
  ];
}

function face(
  name: Face["name"],
  corner: Triple,
  first: number,
  wide: number,
  second: number,
  high: number,
): Face {
  const at = (i: number, j: number) =>
    spot(put(put(corner, first, corner[first]! + i), second, corner[second]! + j));
  const outline = `M${at(0, 0)}L${at(wide, 0)}L${at(wide, high)}L${at(0, high)}Z`;
  const along = inner(wide).map((i) => `M${at(i, 0)}L${at(i, high)}`);
  const over = inner(high).map((j) => `M${at(0, j)}L${at(wide, j)}`);
  return { name, outline, lines: [...along, ...over].join("") };
}

function inner(size: number): number[] {
  return Array.from({ length: Math.max(0, Math.round(size) - 1) }, (_, n) => n + 1);
}

export function spot(point: Triple): string {
  return project(point)
    .map((value) => Math.round(value * 10) / 10)
    .join(" ");
}

/** A mark beside the block, for the layer that is number `layers` from the outside. */
export interface Mark {
  readonly axis: number;
  readonly layers: number;
  readonly outline: string;
  readonly middle: readonly [number, number];
}

const RULER = { from: 0.22, to: 0.86 } as const;

/** The rulers: a mark for every layer that may be cut, along one edge of each side. */
export function rulers(sides: Triple): Mark[] {
  return sides.flatMap((side, axis) =>
    inner(side).map((layers) => {
      const [near, far] = [side - layers + 0.06, side - layers + 0.94];
      const corners = [
        [near, RULER.from],
        [far, RULER.from],
        [far, RULER.to],
        [near, RULER.to],
      ].map(([along, out]) => beside(sides, axis, along!, out!));
      const middle = project(beside(sides, axis, side - layers + 0.5, (RULER.from + RULER.to) / 2));
      return { axis, layers, outline: `M${corners.map(spot).join("L")}Z`, middle };
    }),
  );
}

/** Where the name of a side stands: beside the layer that is never cut. */
export function nameSpot(sides: Triple, axis: number): readonly [number, number] {
  return project(beside(sides, axis, 0.5, (RULER.from + RULER.to) / 2));
}

/** A point that lies `out` away from the block, beside the edge of `axis`. */
function beside([x, y]: Triple, axis: number, along: number, out: number): Triple {
  if (axis === 0) return [along, y + out, 0];
  if (axis === 1) return [x + out, along, 0];
  return [x + out / 2, -out / 2, along];
}

/** Does a mark go with a slab that is lifted off `axis`? Then it is of the slab, or stands before it. */
export function goesAlong(
  mark: Pick<Mark, "axis" | "layers">,
  axis: number,
  layers: number,
): boolean {
  if (mark.axis === axis) return mark.layers <= layers;
  return axis === (mark.axis === 0 ? 1 : 0);
}

export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a block of four by four by four needs; smaller ones look smaller. */
const LEAST = { width: 10 * UNIT, height: 9.6 * UNIT };

/** The part of the drawing that holds the block, its rulers, and a slab lifted by `lift`. */
export function frame([x, y, z]: Triple, lift: number): Frame {
  const out = RULER.to + 0.25;
  const left = -(y + out) * ACROSS * UNIT;
  const right = (x + out) * ACROSS * UNIT;
  const top = -(z + lift) * UNIT;
  const bottom = (x + y + out + lift) * DOWN * UNIT;
  const scale = Math.max((right - left) / LEAST.width, (bottom - top) / LEAST.height, 1);
  const [width, height] = [LEAST.width * scale, LEAST.height * scale];
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
}

/** Between two frames: 0 is the first, 1 the second. */
export function between(a: Frame, b: Frame, part: number): Frame {
  const mix = (from: number, to: number) => from + (to - from) * part;
  return {
    x: mix(a.x, b.x),
    y: mix(a.y, b.y),
    width: mix(a.width, b.width),
    height: mix(a.height, b.height),
  };
}
