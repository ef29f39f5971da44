import { beforeEach, expect, it, vi } from "vitest";

vi.stubGlobal("location", { search: "" });
vi.stubGlobal("localStorage", { getItem: () => null });
vi.stubGlobal("document", { querySelector: () => null, documentElement: {} });
const { number, percent, signed, speak, typeset } = await import("./words.svelte");

const spaced = (text: string): string => text.replaceAll("\u00a0", " ");

beforeEach(() => speak("en"));

it("groups numbers in every language alike, and knows its decimal sign", () => {
  expect([16_463, -250, 1234.56].map((value) => spaced(number(value, 1)))).toEqual(["16 463", "−250", "1 234.6"]);
  speak("es");
  expect(spaced(number(4021.5, 1))).toBe("4 021,5");
});

it("writes shares as percents", () => {
  expect([0.756, 1, 0.0004, 0.9998].map((share) => spaced(percent(share)))).toEqual(["75.6 %", "100 %", "0.04 %", "99.98 %"]);
  speak("es");
  expect(spaced(percent(0.756))).toBe("75,6 %");
});

it("writes scores with their sign", () => {
  expect([3, 0, -10_002].map((score) => spaced(signed(score)))).toEqual(["+3", "=", "−10 002"]);
  expect([0.5, -1.25].map((points) => signed(points, 2))).toEqual(["+0.5", "−1.25"]);
});

it("sets the server's sentences as its own, and leaves names of moves alone", () => {
  expect(typeset("x-1: at most -3, window -∞..+2, then d4-12.")).toBe("x-1: at most −3, window [−∞, +2], then d4-12.");
  expect(typeset("window -0.5..+1.25")).toBe("window [−0.5, +1.25]");
});

it("sets the server's numbers with the sign of the language, and leaves names with options alone", () => {
  speak("es");
  const title = "kalah: b = 6.945; engine(time=0.5,eval=mine(1.5)) ahorra 86.9 % de 12 345.5.";
  expect(typeset(title)).toBe("kalah: b = 6,945; engine(time=0.5,eval=mine(1.5)) ahorra 86,9 % de 12 345,5.");
  expect(["-50.0 %", "1.5e-05", "1e-05", "-", "1.2.3"].map(typeset)).toEqual(["−50,0 %", "1,5e-05", "1e-05", "-", "1.2.3"]);
});
