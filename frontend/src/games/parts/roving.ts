/** Arrow keys among controls of which one has the focus. */

export function isArrow(key: string): boolean {
  return step(key, 0, 1, 1) !== null;
}

/** From number `at` of a grid of `count` controls, `across` in a row; null: the key leads nowhere. */
export function step(key: string, at: number, count: number, across: number): number | null {
  const column = at % across;
  switch (key) {
    case "ArrowLeft":
      return column > 0 ? at - 1 : at;
    case "ArrowRight":
      return column < across - 1 && at + 1 < count ? at + 1 : at;
    case "ArrowUp":
      return at >= across ? at - across : at;
    case "ArrowDown":
      return at + across < count ? at + across : at;
    case "Home":
      return at - column;
    case "End":
      return Math.min(at - column + across, count) - 1;
    default:
      return null;
  }
}
