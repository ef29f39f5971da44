/** The board of Connect-4: a plate with holes, stones fall behind it. */
export const CELL = 100;
/** Of a hole; stones are a little larger, or they would fall out. */
export const RADIUS = 41;
export const STONE = RADIUS + 2;
export const EDGE = 18;
/** Room above, for scores. */
export const SKY = 74;
/** Below the holes, for the numbers of the columns. */
export const FOOT = 46;

export interface Grid {
  readonly columns: number;
  readonly rows: number;
}

export function size({ columns, rows }: Grid): { width: number; height: number } {
  return { width: columns * CELL + 2 * EDGE, height: SKY + EDGE + rows * CELL + FOOT };
}

export function middle(grid: Grid, cell: number): { x: number; y: number } {
  const row = Math.floor(cell / grid.columns);
  return { x: across(cell % grid.columns), y: SKY + EDGE + (row + 0.5) * CELL };
}

/** The middle of a column. */
export function across(column: number): number {
  return EDGE + (column + 0.5) * CELL;
}

function circle(x: number, y: number, radius: number): string {
  const half = (to: number) => `a${radius} ${radius} 0 1 0 ${to} 0`;
  return `M${x - radius} ${y}${half(2 * radius)}${half(-2 * radius)}Z`;
}

function middles(grid: Grid): { x: number; y: number }[] {
  return Array.from({ length: grid.columns * grid.rows }, (_, cell) => middle(grid, cell));
}

const CORNER = 26;

/** The plate; its holes by the even-odd rule. */
export function plate(grid: Grid): string {
  const { width, height } = size(grid);
  const [w, h] = [width - 2 * CORNER, height - SKY - 2 * CORNER];
  const turn = (x: number, y: number) => `a${CORNER} ${CORNER} 0 0 1 ${x} ${y}`;
  const [r, l] = [CORNER, -CORNER];
  const edge = `M${r} ${SKY}h${w}${turn(r, r)}v${h}${turn(l, r)}h${-w}${turn(l, l)}v${-h}${turn(r, l)}Z`;
  return edge + holes(grid, RADIUS);
}

export function holes(grid: Grid, radius: number): string {
  return middles(grid)
    .map(({ x, y }) => circle(x, y, radius))
    .join("");
}

/** The shadow that the plate throws into its holes: a crescent at the top of each. */
export function shadows(grid: Grid): string {
  const [r, low] = [RADIUS, 7];
  const inner = Math.hypot(r, low / 2);
  const edge = `a${r} ${r} 0 0 1 ${2 * r} 0a${inner} ${inner - low} 0 0 0 ${-2 * r} 0Z`;
  return middles(grid)
    .map(({ x, y }) => `M${x - r} ${y}${edge}`)
    .join("");
}
