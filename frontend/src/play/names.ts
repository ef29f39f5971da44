/** What games, agents, options and their values are called; who is not known bears its own name. */
import { en, type Key } from "../words/all";
import { say } from "../words/words.svelte";
import { parseCall, type Call } from "./calls";
import { PERSON } from "./link";

export type Sort = "game" | "agent" | "option" | "value";

export function named(sort: Sort, name: string): string {
  const key = `${sort}.${name}`;
  return Object.hasOwn(en, key) ? say(key as Key) : name.replaceAll("_", " ");
}

/** The options of a game that are told: columns 8, rows 7. */
export function optionsTold({ options }: Call): string {
  return Object.entries(options)
    .map(([option, value]) => `${named("option", option)} ${value}`)
    .join(", ");
}

/** A player as people call it: You, or an agent with what distinguishes it. */
export function seatName(seat: string): string {
  if (seat === PERSON) return say("person");
  const { name, options } = parseCall(seat);
  const told = Object.values(options).join(", ");
  return named("agent", name) + (told && ` (${told})`);
}

/** As somebody types it into a shell. */
export function shell(...words: string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`))
    .join(" ");
}
