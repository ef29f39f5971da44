import { expect, test } from "vitest";
import { Latest } from "./latest";

test("an answer that comes late is not taken for the last one", async () => {
  const latest = new Latest();
  let answer: (told: string) => void = () => undefined;
  const first = latest.of(new Promise<string>((resolve) => (answer = resolve)));
  expect(await latest.of(Promise.resolve("second"))).toEqual({ told: "second" });
  answer("first");
  expect(await first).toBeNull();
});

test("nobody waits any more", async () => {
  const latest = new Latest();
  const asked = latest.of(Promise.resolve(1));
  latest.drop();
  expect(await asked).toBeNull();
});
