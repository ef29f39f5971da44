import { describe, expect, it } from "vitest";
import type { Job, JobEvent, Told } from "../api/client";
import type { Listener, Running } from "../api/stream";
import { Errand } from "./errand";

/** A server that says what the test says. */
class Server {
  readonly asked: { job: Job; tell: Listener; cancelled: boolean }[] = [];

  run = (job: Job, listener: Listener): Promise<Running> => {
    const entry = { job, tell: listener, cancelled: false };
    this.asked.push(entry);
    return Promise.resolve({
      job: String(this.asked.length),
      cancel: () => void (entry.cancelled = true),
    });
  };

  tell(number: number, state: JobEvent["state"], told?: Told, problem?: string): void {
    this.asked[number]?.tell({ job: "", state, told: told ?? null, problem: problem ?? null });
  }
}

const job: Job = {
  kind: "count",
  line: { game: "connect4", start: "", moves: [] },
  depth: 4,
  eval: "",
};
const counted: Told = { kind: "counted", pruned: 1, whole: 2, depth: 4 };

function set() {
  const server = new Server();
  const heard: string[] = [];
  const looks: (() => void)[] = [];
  const errand = new Errand<Told>(server.run, (call) => void looks.push(call));
  const hearer = {
    news: (told: Told) => void heard.push(told.kind),
    done: () => void heard.push("done"),
    failed: (problem: string) => void heard.push(problem),
    again: () => void heard.push("again"),
  };
  return { server, heard, looks, errand, hearer };
}

describe("an errand", () => {
  it("tells news, then that it is done", () => {
    const { server, heard, errand, hearer } = set();
    errand.start(job, hearer);
    server.tell(0, "waiting");
    server.tell(0, "again");
    server.tell(0, "news", counted);
    server.tell(0, "done");
    expect(heard).toEqual(["again", "counted", "done"]);
  });

  it("takes the place of the last, which is heard no more", async () => {
    const { server, heard, errand, hearer } = set();
    errand.start(job, hearer);
    await Promise.resolve();
    errand.start(job, hearer);
    server.tell(0, "news", counted);
    expect(heard).toEqual([]);
    expect(server.asked.map((each) => each.cancelled)).toEqual([true, false]);
  });

  it("is cancelled even before its number is known", async () => {
    const { server, errand, hearer } = set();
    errand.start(job, hearer);
    errand.stop();
    await Promise.resolve();
    await Promise.resolve();
    expect(server.asked[0]?.cancelled).toBe(true);
  });

  it("is asked for again when the server has dropped it and somebody looks", () => {
    const { server, heard, looks, errand, hearer } = set();
    errand.start(job, hearer);
    server.tell(0, "cancelled");
    expect(server.asked).toHaveLength(1);
    looks[0]?.();
    server.tell(1, "done");
    expect(heard).toEqual(["done"]);
  });

  it("says why it failed, or was not taken", async () => {
    const { server, heard, errand, hearer } = set();
    errand.start(job, hearer);
    server.tell(0, "failed", undefined, "no time");
    const refusing = new Errand<Told>(() => Promise.reject(new Error("too many wait")));
    refusing.start(job, hearer);
    await Promise.resolve();
    await Promise.resolve();
    expect(heard).toEqual(["no time", "too many wait"]);
  });
});
