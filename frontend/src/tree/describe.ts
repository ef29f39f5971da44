/** A node, and a step, in words. */
import type { Key } from "../words/all";
import { bounded, interval, points, type Write } from "./points";
import type { Moment, Open } from "./steps";
import { isAskedAgain } from "./steps";
import { boundOf, childrenOf, hasWindow, kindOf, movesTo, type Kind, type Tree } from "./tree";

export interface Voice {
  say(key: Key, fields?: Record<string, string | number>): string;
  readonly number: Write;
}

const KIND_WORDS: Partial<Record<Kind, Key>> = {
  judged: "treeJudged",
  over: "treeOver",
  theory: "treeTheory",
  cached: "treeCached",
  stopped: "treeStopped",
};

export function player(tree: Tree, node: number): string {
  return tree.isMax[node] ? "MAX" : "MIN";
}

/** Where a node is: at the root, after 4 4 3. */
export function place(tree: Tree, node: number, { say }: Voice): string {
  const moves = movesTo(tree, node);
  return moves.length ? say("treeAfter", { moves: moves.join(" ") }) : say("treeAtRoot");
}

/** "node 4, MAX, value 12, window −3 to +∞, 4 children, 3 pruned"; `open` while it is searched. */
export function describeNode(tree: Tree, node: number, voice: Voice, open?: Open): string {
  const { say, number } = voice;
  const parts = [
    tree.move[node] ? say("treeNodeMove", { move: tree.move[node]! }) : say("treeNodeRoot"),
    player(tree, node),
  ];
  if (tree.again[node]) parts.push(say("treeAgain"));
  if (tree.repeated[node]) parts.push(say("treeRepeated"));
  if (open) parts.push(open.best === null ? say("treeNoValue") : say("treeSoFar", { value: points(open.best, number) }));
  else parts.push(say("treeValue", { value: bounded(tree.value[node]!, boundOf(tree, node), number) }));
  const window = open ? open.window : hasWindow(tree, node) ? ([tree.alpha[node]!, tree.beta[node]!] as const) : null;
  if (window) {
    const [alpha, beta] = window.map((end) => points(end, number));
    parts.push(say("treeWindowWords", { alpha: alpha!, beta: beta! }));
  }
  const kind = KIND_WORDS[kindOf(tree, node)];
  if (kind) parts.push(say(kind));
  const children = childrenOf(tree, node).length;
  if (children && !open) parts.push(say("treeChildren", { count: children }));
  if (tree.skipped[node] && !open) parts.push(say("treePruned", { count: tree.skipped[node]! }));
  return parts.join(", ");
}

/** The same; of a node whose value is asked for, only where it is. */
export function describeKnown(
  tree: Tree,
  node: number,
  voice: Voice,
  open: Open | undefined,
  secret: number | null,
): string {
  return node === secret ? place(tree, node, voice) : describeNode(tree, node, voice, open);
}

/** What happens at a step, in a sentence. */
export function describeStep(tree: Tree, moment: Moment, voice: Voice): string {
  const { say, number } = voice;
  const { node, event } = moment;
  const open = moment.path[moment.path.length - 1]!;
  const fields = {
    place: place(tree, node, voice),
    player: player(tree, open.node),
    move: tree.move[node] ?? "",
    best: open.bestMove,
    value: points(tree.value[node]!, number),
    window: open.window ? interval(open.window, number) : "",
    count: tree.skipped[node]!,
  };
  if (event === "enter") return say(open.window ? "treeStepEnter" : "treeStepEnterPlain", fields);
  if (event === "settle") return say(SETTLED[kindOf(tree, node)] ?? "treeStepJudged", fields);
  if (event === "cut") return say("treeStepCut", fields);
  if (event === "done") return say("treeStepDone", fields);
  if (isAskedAgain(tree, node)) return say("treeStepScout", fields);
  const told = say(moment.better ? "treeStepBetter" : "treeStepTake", fields);
  return open.window && moment.better ? `${told} ${say("treeStepWindow", fields)}` : told;
}

const SETTLED: Partial<Record<Kind, Key>> = {
  over: "treeStepOver",
  theory: "treeStepTheory",
  cached: "treeStepCached",
  stopped: "treeStepStopped",
};
