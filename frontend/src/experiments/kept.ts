/** Runs that outlive a reload: those of this tab, as text. */
import type { Experimented } from "../api/client";
import type { Form } from "./form";

export interface Kept {
  readonly number: number;
  readonly form: Form;
  /** What it had come to. */
  readonly state: "done" | "failed" | "stopped" | "lost";
  readonly problem: string;
  readonly told: Experimented | null;
}

const KEY = "tablero-runs";

/** The latest last. The first ones go where there is no room for all. */
export function keep(runs: readonly Kept[], store: Storage): void {
  for (let from = 0; from <= runs.length; from++) {
    try {
      return store.setItem(KEY, JSON.stringify(runs.slice(from)));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }
}

export function kept(store: Storage): Kept[] {
  return JSON.parse(store.getItem(KEY) ?? "[]") as Kept[];
}
