import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { search: "" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
const { learn, speak } = await import("../words/words.svelte");
const { eventTold, facts, whoTold } = await import("./log");
learn(await import("../words/teacher"));

it("tells who has done what in the language of the page, and what has no words as it is written", () => {
  speak("es");
  expect(["system", "teacher", "01-07"].map(whoTold)).toEqual(["el sistema", "el profesor", "01-07"]);
  expect(["round ended", "something new"].map(eventTold)).toEqual(["ronda terminada", "something new"]);
});

it("tells plain facts, shortly", () => {
  expect(facts({ told: { upload: 7, scores: [{ games: 40 }], level: "full", lifted: null } })).toBe("upload 7, level full");
  expect(facts({ told: { reason: "x".repeat(500) } })).toHaveLength(162);
});
