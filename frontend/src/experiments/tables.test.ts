import { describe, expect, it } from "vitest";
import { named, numeric, records } from "./tables";

const table = {
  name: "growth",
  title: "",
  columns: [
    { name: "search", title: "search", numeric: false },
    { name: "nodes", title: "nodes", numeric: true },
  ],
  rows: [["minimax", 7.5]],
  shown: [["minimax", "7.5"]],
};

describe("tables", () => {
  it("are read by the names of their columns", () => {
    expect(records(table)).toEqual([{ search: "minimax", nodes: 7.5 }]);
    expect(records(undefined)).toEqual([]);
    expect(named([table], "growth")).toBe(table);
    expect(named([table], "counts")).toBeUndefined();
  });

  it("hold numbers, or none", () => {
    expect([7.5, "7", null, true, undefined].map(numeric)).toEqual([7.5, null, null, null, null]);
  });
});
