import { describe, expect, it } from "vitest";
import type { Line } from "../api/client";
import { turns } from "./fakes";
import type { Query } from "./link";
import { Sync } from "./sync.svelte";
import { Table } from "./table.svelte";

/** An address with the entries that the back button leads through. */
class History {
  entries: Query[];

  constructor(first: Query) {
    this.entries = [first];
  }

  get query(): Query {
    return this.entries.at(-1) ?? {};
  }

  go(_room: "play", query: Query): void {
    this.entries.push(query);
  }

  note(changes: Query): void {
    const all = Object.entries({ ...this.query, ...changes });
    this.entries[this.entries.length - 1] = Object.fromEntries(all.filter(([, value]) => value));
  }
}

async function opened(first: Query, tell = turns()) {
  const table = new Table(tell);
  const address = new History(first);
  const sync = new Sync(table, address);
  await sync.read();
  sync.write();
  const moves = (): (string | undefined)[] => address.entries.map((each) => each["moves"]);
  return { table, address, sync, moves };
}

describe("the address of a game", () => {
  it("keeps what is shown, and what others have written there", async () => {
    const { table, address, sync } = await opened({ moves: "1 2", lang: "es" });
    await table.play("3");
    sync.write();
    expect(address.entries).toEqual([{ moves: "1 2 3", lang: "es" }]);
  });

  it("has another entry for a game that is begun, and the old one leads back", async () => {
    const { table, address, sync, moves } = await opened({ moves: "1 2" });
    await table.begin("connect4", "");
    sync.write();
    expect(moves()).toEqual(["1 2", undefined]);
    address.entries.pop();
    await sync.read();
    sync.write();
    expect([moves(), table.line.length]).toEqual([["1 2"], 3]);
  });

  it("has none for a game that was overtaken by another move", async () => {
    const slow: (() => void)[] = [];
    const tell = turns();
    const late = async (line: Line, since: number) => {
      if (line.start === "late") await new Promise<void>((resolve) => slow.push(resolve));
      return tell(line, since);
    };
    const { table, sync, moves } = await opened({ moves: "1" }, late);
    const begun = table.begin("connect4", "late");
    await table.play("2");
    slow.forEach((release) => release());
    await begun;
    sync.write();
    expect(moves()).toEqual(["1 2"]);
  });
});
