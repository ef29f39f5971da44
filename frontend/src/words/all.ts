/** All words, room by room. A text without its Spanish does not compile. */
import type * as arena from "./arena";
import type * as lab from "./lab";
import type * as quiz from "./quiz";
import type * as submit from "./submit";
import type * as teacher from "./teacher";
import type * as tree from "./tree";
import * as boards from "./boards";
import * as frame from "./frame";
import * as keeping from "./keeping";
import * as names from "./names";
import * as play from "./play";

export const en = {
  ...frame.en,
  ...boards.en,
  ...play.en,
  ...keeping.en,
  ...names.en,
};

/** Those of the other rooms come with them. */
type Later = typeof arena.en &
  typeof lab.en &
  typeof quiz.en &
  typeof submit.en &
  typeof teacher.en &
  typeof tree.en;

export type Key = keyof typeof en | keyof Later;

export const es: Record<keyof typeof en, string> = {
  ...frame.es,
  ...boards.es,
  ...play.es,
  ...keeping.es,
  ...names.es,
};
