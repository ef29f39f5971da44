import { describe, expect, it } from "vitest";
import { downloads, soFar } from "./files";

describe("what is known so far", () => {
  it("is written as the server does", () => {
    const column = (name: string) => ({ name, title: name, numeric: false });
    const rows = [["alphabeta(order=best,cache=true)", 3, null], ['say "x"', 0.5, false]];
    const table = { name: "growth", title: "", columns: ["search", "nodes", "factor"].map(column), rows, shown: [] };
    expect(soFar([table], "tablero lab", "growth")[0]).toMatchObject({
      name: "growth.csv",
      body: 'search,nodes,factor\n"alphabeta(order=best,cache=true)",3,\n"say ""x""",0.5,False\n# tablero lab\n',
    });
  });
});

describe("downloads", () => {
  it("are a CSV for every table", () => {
    const found = downloads({ csv: { standings: "a", points: "b" } }, "ladder");
    expect(found.map((each) => each.name)).toEqual(["ladder-standings.csv", "ladder-points.csv"]);
  });

  it("need no table's name where there is one", () => {
    const found = downloads({ csv: { growth: "a" } }, "growth");
    expect(found.map((each) => [each.name, each.label])).toEqual([["growth.csv", "CSV"]]);
  });
});
