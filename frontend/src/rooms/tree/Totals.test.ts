import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import { dice } from "../../tree/dice";
import { plant } from "../../tree/plant";
import { grow, randomBranch, type Branch } from "../../tree/sample";
import * as words from "../../words/tree";

vi.stubGlobal("location", { search: "" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
const { learn, number, speak } = await import("../../words/words.svelte");
const { default: Totals } = await import("./Totals.svelte");
learn(words);

/** The text beside each label. */
function shown(root: Branch, algorithm: "minimax" | "alphabeta"): Record<string, string> {
  const told = { ...grow(root, algorithm), command: "tablero search" };
  const { body } = render(Totals, { props: { plant: plant(told) } });
  const pairs = body.matchAll(/<dt[^>]*>([^<]*)<\/dt>\s*<dd[^>]*>([^<]*)<\/dd>/g);
  return Object.fromEntries(Array.from(pairs, ([, label, text]) => [label, text]));
}

/** Nodes below it. */
function below({ children = [] }: Branch): number {
  return children.reduce((sum, child) => sum + 1 + below(child), 0);
}

it("shows the nodes visited below the root, and those that minimax would visit", () => {
  speak("en");
  const cut: Branch = { children: [{ value: 1 }, { children: [{ value: 0 }, { value: 2 }] }] };
  expect(shown(cut, "alphabeta")).toEqual({
    "nodes visited below the root": "3",
    "subtrees never looked at": "1",
    "minimax would visit": "4",
    saved: "25\u00a0%",
  });
});

it("shows of minimax twice the same count, in both languages", () => {
  const roll = dice(5);
  for (const [language, visited, minimax] of [
    ["en", "nodes visited below the root", "minimax would visit"],
    ["es", "nodos visitados bajo la raíz", "minimax visitaría"],
  ] as const) {
    speak(language);
    for (let i = 0; i < 10; i++) {
      const root: Branch = { children: [randomBranch(4, 4, roll), randomBranch(4, 4, roll)] };
      const text = shown(root, "minimax");
      expect([text[visited], text[minimax]]).toEqual([number(below(root)), number(below(root))]);
    }
  }
});
