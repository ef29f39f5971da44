/** All words, room by room. A text without its Spanish does not compile. */
import type * as arena from "./arena";
import * as boards from "./boards";
import * as frame from "./frame";
import * as keeping from "./keeping";
import type * as lab from "./lab";
import * as names from "./names";
import * as play from "./play";
import * as quiz from "./quiz";
import type * as teacher from "./teacher";
import * as tree from "./tree";

export const en = {
  ...frame.en,
  ...boards.en,
  ...play.en,
  ...keeping.en,
  ...names.en,
  ...tree.en,
  ...quiz.en,
};

/** Those of the lab, of the tournament and of its teacher come with their rooms. */
export type Key =
  | keyof typeof en
  | keyof typeof lab.en
  | keyof typeof arena.en
  | keyof typeof teacher.en;

export const es: Record<keyof typeof en, string> = {
  ...frame.es,
  ...boards.es,
  ...play.es,
  ...keeping.es,
  ...names.es,
  ...tree.es,
  ...quiz.es,
};
