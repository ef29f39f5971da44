/** Whom one could add to an experiment. */
import type { Catalogue, GameKind } from "../api/client";
import { areSearches, type Form } from "./form";

/** Texts that are not in the form yet, those that people try first before the others. */
export function suggestions(form: Form, game: GameKind, catalogue: Catalogue): string[] {
  const all = areSearches(form.what) ? searches(game, catalogue) : agents(game);
  return [...new Set(all)].filter((text) => !form.who.includes(text));
}

function searches(game: GameKind, catalogue: Catalogue): string[] {
  const plain = catalogue.algorithms;
  const ordered = plain.filter((name) => hasOption(name, "order", catalogue));
  return [
    ...plain,
    ...ordered.map((name) => `${name}(order=best)`),
    ...ordered.map((name) => `${name}(order=best,cache=true)`),
    ...game.evaluations.map((judge) => `alphabeta(eval=${judge})`),
  ];
}

function hasOption(name: string, option: string, catalogue: Catalogue): boolean {
  const agent = catalogue.agents.find((each) => each.name === name);
  return agent?.options.some((each) => each.name === option) ?? false;
}

function agents(game: GameKind): string[] {
  const depths = [1, 2, 4, 6, 8].map((depth) => `alphabeta(depth=${depth})`);
  const judges = game.evaluations.map((judge) => `alphabeta(depth=4,eval=${judge})`);
  const levels = [1, 3, 5, 7, 9].map((level) => `level(${level})`);
  const known = (name: string, texts: string[]): string[] => (game.agents.includes(name) ? texts : []);
  return [
    ...game.agents.filter((name) => name !== "level"),
    ...known("alphabeta", [...depths, ...judges]),
    ...known("level", levels),
    ...known("mcts", ["mcts(simulations=200)", "mcts(simulations=2000)"]),
  ];
}
