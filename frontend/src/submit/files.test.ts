import { expect, it } from "vitest";
import { enough, newTicket, plainName, read } from "./files";

const file = (bytes: readonly number[], name = "a.py") => Object.assign(new Blob([new Uint8Array(bytes)]), { name });

it("keeps every sign of a file", async () => {
  expect(await read(file([0xef, 0xbb, 0xbf, 0x61, 0x0d, 0x0a]))).toEqual({ name: "a.py", text: "\ufeffa\r\n" });
});

it("says that a file is no text", async () => {
  expect(await read(file([0x61, 0xff]))).toBeNull();
});

it("makes names that the server takes", () => {
  const taken = /^[\p{L}\p{N}_][\p{L}\p{N}_ .+-]{0,99}$/u;
  for (const name of ["mía 2.py", "../../etc/passwd", ".py", "", "a".repeat(300), "x\n;rm -rf.py", "-"]) {
    expect(plainName(name)).toMatch(taken);
  }
  expect(plainName("mía 2.py")).toBe("mía 2.py");
});

it("sends so much of a file that one sees whether it is too large", () => {
  const bytes = (text: string): number => new Blob([text]).size;
  for (const letter of ["a", "ñ", "€", "🦦"]) {
    const fits = letter.repeat(1024 / bytes(letter));
    expect(enough(fits, 1)).toBe(fits);
    const sent = enough(letter.repeat(5000), 1);
    expect([bytes(sent) > 1024, bytes(sent) <= 1028, letter.repeat(5000).startsWith(sent)]).toEqual([true, true, true]);
  }
});

it("makes tickets that differ", () => {
  expect(newTicket()).toMatch(/^[0-9a-f]{32}$/);
  expect(newTicket()).not.toBe(newTicket());
});
