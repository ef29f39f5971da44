import { expect, it } from "vitest";
import { usual } from "./form";
import { keep, kept, type Kept } from "./kept";

const run = (number: number): Kept => ({
  number,
  form: usual("ladder", "kalah"),
  state: "done",
  problem: "",
  told: null,
});

/** Of a browser that keeps so many characters. */
function store(most: number): Storage {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > most) throw new DOMException("full", "QuotaExceededError");
      texts.set(key, text);
    },
  } as Storage;
}

it("gives back what was kept", () => {
  const wide = store(1e6);
  expect(kept(wide)).toEqual([]);
  keep([run(1), run(2)], wide);
  expect(kept(wide)).toEqual([run(1), run(2)]);
});

it("keeps the latest where there is no room for all", () => {
  const narrow = store(JSON.stringify([run(1), run(2)]).length);
  keep([run(1), run(2), run(3)], narrow);
  expect(kept(narrow).map((each) => each.number)).toEqual([2, 3]);
});
