/** The board of Connect-4: a plate with holes, stones fall behind it. */
export const CELL = 100;
export const RADIUS = 41;
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
  const [column, row] = [cell % grid.columns, Math.floor(cell / grid.columns)];
  return { x: EDGE + (column + 0.5) * CELL, y: SKY + EDGE + (row + 0.5) * CELL };
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
}

function middles(grid: Grid): { x: number; y: number }[] {
  return Array.from({ length: grid.columns * grid.rows }, (_, cell) => middle(grid, cell));
}

/** The plate; its holes by the even-odd rule. */
export function plate(grid: Grid): string {
  const { width, height } = size(grid);
  const r = 26;
  const [w, h] = [width - 2 * r, height - SKY - 2 * r];
  const corners = `M${r} ${SKY}h${w}a${r} ${r} 0 0 1 ${r} ${r}v${h}a${r} ${r} 0 0 1 ${-r} ${r}h${-w}a${r} ${r} 0 0 1 ${-r} ${-r}v${-h}a${r} ${r} 0 0 1 ${r} ${-r}Z`;
  return corners + holes(grid, RADIUS);
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
  return middles(grid)
    .map(({ x, y }) => `M${x - r} ${y}a${r} ${r} 0 0 1 ${2 * r} 0a${inner} ${inner - low} 0 0 0 ${-2 * r} 0Z`)
    .join("");
}
