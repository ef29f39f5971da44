import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pulse } from "./pulse";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { visibilityState: "visible" });
});
afterEach(() => vi.useRealTimers());

test("a slow server is asked one thing at a time, and again when it has answered", async () => {
  let answer: () => void = () => undefined;
  const ask = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
  const stop = pulse(ask, 1000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
  answer();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("who was refused asks again", async () => {
  const ask = vi.fn(() => Promise.reject(new Error("refused")));
  const stop = pulse(ask, 1000);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ask).toHaveBeenCalledTimes(2);
  stop();
});

test("nobody asks for what nobody sees", async () => {
  vi.stubGlobal("document", { visibilityState: "hidden" });
  const ask = vi.fn(() => Promise.resolve());
  const stop = pulse(ask, 1000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(ask).not.toHaveBeenCalled();
  stop();
});
