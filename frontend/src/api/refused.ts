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

const STRANGER = 401;

/** Has somebody asked who is not signed in? */
export function isStranger(error: unknown): boolean {
  return error instanceof Refused && error.status === STRANGER;
}
