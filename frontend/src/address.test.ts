import { beforeEach, describe, expect, it, vi } from "vitest";
import { query as playQuery, USUAL as PLAY } from "./play/link";
import { searchQuery, readSettings } from "./tree/settings";
import { ACCEPTED } from "./experiments/fakes";
import { query as labQuery, usual } from "./experiments/form";

let goBack = (): void => {};

/** As if the browser had opened this address. */
async function opened(path: string) {
  vi.stubGlobal("location", new URL(path, "http://localhost"));
  return (await import("./address.svelte")).address;
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal("addEventListener", (_kind: string, call: () => void) => (goBack = call));
  vi.stubGlobal("document", { querySelector: () => null });
  vi.stubGlobal("history", { pushState: () => {}, replaceState: () => {} });
});

describe("an address", () => {
  it("carries the game from room to room, and nothing else", async () => {
    const address = await opened("/tree?game=kalah&moves=3+1&second=you&lang=es&view=outline&step=7&quiz=5");
    expect(address.link("play")).toBe("/play?game=kalah&moves=3+1&second=you&lang=es");
    address.go("lab");
    expect(address.query).toEqual({ game: "kalah", moves: "3 1", second: "you", lang: "es" });
  });

  it("gives a room its own back, with the game of now", async () => {
    const address = await opened("/tree?moves=4&plies=6");
    address.go("play");
    address.note({ moves: "4 4" });
    expect(address.link("tree")).toBe("/tree?moves=4+4&plies=6");
  });

  it("leaves step and quiz of another position behind", async () => {
    const address = await opened("/tree?moves=4&plies=6&step=3&quiz=9");
    address.go("play");
    expect(address.link("tree")).toBe("/tree?moves=4&plies=6&step=3&quiz=9");
    address.note({ moves: "4 4" });
    expect(address.link("tree")).toBe("/tree?moves=4+4&plies=6");
  });

  it("is what the browser says after a step back", async () => {
    const address = await opened("/lab?lab=ladder");
    vi.stubGlobal("location", new URL("http://localhost/play?moves=4"));
    goBack();
    expect([address.room, address.query]).toEqual(["play", { moves: "4" }]);
    expect(address.link("lab")).toBe("/lab?moves=4&lab=ladder");
  });

  it("leaves out what is empty", async () => {
    const address = await opened("/play?moves=4");
    address.note({ moves: "", flip: "1" });
    expect(address.link()).toBe("/play?flip=1");
  });
});

describe("names", () => {
  const filled = (told: object): string => Object.keys(told).map((name) => `${name}=1`).join("&");
  const { eval: _shared, ...search } = searchQuery(readSettings({}, []).search);

  it("of the game in Play are shared by all rooms", async () => {
    const address = await opened(`/play?${filled(playQuery(PLAY))}`);
    expect(address.link("tree")).toBe(`/tree?${filled(playQuery(PLAY))}`);
  });

  it.each([search, labQuery(usual("growth", "kalah"), ACCEPTED)])("of other rooms are their own", async (own) => {
    const address = await opened(`/play?${filled(own)}`);
    expect(address.link("tree")).toBe("/tree");
  });
});
