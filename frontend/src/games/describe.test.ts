import { beforeEach, expect, it, vi } from "vitest";
import type { Move, Position, View } from "../api/client";

vi.stubGlobal("location", { search: "" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
const { speak } = await import("../words/words.svelte");
const { describeAdvice, describeBoard, describeMove, describePosition } = await import("./describe");

beforeEach(() => speak("en"));

function at(view: View, more: Partial<Position> = {}): Position {
  return { ply: 0, text: "", turn: 1, last: null, moves: [], more: false, outcome: null, view, ...more };
}

function grid(kind: "columns" | "squares", rows: string[]): View {
  const cells = [...rows.join("")].map((letter) => ({
    owner: ".xo".indexOf(letter) as 0 | 1 | 2,
    move: null,
    mark: letter === "." ? "" : letter,
    winning: false,
  }));
  return { kind, columns: rows[0]?.length ?? 0, rows: rows.length, cells };
}

const move = (name: string, more: Partial<Move> = {}): Move => ({
  name,
  again: false,
  ends: false,
  ...more,
});

const columns = grid("columns", ["....", ".x..", "ox.o"]);
const pits: View = {
  kind: "pits",
  pits: [
    [4, 0],
    [1, 2],
  ],
  names: ["1", "2"],
  stores: [3, 5],
  markers: [7, 8],
  accumulators: null,
};
const block: View = { kind: "block", sides: [4, 4, 3], axes: ["x", "y", "z"], names: ["x-#", "y-#", "z-#"], heaps: [3, 3, 2], xor: 2 };

it("reads a board of columns row by row, and counts rows from below", () => {
  expect(describePosition(at(columns))).toEqual([
    "Red to move",
    "Row 3: empty",
    "Row 2: column 2 Red",
    "Row 1: column 1 Yellow, column 2 Red, column 4 Yellow",
  ]);
});

it("counts the rows of squares from above", () => {
  expect(describePosition(at(grid("squares", ["x.", ".o"])))).toEqual([
    "X to move",
    "Row 1: column 1 X",
    "Row 2: column 2 O",
  ]);
});

it("says who has won", () => {
  const [won] = describePosition(at(columns, { outcome: { winner: 2, margin: -1 } }));
  const [drawn] = describePosition(at(columns, { outcome: { winner: 0, margin: 0 } }));
  expect([won, drawn]).toEqual(["Yellow wins", "The game is drawn"]);
});

it("reads pits player by player, with what the game counts", () => {
  expect(describePosition(at(pits, { turn: 2 }))).toEqual([
    "Yellow to move",
    "Red: pit 1 holds 4, pit 2 holds 0",
    "Red, store 3",
    "Yellow: pit 1 holds 1, pit 2 holds 2",
    "Yellow, store 5",
  ]);
  const counted = { ...pits, accumulators: [1, 6] } as View;
  expect(describePosition(at(counted))[4]).toBe("Yellow, store 5, marker 8, accumulator 6");
});

it("reads a block and its heaps", () => {
  expect(describePosition(at(block))).toEqual([
    "Red to move",
    "Side x: 4, Side y: 4, Side z: 3",
    "3 ⊕ 3 ⊕ 2 = 2",
  ]);
  expect(describeBoard(block)).toBe("Block of 4 × 4 × 3");
});

it("reads any other game as it draws itself", () => {
  const view: View = { kind: "plain", drawing: " o o\n\n left: 8" };
  expect(describePosition(at(view))).toEqual(["Red to move", " o o", " left: 8"]);
  expect(describeMove(move("2"), at(view))).toBe("Red 2");
});

it("says where a stone goes", () => {
  expect(describeMove(move("3", { cell: 10 }), at(columns))).toBe("Red column 3, row 1");
  expect(describeMove(move("2", { cell: 1 }), at(grid("squares", ["..", ".."]), { turn: 2 }))).toBe(
    "O row 1, column 2",
  );
});

const sowing = {
  origin: { side: 0, pit: 0 },
  path: [
    { side: 0, pit: 1 },
    { side: 0, pit: -1 },
  ],
  taken: [],
  prize: 0,
  into: null,
};

it("says what a sowing does", () => {
  expect(describeMove(move("1", { again: true, sowing }), at(pits))).toBe(
    "Red pit 1, 2 seeds, last in the store of Red, moves again",
  );
  const taking = { ...sowing, path: [{ side: 1, pit: 0 }], prize: 5 };
  expect(describeMove(move("1", { ends: true, sowing: taking }), at(pits))).toBe(
    "Red pit 1, 1 seed, last in pit 1 of Yellow, takes 5 seeds, ends the game",
  );
  expect(describeMove(move("pass"), at(pits))).toBe("Red pass");
});

it("says what a cut leaves", () => {
  expect(describeMove(move("y-2"), at(block))).toBe("Red cuts 2 layers off y: leaves 4 × 2 × 3");
});

it("adds scores and hints only where there are some", () => {
  expect(describeAdvice(undefined, false)).toBe("");
  expect(describeAdvice({ score: -2, exact: true }, false)).toBe(", score −2, exact");
  expect(describeAdvice({ score: 0, exact: false }, true)).toBe(", score =, hint");
});

it("speaks Spanish", () => {
  speak("es");
  expect(describeMove(move("3", { cell: 10 }), at(columns))).toBe("Rojo columna 3, fila 1");
  expect(describeMove(move("1", { again: true, sowing }), at(pits))).toBe(
    "Rojo hoyo 1, 2 semillas, la última en el almacén de Rojo, juega otra vez",
  );
});
