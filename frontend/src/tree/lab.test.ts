import { expect, it, vi } from "vitest";
import type { TreeTold } from "../api/client";
import { Oracle, settled } from "./fakes";
import { grow } from "./sample";

vi.stubGlobal("location", { search: "", pathname: "/tree" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
vi.stubGlobal("history", { replaceState: () => undefined });
vi.stubGlobal("addEventListener", () => undefined);
const { Lab } = await import("./lab.svelte");

const told = grow({ children: [{ value: 1 }, { value: 2 }] });

it("keeps a tree though an older one fails later", async () => {
  const oracle = new Oracle();
  let fail: (error: Error) => void = () => undefined;
  const failing = new Promise<TreeTold>((_resolve, reject) => (fail = reject));
  const lab = new Lab(["alphabeta"], oracle, (job) => (job === "old" ? failing : Promise.resolve(told)));
  lab.read();
  oracle.answer("old");
  await settled();
  lab.search({ depth: 2 });
  oracle.answer("new");
  await settled();
  fail(new Error("not there any more"));
  await settled();
  expect(lab.plant?.tree.count).toBe(3);
  expect([lab.problem, lab.growing]).toEqual(["", false]);
});

it("says why there is no tree", async () => {
  const oracle = new Oracle();
  const lab = new Lab(["alphabeta"], oracle, () => Promise.reject(new Error("too large")));
  lab.read();
  oracle.answer("1");
  await settled();
  expect([lab.plant, lab.problem, lab.growing]).toEqual([null, "too large", false]);
});
