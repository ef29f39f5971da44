import { describe, expect, it } from "vitest";
import { downloads } from "./files";

describe("downloads", () => {
  it("are a CSV for every table, and the picture twice", () => {
    const found = downloads({ csv: { standings: "a", points: "b" }, svg: "<svg/>", png: btoa("\x89PNG") }, "ladder");
    expect(found.map((each) => each.name)).toEqual(["ladder-standings.csv", "ladder-points.csv", "ladder.svg", "ladder.png"]);
    expect(found[3]?.body).toEqual(Uint8Array.from([0x89, 0x50, 0x4e, 0x47]));
  });

  it("need no table's name where there is one, and no picture where there is none", () => {
    const found = downloads({ csv: { growth: "a" }, svg: null, png: null }, "growth");
    expect(found.map((each) => [each.name, each.label])).toEqual([["growth.csv", "CSV"]]);
  });
});
