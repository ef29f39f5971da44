/**
 * A recorded search, told again step by step, in the order in which it happened:
 *
 *   enter   a node is visited
 *   settle  it gets its value at once: judged, game over, by theory or from the cache
 *   take    its value arrives at its parent
 *   cut     what the parent has got is enough: the rest is never looked at
 *   done    all its children have been looked at
 *
 * A node is entered once and closed once, by settle, cut or done; then its parent takes its value.
 */
import { boundOf, childrenOf, hasWindow, kindOf, pathTo, type Tree } from "./tree";

export const EVENTS = ["enter", "settle", "take", "cut", "done"] as const;
export type EventKind = (typeof EVENTS)[number];
const [ENTER, SETTLE, TAKE, CUT, DONE] = [0, 1, 2, 3, 4];

/** Not yet, and never. */
export const NEVER = 2 ** 31 - 1;

export interface Steps {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly node: Int32Array;
  /** Of a taken value: is it the best of its parent so far? */
  readonly better: Uint8Array;
  /** By node: the steps at which it is entered, closed, and its value taken. */
  readonly entered: Int32Array;
  readonly closed: Int32Array;
  readonly taken: Int32Array;
}

export function stepsOf(tree: Tree): Steps {
  const most = 3 * tree.count;
  const kind = new Uint8Array(most);
  const node = new Int32Array(most);
  const better = new Uint8Array(most);
  const times = () => new Int32Array(tree.count).fill(NEVER);
  const [entered, closed, taken] = [times(), times(), times()];
  const best = new Float64Array(tree.count).fill(Number.NaN);
  let count = 0;

  const tell = (event: number, about: number): number => {
    kind[count] = event;
    node[count] = about;
    return count++;
  };
  const close = (n: number, event: number): void => {
    closed[n] = tell(event, n);
    const above = tree.parent[n]!;
    if (above < 0) return;
    taken[n] = tell(TAKE, n);
    if (isAskedAgain(tree, n) || !isBetter(tree, above, tree.value[n]!, best[above]!)) return;
    best[above] = tree.value[n]!;
    better[taken[n]!] = 1;
  };

  const open: number[] = [];
  const closeDownTo = (above: number): void => {
    while (open.length && open[open.length - 1] !== above) {
      const n = open.pop()!;
      close(n, kindOf(tree, n) === "cut" ? CUT : DONE);
    }
  };
  for (let n = 0; n < tree.count; n++) {
    closeDownTo(tree.parent[n]!);
    entered[n] = tell(ENTER, n);
    if (isInner(tree, n)) open.push(n);
    else close(n, SETTLE);
  }
  closeDownTo(-1);
  const cut = <T extends Uint8Array | Int32Array>(array: T): T => array.slice(0, count) as T;
  return { count, kind: cut(kind), node: cut(node), better: cut(better), entered, closed, taken };
}

/** Were its children looked at? */
export function isInner(tree: Tree, node: number): boolean {
  const kind = kindOf(tree, node);
  return kind === "expanded" || kind === "cut" || kind === "open";
}

/** A scout was here, and the same move is searched again in earnest: only that counts. */
export function isAskedAgain(tree: Tree, node: number): boolean {
  const next = node + tree.size[node]!;
  return next < tree.count && tree.parent[next] === tree.parent[node] && tree.repeated[next] === 1;
}

/** For whoever moves at `node`. */
function isBetter(tree: Tree, node: number, value: number, best: number): boolean {
  if (Number.isNaN(best)) return true;
  return tree.isMax[node] ? value > best : value < best;
}

/** A node that is being searched. */
export interface Open {
  readonly node: number;
  /** Of the values taken so far; null while there is none. */
  readonly best: number | null;
  readonly bestMove: string;
  /** The window that the next child gets, but for a scout; null where the search has none. */
  readonly window: readonly [number, number] | null;
  /** Children whose values have been taken. */
  readonly taken: number;
  /** Has it got its value by now? */
  readonly isClosed: boolean;
}

/** Where the search is after a step. */
export interface Moment {
  readonly step: number;
  readonly event: EventKind;
  readonly node: number;
  readonly better: boolean;
  /** Nodes 0 … shown - 1 have been visited. */
  readonly shown: number;
  /** From the root to the node where we are. */
  readonly path: readonly Open[];
}

/**
 * What is to be seen after step number `step`.
 *
 * shared -- the root's window narrows too; else each of its moves gets the whole one
 */
export function momentAt(tree: Tree, steps: Steps, step: number, shared = true): Moment {
  const event = EVENTS[steps.kind[step]!]!;
  const node = steps.node[step]!;
  const here = event === "take" ? tree.parent[node]! : node;
  return {
    step,
    event,
    node,
    better: steps.better[step] === 1,
    shown: shownAt(steps, step),
    path: pathTo(tree, here).map((each) => openAt(tree, steps, each, step, shared)),
  };
}

function openAt(tree: Tree, steps: Steps, node: number, step: number, shared: boolean): Open {
  let [best, bestMove, taken] = [Number.NaN, "", 0];
  for (const child of childrenOf(tree, node)) {
    if (steps.taken[child]! > step) break;
    taken++;
    if (steps.better[steps.taken[child]!]) {
      best = tree.value[child]!;
      bestMove = tree.move[child]!;
    }
  }
  const isClosed = steps.closed[node]! <= step;
  if (isClosed && boundOf(tree, node) !== "none") {
    best = tree.value[node]!;
    bestMove = tree.best[node]!;
  }
  const known = !Number.isNaN(best);
  const narrows = known && isInner(tree, node) && (shared || tree.parent[node]! >= 0);
  const alpha = Math.max(tree.alpha[node]!, narrows && tree.isMax[node] ? best : -Infinity);
  const beta = Math.min(tree.beta[node]!, narrows && !tree.isMax[node] ? best : Infinity);
  return {
    node,
    best: known ? best : null,
    bestMove,
    window: hasWindow(tree, node) ? [alpha, beta] : null,
    taken,
    isClosed,
  };
}

/** That node, if it is still being searched. */
export function openIn(moment: Moment, node: number): Open | undefined {
  return moment.path.find((each) => each.node === node && !each.isClosed);
}

/** How many nodes have been visited after a step: they are entered in the order of their numbers. */
export function shownAt(steps: Steps, step: number): number {
  let [low, high] = [0, steps.entered.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (steps.entered[middle]! <= step) low = middle + 1;
    else high = middle;
  }
  return low;
}

export const STOPS = ["cut", "cached", "best"] as const;
export type Stop = (typeof STOPS)[number];

/** The next step, from `from` on in this direction, at which such a thing happens; else the end. */
export function seek(tree: Tree, steps: Steps, from: number, stop: Stop, direction: 1 | -1): number {
  for (let step = from + direction; step >= 0 && step < steps.count; step += direction)
    if (isStop(tree, steps, step, stop)) return step;
  return direction > 0 ? steps.count - 1 : 0;
}

function isStop(tree: Tree, steps: Steps, step: number, stop: Stop): boolean {
  const node = steps.node[step]!;
  if (stop === "cut") return steps.kind[step] === CUT;
  if (stop === "cached") return steps.kind[step] === SETTLE && kindOf(tree, node) === "cached";
  return steps.better[step] === 1 && tree.parent[tree.parent[node]!] === -1;
}
