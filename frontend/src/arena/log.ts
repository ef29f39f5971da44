/** What the teacher reads of what has happened. */
import type { EventSeen } from "../api/teacher";
import type { Key } from "../words/all";
import { en } from "../words/teacher";
import { say } from "../words/words.svelte";

const LONGEST = 160;

/** What other versions of ours have written may have no words here. */
function told(key: string, text: string): string {
  return key in en ? say(key as Key) : text;
}

/** At whose hand: a pair is called by its number. */
export const whoTold = (who: string): string => told(`teacherWho.${who}`, who);

export const eventTold = (what: string): string => told(`teacherEvent.${what}`, what);

/** Its plain values, by their names; what holds others is for programs. */
export function facts(event: Pick<EventSeen, "told">): string {
  const plain = Object.entries(event.told).filter(([, value]) => typeof value !== "object");
  const text = plain.map(([name, value]) => `${name} ${String(value)}`).join(", ");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}
