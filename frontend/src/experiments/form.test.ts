import { describe, expect, it } from "vitest";
import { ACCEPTED } from "./fakes";
import * as asked from "./form";
import { FIELDS, job, KINDS, turned, usual, type Form } from "./form";

const query = (form: Form, playing?: string) => asked.query(form, ACCEPTED, playing);
const fromQuery = (told: asked.Query) => asked.fromQuery(told, ACCEPTED);
const wrongFields = (form: Form) => asked.wrongFields(form, ACCEPTED);

/** As the address keeps it: what is empty is left out. */
const kept = (told: Record<string, string>) => Object.fromEntries(Object.entries(told).filter(([, value]) => value));

describe("the address of an experiment", () => {
  it.each(KINDS)("holds the form of %s", (what) => {
    const plain = usual(what, "connect4(columns=5)");
    const numbers = Object.fromEntries(FIELDS[what].map((field) => [field, asked.bounds(field, what, ACCEPTED).least]));
    const form = { ...plain, ...numbers, who: ["alphabeta(depth=2,eval=lines)", "random"] };
    expect(fromQuery(kept(query(form)))).toEqual(form);
    expect(fromQuery(kept(query(plain)))).toEqual(plain);
  });

  it("is short when all is as usual", () => {
    expect(kept(query(usual("ladder", "kalah")))).toEqual({ lab: "ladder", "lab-game": "kalah" });
    expect(kept(query(usual("ladder", "kalah"), "kalah"))).toEqual({ lab: "ladder" });
  });

  it("leaves out a number that is out of bounds", () => {
    const form = { ...usual("ladder", "connect4"), games: 3, seed: NaN };
    expect(wrongFields(form)).toEqual(["games", "seed"]);
    expect(kept(query(form))).toEqual({ lab: "ladder" });
  });

  it("leaves out what belongs to other experiments", () => {
    expect(query({ ...usual("ladder", "kalah"), depth: 9 })["lab-depth"]).toBe("");
  });

  it("begins with the game in Play", () => {
    expect(fromQuery({ game: "kalah" }).game).toBe("kalah");
    expect(fromQuery({ game: "kalah", "lab-game": "quarry" }).game).toBe("quarry");
  });

  it("names nobody twice", () => {
    expect(fromQuery({ who: "minimax;minimax;;alphabeta" }).who).toEqual(["minimax", "alphabeta"]);
  });

  it("names no more than the server takes", () => {
    const who = "minimax;alphabeta;negamax;mtdf";
    expect(fromQuery({ who }).who).toEqual(["minimax", "alphabeta", "negamax"]);
    expect(fromQuery({ lab: "compare", who }).who).toHaveLength(4);
  });

  it("has the bounds of its own experiment", () => {
    expect(fromQuery({ "lab-positions": "300" })).toEqual(usual("growth", "connect4"));
    expect(fromQuery({ lab: "regret", "lab-positions": "300" })).toMatchObject({ positions: 300 });
    expect(() => asked.bounds("games", "growth", ACCEPTED)).toThrow("growth has no games");
  });

  it("is read with care", () => {
    const told = { lab: "magic", "lab-depth": "1e9", "lab-seed": "-1", "lab-positions": "2.5", "lab-low": "x" };
    expect(fromQuery(told)).toEqual(usual("growth", "connect4"));
  });
});

describe("a form", () => {
  it("keeps game and seed when it turns to another experiment", () => {
    const form = { ...usual("growth", "mine"), seed: 7, depth: 3 };
    expect(turned(form, "compare")).toEqual({ ...usual("compare", "mine"), seed: 7 });
  });

  it("becomes a job with nothing that the server does not know", () => {
    const form = { ...usual("growth", "kalah"), low: 9, high: 4, who: ["mtdf"] };
    expect(job(form)).toEqual({
      kind: "experiment",
      plan: { what: "growth", game: "kalah", searches: ["mtdf"], depth: 7, seconds: 1, positions: 10, low: 4, high: 9, seed: 1 },
    });
    expect(job(usual("ladder", "kalah"))).toMatchObject({ plan: { what: "ladder", games: 40, plies: 4 } });
    expect(Object.keys((job(usual("compare", "kalah")) as { plan: object }).plan)).not.toContain("seconds");
    expect(job(usual("regret", "kalah"))).toMatchObject({ plan: { agents: expect.arrayContaining(["random"]) } });
  });
});
