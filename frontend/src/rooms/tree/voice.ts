/** How nodes are spoken of: an evaluation of a player's file may have halves. */
import { number, say } from "../../words/words.svelte";

export const voice = { say, number: (value: number): string => number(value, 2) };
