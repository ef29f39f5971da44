/** What pointers do to a drawing: one drags, two pinch, one that hardly moves taps. */
export interface User {
  drag(dx: number, dy: number): void;
  /** Closer by this factor; what is at pixel `at` stays there. */
  pinch(factor: number, at: number): void;
  tap(x: number, y: number): void;
}

/** Pixels that a finger may tremble. */
const STILL = 6;

interface Finger {
  readonly x: number;
  readonly y: number;
}

/** The part of a PointerEvent that is needed. */
export interface Touch {
  readonly pointerId: number;
  readonly offsetX: number;
  readonly offsetY: number;
  readonly currentTarget: EventTarget | null;
}

export class Hands {
  readonly #fingers = new Map<number, Finger>();
  #travelled = 0;

  constructor(readonly user: User) {}

  readonly down = (event: Touch): void => {
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    if (!this.#fingers.size) this.#travelled = 0;
    this.#fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
  };

  readonly move = (event: Touch): void => {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.offsetX, y: event.offsetY };
    const [dx, dy] = [now.x - before.x, now.y - before.y];
    this.#travelled += Math.hypot(dx, dy);
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, now);
    if (!other) {
      if (this.#travelled > STILL) this.user.drag(dx, dy);
      return;
    }
    const reach = (finger: Finger): number => Math.hypot(finger.x - other.x, finger.y - other.y);
    this.user.pinch(reach(now) / Math.max(1, reach(before)), (now.x + other.x) / 2);
    this.user.drag(dx / 2, dy / 2);
  };

  readonly up = (event: Touch): void => {
    const lifted = this.#fingers.delete(event.pointerId);
    if (lifted && !this.#fingers.size && this.#travelled <= STILL) this.user.tap(event.offsetX, event.offsetY);
  };

  readonly cancel = (event: Touch): void => {
    this.#fingers.delete(event.pointerId);
  };
}
