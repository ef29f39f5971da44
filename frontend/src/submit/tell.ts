/** The words of the room, and sentences that several panels say. */
import * as words from "../words/submit";
import { learn } from "../words/words.svelte";

learn(words); // before anything of the room is shown

export const SIGNS = { going: "…", passed: "✔", failed: "✘", untried: "–" } as const;
