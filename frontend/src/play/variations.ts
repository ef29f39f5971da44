/**
 * The moves of a game as a tree: every node is a position, its first child goes on with the main
 * line, the others are variations. A tree is a value: what changes it gives another one. A node
 * keeps its number for as long as it lives.
 */
export const ROOT = 0;

export interface Node {
  readonly id: number;
  /** The move that leads here; the root has none. */
  readonly move: string;
  readonly parent: number | null;
  readonly children: readonly number[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, Node>;
  readonly next: number;
}

export interface Place {
  readonly tree: Tree;
  readonly at: number;
}

export function planted(): Tree {
  return { nodes: new Map([[ROOT, { id: ROOT, move: "", parent: null, children: [] }]]), next: 1 };
}

export function node(tree: Tree, id: number): Node {
  const found = tree.nodes.get(id);
  if (!found) throw new RangeError(`no node ${id}`);
  return found;
}

/** Play a move: the child that it leads to, new unless it was there. */
export function play(tree: Tree, at: number, move: string): Place {
  const here = node(tree, at);
  const known = here.children.find((child) => node(tree, child).move === move);
  if (known !== undefined) return { tree, at: known };
  const id = tree.next;
  const nodes = new Map(tree.nodes);
  nodes.set(at, { ...here, children: [...here.children, id] });
  nodes.set(id, { id, move, parent: at, children: [] });
  return { tree: { nodes, next: id + 1 }, at: id };
}

/** All nodes from the root to this one. */
export function path(tree: Tree, id: number): number[] {
  const found: number[] = [];
  for (let each: number | null = id; each !== null; each = node(tree, each).parent)
    found.push(each);
  return found.reverse();
}

/** The moves that lead to this node. */
export function movesTo(tree: Tree, id: number): string[] {
  return path(tree, id)
    .slice(1)
    .map((each) => node(tree, each).move);
}

/** The line through this node: all nodes from the root to it, and on to the end. */
export function lineThrough(tree: Tree, id: number): number[] {
  const found = path(tree, id);
  for (
    let each = node(tree, id).children[0];
    each !== undefined;
    each = node(tree, each).children[0]
  )
    found.push(each);
  return found;
}

export function isMain(tree: Tree, id: number): boolean {
  return lineThrough(tree, ROOT).includes(id);
}

/** Without this node and all that follows it; where it was played. */
export function remove(tree: Tree, id: number): Place {
  const parent = node(tree, id).parent;
  if (parent === null) return { tree: planted(), at: ROOT };
  const nodes = new Map(tree.nodes);
  const gone = [id];
  for (let each = gone.pop(); each !== undefined; each = gone.pop()) {
    gone.push(...node(tree, each).children);
    nodes.delete(each);
  }
  const before = node(tree, parent);
  nodes.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  return { tree: { ...tree, nodes }, at: parent };
}

/** The variation that this node belongs to, one step nearer to the main line. */
export function promote(tree: Tree, id: number): Tree {
  for (const each of path(tree, id).reverse()) {
    const parent = node(tree, each).parent;
    if (parent === null) return tree;
    const before = node(tree, parent);
    if (before.children[0] === each) continue;
    const nodes = new Map(tree.nodes);
    const others = before.children.filter((child) => child !== each);
    nodes.set(parent, { ...before, children: [each, ...others] });
    return { ...tree, nodes };
  }
  return tree;
}

/** The line through this node becomes the main line. */
export function makeMain(tree: Tree, id: number): Tree {
  let now = tree;
  while (!isMain(now, id)) now = promote(now, id);
  return now;
}

// ---- as text: `4 4 3 (5 2) 5`, a variation behind the move that it replaces

function escape(move: string): string {
  return move.replace(/[\s()%]/g, (sign) =>
    encodeURIComponent(sign).replace("(", "%28").replace(")", "%29"),
  );
}

/** All nodes but the root, in the order in which they are written. */
export function written(tree: Tree): number[] {
  const found: number[] = [];
  walk(tree, { move: (id) => found.push(id) });
  return found;
}

export function write(tree: Tree): string {
  const words: string[] = [];
  walk(tree, {
    move: (id) => words.push(escape(node(tree, id).move)),
    open: () => words.push("("),
    close: () => words.push(")"),
  });
  return words.join(" ").replaceAll("( ", "(").replaceAll(" )", ")");
}

interface Visitor {
  move(id: number): void;
  open?(): void;
  close?(): void;
}

function walk(tree: Tree, visitor: Visitor): void {
  const goOn = (id: number): void => {
    let each: number = id;
    for (;;) {
      const [main, ...others] = node(tree, each).children;
      if (main === undefined) return;
      visitor.move(main);
      for (const other of others) {
        visitor.open?.();
        visitor.move(other);
        goOn(other);
        visitor.close?.();
      }
      each = main;
    }
  };
  goOn(ROOT);
}

/** The tree of a text. Parentheses that fit nothing are left out: an address can be anything. */
export function parse(text: string): Tree {
  let place: Place = { tree: planted(), at: ROOT };
  const back: number[] = [];
  for (const word of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (word === "(") {
      back.push(place.at);
      place = { tree: place.tree, at: node(place.tree, place.at).parent ?? ROOT };
    } else if (word === ")") {
      place = { tree: place.tree, at: back.pop() ?? place.at };
    } else {
      place = play(place.tree, place.at, unescape(word));
    }
  }
  return place.tree;
}

function unescape(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
