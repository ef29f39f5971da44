import { describe, expect, it } from "vitest";
import { downloads } from "./files";

describe("downloads", () => {
  it("are a CSV for every table", () => {
    const found = downloads({ standings: "a", points: "b" }, "ladder");
    expect(found.map((each) => each.name)).toEqual(["ladder-standings.csv", "ladder-points.csv"]);
  });

  it("need no table's name where there is one", () => {
    const found = downloads({ growth: "a" }, "growth");
    expect(found.map((each) => [each.name, each.label])).toEqual([["growth.csv", "CSV"]]);
  });
});
