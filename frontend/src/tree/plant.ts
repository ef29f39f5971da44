/** A tree with all that is made of it, and the job that grows it. */
import type { Job, TreeTold } from "../api/client";
import { layOut, type Layout } from "./layout";
import type { Search, Settings } from "./settings";
import { stepsOf, type Steps } from "./steps";
import { bestLine, readTree, type Tree } from "./tree";

export type GrowJob = Extract<Job, { kind: "grow" }>;

export interface Plant {
  readonly tree: Tree;
  readonly layout: Layout;
  readonly steps: Steps;
  readonly bestLine: ReadonlySet<number>;
}

export function plant(told: TreeTold): Plant {
  const tree = readTree(told);
  return {
    tree,
    layout: layOut(tree),
    steps: stepsOf(tree),
    bestLine: new Set(bestLine(tree, tree.roots[tree.roots.length - 1]!)),
  };
}

export function growJob(settings: Settings, changes: Partial<Search> = {}): GrowJob {
  return { kind: "grow", line: settings.line, search: { ...settings.search, ...changes }, nodes: 100_000 };
}
