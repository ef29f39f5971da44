/**
 * The searches in a few lines of Python, as ours are written, and which line each step is at. The
 * code sees every position with the mover's eyes (but for minimax), the tree with MAX's.
 */
import { isAskedAgain, isInner, type Moment, type Open } from "./steps";
import { kindOf, type Tree } from "./tree";

/** What happens at a line. */
export type Mark = "enter" | "over" | "theory" | "judged" | "cached" | "scout" | "take" | "better" | "cut" | "done";

export interface Line {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** What the search was told: a line that has no part in it is not shown. */
export interface Features {
  readonly algorithm: string;
  readonly cache: boolean;
  readonly infer: boolean;
  /** Does anybody move twice in a row? */
  readonly again: boolean;
}

const line = (text: string, ...marks: Mark[]): Line => ({ text, marks });

function beginning({ cache, infer }: Features): Line[] {
  const lines = [
    line("    if position.outcome() != ONGOING:"),
    line("        return judge.final(position.outcome())", "over"),
  ];
  if (infer)
    lines.push(line("    if position.theory() != ONGOING:"), line("        return judge.final(position.theory())", "theory"));
  lines.push(line("    if depth == 0:"), line("        return judge.value(position)", "judged"));
  if (cache) lines.push(line("    if position in table:"), line("        return table[position]", "cached"));
  return lines;
}

function minimax(features: Features): Line[] {
  return [
    line("def minimax(position, depth):", "enter"),
    ...beginning(features),
    line("    best = -INFINITY if maximizing else INFINITY"),
    line("    for move in position.moves():"),
    line("        score = minimax(position.play(move), depth - 1)", "take"),
    line("        if score > best if maximizing else score < best:"),
    line("            best = score", "better"),
    line("    return best", "done"),
  ];
}

function negamax(features: Features): Line[] {
  const sign = features.again ? "sign * " : "-";
  return [
    line("def negamax(position, depth):", "enter"),
    ...beginning(features),
    line("    best = -INFINITY"),
    line("    for move in position.moves():"),
    line("        child = position.play(move)"),
    ...signed(features),
    line(`        score = ${sign}negamax(child, depth - 1)`, "take"),
    line("        best = max(best, score)", "better"),
    line("    return best", "done"),
  ];
}

/** Whoever moves again keeps the sign. */
function signed({ again }: Features): Line[] {
  return again ? [line("        sign = 1 if child.turn() == position.turn() else -1")] : [];
}

function call(name: string, low: string, high: string, again: boolean): string {
  return again
    ? `sign * ${name}(child, depth - 1, *window(sign, ${low}, ${high}))`
    : `-${name}(child, depth - 1, -${high.includes(" ") ? `(${high})` : high}, -${low})`;
}

function alphabeta(features: Features): Line[] {
  return [
    line("def alphabeta(position, depth, alpha, beta):", "enter"),
    ...beginning(features),
    line("    best = -INFINITY"),
    line("    for move in position.moves():"),
    line("        floor = max(alpha, best)"),
    line("        child = position.play(move)"),
    ...signed(features),
    line(`        score = ${call("alphabeta", "floor", "beta", features.again)}`, "take"),
    line("        best = max(best, score)", "better"),
    line("        if best >= beta:"),
    line("            break", "cut"),
    line("    return best", "done"),
  ];
}

function negascout(features: Features): Line[] {
  return [
    line("def negascout(position, depth, alpha, beta):", "enter"),
    ...beginning(features),
    line("    best, ceiling = -INFINITY, beta"),
    line("    for move in position.moves():"),
    line("        floor = max(alpha, best)"),
    line("        child = position.play(move)"),
    ...signed(features),
    line(`        score = ${call("negascout", "floor", "ceiling", features.again)}`, "take"),
    line("        if ceiling <= score < beta and depth > 1:", "scout"),
    line(`            score = ${call("negascout", "floor", "beta", features.again)}`),
    line("        best = max(best, score)", "better"),
    line("        if best >= beta:"),
    line("            break", "cut"),
    line("        ceiling = max(alpha, best) + 1"),
    line("    return best", "done"),
  ];
}

function mtdf(features: Features): Line[] {
  return [
    line("def mtdf(position, depth, low, high):"),
    line("    guess = judge.value(position)"),
    line("    while low < high:"),
    line("        bound = min(max(guess, low + 1), high)"),
    line("        guess = alphabeta(position, depth, bound - 1, bound)"),
    line("        low, high = (low, guess) if guess < bound else (guess, high)"),
    line("    return alphabeta(position, depth, low - 1, high + 1)"),
    line(""),
    ...alphabeta(features),
  ];
}

const CODE: Readonly<Record<string, (features: Features) => Line[]>> = {
  minimax,
  negamax,
  alphabeta,
  negascout,
  mtdf,
};

/** The lines of a search; none of one that has no pseudocode here. */
export function code(features: Features): readonly Line[] {
  return CODE[features.algorithm]?.(features) ?? [];
}

/** What happens at this step. */
export function markOf(tree: Tree, moment: Moment): Mark {
  if (moment.event === "settle") {
    const kind = kindOf(tree, moment.node);
    return kind === "over" || kind === "theory" || kind === "cached" ? kind : "judged";
  }
  if (moment.event !== "take") return moment.event;
  if (isAskedAgain(tree, moment.node)) return "scout";
  return moment.better ? "better" : "take";
}

/** The number of the line where the search is; -1 if it is at none. */
export function litLine(lines: readonly Line[], tree: Tree, moment: Moment): number {
  const mark = markOf(tree, moment);
  return lines.findIndex((each) => each.marks.includes(mark));
}

/** The code's own names for the numbers of a node, as its mover sees them. */
export function locals(tree: Tree, open: Open, algorithm: string): { name: string; value: number }[] {
  const sign = tree.isMax[open.node] || algorithm === "minimax" ? 1 : -1;
  const [alpha, beta] = [tree.alpha[open.node]!, tree.beta[open.node]!];
  const found = [{ name: "depth", value: tree.left[open.node]! }];
  if (open.window)
    found.push(
      { name: "alpha", value: sign > 0 ? alpha : -beta },
      { name: "beta", value: sign > 0 ? beta : -alpha },
    );
  if (open.best !== null && isInner(tree, open.node)) found.push({ name: "best", value: sign * open.best });
  return found;
}
