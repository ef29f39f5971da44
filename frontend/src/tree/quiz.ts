/**
 * Questions about a search: what value will this node get? Will it be cut now? The same seed asks
 * the same questions about the same tree.
 */
import { dice } from "./dice";
import { EVENTS, momentAt, type Steps } from "./steps";
import { childrenOf, hasWindow, isWhole, kindOf, type Tree } from "./tree";

interface Asked {
  /** The step that is shown: the node's children have their values, it has none yet. */
  readonly step: number;
  readonly node: number;
}

export interface ValueAsked extends Asked {
  readonly kind: "value";
  readonly answer: number;
  readonly choices: readonly number[];
}

export interface CutAsked extends Asked {
  readonly kind: "cut";
  readonly answer: boolean;
}

export type Question = ValueAsked | CutAsked;

/** What can be asked about: nodes, and steps at which a child's value is taken. */
export interface Matter {
  readonly values: readonly number[];
  readonly cuts: readonly number[];
  readonly spared: readonly number[];
}

export const MOST_CHOICES = 4;

export function matterOf(tree: Tree, steps: Steps): Matter {
  const values: number[] = [];
  for (let n = 0; n < tree.count; n++) if (isWorthAsking(tree, n)) values.push(n);
  const cuts: number[] = [];
  const spared: number[] = [];
  for (let step = 0; step + 1 < steps.count; step++) {
    if (EVENTS[steps.kind[step]!] !== "take" || !hasWindow(tree, steps.node[step]!)) continue;
    const next = EVENTS[steps.kind[step + 1]!];
    if (next === "cut") cuts.push(step);
    else if (next === "enter" && !tree.repeated[steps.node[step + 1]!]) spared.push(step);
  }
  return { values, cuts, spared };
}

/** All its children were looked at once, and are not all worth the same. */
function isWorthAsking(tree: Tree, node: number): boolean {
  if (kindOf(tree, node) !== "expanded" || !isWhole(tree, node)) return false;
  const children = childrenOf(tree, node);
  return (
    children.every((child) => !tree.repeated[child]) &&
    children.some((child) => tree.value[child] !== tree.value[children[0]!])
  );
}

/** Question number `number` of a seed; null where nothing can be asked. */
export function ask(tree: Tree, steps: Steps, matter: Matter, seed: number, number: number): Question | null {
  const roll = dice(seed * 1009 + number);
  const pick = (list: readonly number[]): number => list[Math.floor(roll() * list.length)]!;
  const aboutCut = matter.cuts.length > 0 && matter.spared.length > 0 && (roll() < 0.5 || !matter.values.length);
  if (aboutCut) {
    const answer = roll() < 0.5;
    const step = pick(answer ? matter.cuts : matter.spared);
    return { kind: "cut", step, node: tree.parent[steps.node[step]!]!, answer };
  }
  if (!matter.values.length) return null;
  const node = pick(matter.values);
  const answer = tree.value[node]!;
  return { kind: "value", step: steps.closed[node]! - 1, node, answer, choices: choices(tree, node, roll) };
}

/** The right value among others that a hasty reader may take for it, in order. */
function choices(tree: Tree, node: number, roll: () => number): number[] {
  const right = tree.value[node]!;
  const others = new Set(Array.from(childrenOf(tree, node), (child) => tree.value[child]!));
  for (const end of [tree.alpha[node]!, tree.beta[node]!])
    if (end > tree.span[0] && end < tree.span[1]) others.add(end);
  others.delete(right);
  const wrong = [...others].map((value) => ({ value, at: roll() })).sort((a, b) => a.at - b.at);
  const taken = wrong.slice(0, MOST_CHOICES - 1).map(({ value }) => value);
  return [right, ...taken].sort((a, b) => a - b);
}

/** Why: the value of the mover's best child, and the window's end that it meets or does not. */
export interface Reason {
  readonly best: number;
  /** The end that a cut would have to meet; null where there is no window. */
  readonly end: number | null;
  readonly values: readonly number[];
}

export function reasonOf(tree: Tree, steps: Steps, { node, step }: Asked): Reason {
  const { path } = momentAt(tree, steps, step);
  const open = path[path.length - 1]!;
  const values = Array.from(childrenOf(tree, node).subarray(0, open.taken), (child) => tree.value[child]!);
  const end = hasWindow(tree, node) ? (tree.isMax[node] ? tree.beta[node]! : tree.alpha[node]!) : null;
  return { best: open.best ?? Number.NaN, end, values };
}

export interface Score {
  readonly asked: number;
  readonly right: number;
  /** Right answers in a row, and the longest such row. */
  readonly streak: number;
  readonly longest: number;
}

export const NO_SCORE: Score = { asked: 0, right: 0, streak: 0, longest: 0 };

export function scored(score: Score, isRight: boolean): Score {
  const streak = isRight ? score.streak + 1 : 0;
  return {
    asked: score.asked + 1,
    right: score.right + Number(isRight),
    streak,
    longest: Math.max(score.longest, streak),
  };
}
