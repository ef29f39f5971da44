/** A place of a board that can be played, in parts (0 to 1) of the board's width and height. */
export interface Spot {
  /** The move; null where there is none now. */
  readonly move: string | null;
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly round?: boolean;
}
