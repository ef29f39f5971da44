/** A game that plays itself, move by move. */
import type { LineTold, Move, Position } from "../api/client";

export class Film {
  at = $state(0);
  readonly positions: readonly Position[];

  /** `from`: the ply that is shown first. */
  constructor({ positions }: Pick<LineTold, "positions">, from: number) {
    this.positions = positions;
    this.at = Math.min(from, this.last);
  }

  get last(): number {
    return this.positions.length - 1;
  }

  get position(): Position | undefined {
    return this.positions[this.at];
  }

  get played(): Move | null {
    return this.positions[this.at - 1]?.moves.find((move) => move.name === this.position?.last) ?? null;
  }

  get over(): boolean {
    return this.at >= this.last;
  }

  /** One move on; false if there is none. */
  step(): boolean {
    if (this.over) return false;
    this.at += 1;
    return true;
  }
}
