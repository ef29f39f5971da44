import { untrack } from "svelte";
import type { Move, Position } from "../../api/client";
import { alike, type BoardProps } from "../board";

/** The clock of an animation. Any key or tap ends it; who wants no motion sees the end at once. */
export class Motion {
  /** Milliseconds since the start; infinite when nothing moves. */
  elapsed = $state(Infinity);
  #frame = 0;

  get running(): boolean {
    return this.elapsed !== Infinity;
  }

  start(length: number): void {
    this.stop();
    if (length <= 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begin = performance.now();
    this.elapsed = 0;
    addEventListener("keydown", this.stop, { capture: true });
    addEventListener("pointerdown", this.stop, { capture: true });
    const tick = (now: number) => {
      if (now - begin >= length) return this.stop();
      this.elapsed = Math.max(0, now - begin);
      this.#frame = requestAnimationFrame(tick);
    };
    this.#frame = requestAnimationFrame(tick);
  }

  readonly stop = (): void => {
    cancelAnimationFrame(this.#frame);
    removeEventListener("keydown", this.stop, { capture: true });
    removeEventListener("pointerdown", this.stop, { capture: true });
    this.elapsed = Infinity;
  };
}

type Moved = Pick<BoardProps, "position" | "before" | "played" | "animated">;

/** A clock that runs `length` milliseconds whenever the page goes on from the position it showed. */
export function onMove(
  props: () => Moved,
  length: (played: Move, before: Position) => number,
): Motion {
  const motion = new Motion();
  let shown: Position | null = null;
  $effect.pre(() => {
    const { position, before, played, animated } = props();
    untrack(() => {
      if (alike(position, shown)) return;
      const goesOn = animated && played && before && alike(before, shown);
      if (goesOn) motion.start(length(played, before));
      else motion.stop();
      shown = position;
    });
  });
  $effect(() => motion.stop);
  return motion;
}
