/** Arrow keys among controls of which one has the focus. */

/** Where a key leads from number `at` of a grid of `count` controls, `across` in a row; null: nowhere. */
export function step(key: string, at: number, count: number, across: number): number | null {
  const column = at % across;
  const to = {
    ArrowLeft: column > 0 ? at - 1 : at,
    ArrowRight: column < across - 1 && at + 1 < count ? at + 1 : at,
    ArrowUp: at >= across ? at - across : at,
    ArrowDown: at + across < count ? at + across : at,
    Home: at - column,
    End: Math.min(at - column + across, count) - 1,
  }[key];
  return to ?? null;
}
