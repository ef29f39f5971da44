/** How long an experiment will take, before it is run: as far as that can be told. */
import type { Experimented } from "../api/client";
import type { Form } from "./form";

/** alike: by an earlier run that differs in its numbers of positions or games at most; most: it ends by then. */
export interface Estimate {
  readonly kind: "alike" | "most";
  readonly seconds: number;
}

interface Past {
  readonly form: Form;
  readonly state: string;
  readonly told: Experimented | null;
}

/** null: nobody knows. */
export function estimate(form: Form, runs: readonly Past[]): Estimate | null {
  const alike = runs.filter((run) => run.state === "done" && run.told && key(run.form) === key(form)).at(-1);
  if (alike?.told) return { kind: "alike", seconds: (alike.told.seconds * size(form)) / size(alike.form) };
  if (form.what !== "growth") return null;
  return { kind: "most", seconds: form.who.length * form.depth * form.seconds * size(form) };
}

/** What makes a step of it long or short. */
function key({ what, game, who, depth, seconds, low, high, plies }: Form): string {
  return JSON.stringify([what, game, who, depth, seconds, low, high, plies]);
}

/** Positions or games: time grows with them. */
function size({ what, positions, games }: Form): number {
  return Math.max(1, what === "ladder" ? games : positions);
}
