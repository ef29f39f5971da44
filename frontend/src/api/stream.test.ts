import { beforeEach, expect, test, vi } from "vitest";

/** A browser's EventSource, spoken to by the test. */
class Source {
  static last: Source;
  onmessage: ((message: { data: string; lastEventId: string }) => void) | null = null;
  closed = false;
  constructor(readonly url: string) {
    Source.last = this;
  }
  close() {
    this.closed = true;
  }
  say(id: number, event: object) {
    this.onmessage?.({ data: JSON.stringify(event), lastEventId: String(id) });
  }
}

const asked: { method: string; path: string }[] = [];
const page = { visibilityState: "visible", hear: () => {} };

beforeEach(() => {
  vi.resetModules();
  asked.length = 0;
  page.visibilityState = "visible";
  vi.stubGlobal("EventSource", Source);
  vi.stubGlobal("location", { search: "", href: "http://localhost/" });
  vi.stubGlobal("navigator", { languages: ["en"], language: "en" });
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {} });
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("document", {
    querySelector: () => null,
    documentElement: {},
    get visibilityState() {
      return page.visibilityState;
    },
    addEventListener: (_kind: string, hear: () => void) => (page.hear = hear),
  });
  vi.stubGlobal("fetch", async (path: string, init: { method: string }) => {
    asked.push({ method: init.method, path });
    return { ok: true, json: async () => ({ job: String(6 + asked.length) }) };
  });
});

const job = { kind: "choose", line: { game: "tictactoe" }, agent: "random" } as never;

test("events that come before the job's number are not lost", async () => {
  const { run } = await import("./stream");
  const heard: string[] = [];
  const running = run(job, (event) => heard.push(event.state));
  Source.last.say(1, { job: "7", state: "waiting" });
  await running;
  Source.last.say(2, { job: "7", state: "done" });
  Source.last.say(3, { job: "7", state: "done" });
  expect(heard).toEqual(["waiting", "done"]);
});

test("what is cancelled is not heard of again", async () => {
  const { run } = await import("./stream");
  const heard: string[] = [];
  const running = await run(job, (event) => heard.push(event.state));
  running.cancel();
  running.cancel();
  Source.last.say(1, { job: "7", state: "cancelled" });
  expect(heard).toEqual([]);
  expect(asked.filter((each) => each.method === "DELETE")).toHaveLength(1);
});

test("an answer is the last thing told, or the problem", async () => {
  const { answer } = await import("./stream");
  const first = answer(job);
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  Source.last.say(1, { job: "7", state: "news", told: { kind: "chosen", move: "1" } });
  Source.last.say(2, { job: "7", state: "done" });
  await expect(first).resolves.toMatchObject({ told: { move: "1" }, job: "7" });
  const second = answer(job);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  Source.last.say(3, { job: "8", state: "failed", problem: "no" });
  await expect(second).rejects.toThrow("no");
});

test("a hidden tab closes its stream, and goes on where it was", async () => {
  const { listen } = await import("./stream");
  listen();
  const before = Source.last;
  before.say(41, { job: "x", state: "waiting" });
  page.visibilityState = "hidden";
  page.hear();
  expect(before.closed).toBe(true);
  page.visibilityState = "visible";
  page.hear();
  expect(Source.last.url).toContain("since=41");
});
