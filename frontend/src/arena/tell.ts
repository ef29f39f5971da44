/** Sentences of the tournament that several panels say. */
import type { CourseTold, GameNamed, LiveGame, RowTold } from "../api/arena";
import type { Key } from "../words/all";
import * as words from "../words/arena";
import { language, learn, number, say } from "../words/words.svelte";
import { winner } from "./tables";

learn(words); // before anything of the room is shown

/** A day of the course's calendar. */
export function dayTold(day: string): string {
  const form = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeZone: "UTC" });
  return form.format(new Date(`${day}T00:00:00Z`));
}

/** An instant, on the course's clocks. */
export function timeTold(instant: string, course: CourseTold): string {
  return `${momentTold(instant, course)} (${course.zone})`;
}

/** The same where it is known whose clocks they are. */
export function momentTold(instant: string, course: CourseTold): string {
  const form = new Intl.DateTimeFormat(language(), {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: course.zone,
  });
  return form.format(new Date(instant));
}

export const elo = (value: number | null): string => (value === null ? "–" : number(Math.round(value)));

/** "1 012 to 1 300"; an end that nobody knows is told. */
export function intervalTold({ low, high }: Pick<RowTold, "low" | "high">): string {
  if (low === null && high === null) return say("arenaOpen");
  if (low === null) return say("arenaOpenLow", { high: elo(high) });
  if (high === null) return say("arenaOpenHigh", { low: elo(low) });
  return say("arenaFrom", { low: elo(low), high: elo(high) });
}

export const reasonTold = (reason: GameNamed["reason"]): string => say(`arenaReason.${reason}` as Key);

/** "Osa Mayor wins", "draw". */
export function resultTold(game: GameNamed, rows: readonly RowTold[]): string {
  const rank = winner(game);
  return rank === null ? say("arenaDraw") : say("arenaWins1", { player: aliasOf(rows, rank) });
}

/** The same of a game that tells aliases. */
export function winnerTold({ winner: seat, first, second }: Pick<LiveGame, "winner" | "first" | "second">): string {
  return seat === 0 ? say("arenaDraw") : say("arenaWins1", { player: seat === 1 ? first : second });
}

export const aliasOf = (rows: readonly RowTold[], rank: number): string => rows[rank - 1]?.alias ?? `#${rank}`;

/** 350 µs, 12 ms, 1.2 s: as much of a second as can be told. */
export function timeSpent(seconds: number): string {
  if (seconds === 0 || seconds >= 1) return `${number(seconds, 1)} s`;
  if (seconds >= 0.001) return `${number(1000 * seconds, seconds < 0.01 ? 1 : 0)} ms`;
  return `${number(1e6 * seconds)} µs`;
}
