/** Positions that nobody has visited, to be glanced at. */
import { SvelteMap } from "svelte/reactivity";
import type { Line, Position } from "../api/client";
import type { TellLine } from "./table.svelte";

export class Sketches {
  readonly #known = new SvelteMap<string, Position>();
  readonly #tell: TellLine;

  constructor(tell: TellLine) {
    this.#tell = tell;
  }

  /** Where these moves lead from the end of a line; null while nobody has told. */
  get(line: Line, moves: readonly string[]): Position | null {
    return this.#known.get(key(line, [...(line.moves ?? []), ...moves])) ?? null;
  }

  /** Learn all positions that these moves lead through. */
  async learn(line: Line, moves: readonly string[]): Promise<void> {
    const before = line.moves?.length ?? 0;
    const all = [...(line.moves ?? []), ...moves];
    const told = await this.#tell({ ...line, moves: all }, before + 1);
    told.positions.forEach((position, n) =>
      this.#known.set(key(line, all.slice(0, before + 1 + n)), position),
    );
  }
}

function key(line: Line, moves: readonly string[]): string {
  return JSON.stringify([line.game, line.start, moves]);
}
