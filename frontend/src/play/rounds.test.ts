import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Job, Told } from "../api/client";
import { Errand, type Hearer } from "./errand";
import { Rounds, type Wish } from "./rounds.svelte";

class Desk extends Errand<Told> {
  constructor() {
    super(() => Promise.reject(new Error("not asked")));
  }

  hearer: Hearer<Told> | null = null;
  asked: number[] = [];

  override start(job: Job, hearer: Hearer<Told>): void {
    this.asked.push(job.kind === "count" ? (job.depth ?? 0) : -1);
    this.hearer = hearer;
  }

  override stop(): void {
    this.hearer = null;
  }
}

function wish(node: number, effort = 1): Wish {
  return { node, effort, job: { kind: "count", line: { game: "g", start: "", moves: [] }, depth: node, eval: "" } };
}

const told: Told = { kind: "counted", pruned: 1, whole: 2, depth: 1 };

describe("rounds", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("go from wish to wish, and no wish is granted twice", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(2), wish(1)]);
    vi.runAllTimers();
    desk.hearer?.news(told);
    desk.hearer?.done();
    desk.hearer?.done();
    rounds.want([wish(1), wish(2), wish(3)]);
    vi.runAllTimers();
    expect(desk.asked).toEqual([2, 1, 3]);
    expect([...rounds.found.keys()]).toEqual([2]);
  });

  it("leave what is under way alone while it is wanted first", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(2)]);
    vi.runAllTimers();
    rounds.want([wish(2), wish(3)]);
    vi.runAllTimers();
    expect(desk.asked).toEqual([2]);
    rounds.want([wish(3)]);
    vi.runAllTimers();
    expect(desk.asked).toEqual([2, 3]);
  });

  it("grant a wish again that asks for more", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1)]);
    vi.runAllTimers();
    desk.hearer?.done();
    rounds.want([wish(1, 3)]);
    vi.runAllTimers();
    expect(desk.asked).toEqual([1, 1]);
  });

  it("do not look again where nothing more is to be found", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk, { isLast: () => true });
    rounds.want([wish(1)]);
    vi.runAllTimers();
    desk.hearer?.news(told);
    desk.hearer?.done();
    rounds.want([wish(1, 3)]);
    vi.runAllTimers();
    expect(desk.asked).toEqual([1]);
  });

  it("stop at a failure until somebody tries again", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1), wish(2)]);
    vi.runAllTimers();
    desk.hearer?.failed("no time");
    expect(rounds.problem).toBe("no time");
    rounds.retry();
    expect(desk.asked).toEqual([1, 1]);
    expect(rounds.problem).toBe("");
  });

  it("say that a worker was replaced, and forget all of it", () => {
    const desk = new Desk();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1)]);
    vi.runAllTimers();
    desk.hearer?.again?.();
    expect(rounds.replaced).toBe(true);
    rounds.forget();
    expect(rounds.replaced).toBe(false);
    expect(rounds.at).toBeNull();
  });
});
