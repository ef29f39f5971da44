/** The server has refused, and says why in the language of the page. */
export class Refused extends Error {
  /** `status` is 0 where no answer came at all. */
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const WRONG = [400, 422];

/** Is it what was asked that was wrong? Else the same may be answered later. */
export function isWrong(error: unknown): boolean {
  return !(error instanceof Refused) || WRONG.includes(error.status);
}

const ENDED = [401, 403];

/** Is nobody signed in any more, or somebody else? */
export function hasEnded(error: unknown): boolean {
  return error instanceof Refused && ENDED.includes(error.status);
}
