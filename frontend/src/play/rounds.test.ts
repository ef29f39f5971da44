import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Told } from "../api/client";
import { Desk } from "./fakes";
import { Rounds, type Wish } from "./rounds.svelte";

/** Of the jobs that were asked for; here the number of their node. */
function depths(desk: Desk<Told>): (number | undefined)[] {
  return desk.asked.map((job) => (job.kind === "count" ? job.depth : undefined));
}

function wish(node: number, effort = 1): Wish {
  return {
    node,
    effort,
    job: { kind: "count", line: { game: "g", start: "", moves: [] }, depth: node, eval: "" },
  };
}

const told: Told = { kind: "counted", pruned: 1, whole: 2, depth: 1 };

describe("rounds", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("go from wish to wish, and no wish is granted twice", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(2), wish(1)]);
    vi.runAllTimers();
    desk.hearer?.news(told);
    desk.hearer?.done();
    desk.hearer?.done();
    rounds.want([wish(1), wish(2), wish(3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([2, 1, 3]);
    expect([...rounds.found.keys()]).toEqual([2]);
  });

  it("leave what is under way alone while it is wanted first", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(2)]);
    vi.runAllTimers();
    rounds.want([wish(2), wish(3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([2]);
    rounds.want([wish(3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([2, 3]);
  });

  it("grant a wish again that asks for more", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1)]);
    vi.runAllTimers();
    desk.hearer?.done();
    rounds.want([wish(1, 3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([1, 1]);
  });

  it("do not look again where nothing more is to be found", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk, () => true);
    rounds.want([wish(1)]);
    vi.runAllTimers();
    desk.hearer?.news(told);
    desk.hearer?.done();
    rounds.want([wish(1, 3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([1]);
  });

  it("stop at a failure until somebody tries again", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1), wish(2)]);
    vi.runAllTimers();
    desk.hearer?.failed("no time");
    expect(rounds.problem).toBe("no time");
    rounds.retry();
    expect(depths(desk)).toEqual([1, 1]);
    expect(rounds.problem).toBe("");
  });

  it("leave out what has failed when something else is wanted first", () => {
    const desk = new Desk<Told>();
    const rounds = new Rounds<Told>(desk);
    rounds.want([wish(1), wish(2)]);
    vi.runAllTimers();
    desk.hearer?.failed("no time");
    rounds.want([wish(2), wish(1), wish(3)]);
    vi.runAllTimers();
    expect(rounds.problem).toBe("");
    desk.hearer?.done();
    expect(depths(desk)).toEqual([1, 2, 3]);
    rounds.want([wish(1), wish(2), wish(3)]);
    vi.runAllTimers();
    expect(depths(desk)).toEqual([1, 2, 3, 1]);
  });

  it("say that a worker was replaced, and forget all of it", () => {
    const desk = new Desk<Told>();
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
