/** A question about a search, and the reason of its answer, in words. */
import type { Key } from "../words/all";
import { place, player, type Voice } from "./describe";
import { interval, points } from "./points";
import type { Plant } from "./plant";
import { reasonOf, type Question } from "./quiz";

function written(values: readonly number[], { number }: Voice): string {
  return values.map((value) => points(value, number)).join(" · ");
}

export function describeQuestion({ tree, steps }: Plant, question: Question, voice: Voice): string {
  const { say, number } = voice;
  const { node } = question;
  const { values } = reasonOf(tree, steps, question);
  const fields = { player: player(tree, node), place: place(tree, node, voice) };
  const known = say("treeQuizValues", { values: written(values, voice) });
  if (question.kind === "value") return `${say("treeQuizValue", fields)} ${known}`;
  const window = interval([tree.alpha[node]!, tree.beta[node]!], number);
  return `${say("treeQuizCut", { ...fields, window, count: values.length })} ${known}`;
}

/** By whether MAX moves: how a node gets its value, why it is cut, why it is not. */
const REASONS: Record<"max" | "min", Record<"value" | "cut" | "spared", Key>> = {
  max: { value: "treeQuizWhyMax", cut: "treeQuizWhyCutMax", spared: "treeQuizWhyGoMax" },
  min: { value: "treeQuizWhyMin", cut: "treeQuizWhyCutMin", spared: "treeQuizWhyGoMin" },
};

export function describeReason({ tree, steps }: Plant, question: Question, voice: Voice): string {
  const { best, end, values } = reasonOf(tree, steps, question);
  const told = question.kind === "value" ? "value" : question.answer ? "cut" : "spared";
  const key = REASONS[tree.isMax[question.node] ? "max" : "min"][told];
  const write = (value: number): string => points(value, voice.number);
  return voice.say(key, { values: written(values, voice), best: write(best), end: write(end ?? 0) });
}
