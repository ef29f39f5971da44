import { beforeEach, expect, test, vi } from "vitest";

type Message = { data: string; lastEventId: string };

/** A browser's EventSource, spoken to by the test. */
class Source {
  static last: Source;
  onmessage: ((message: Message) => void) | null = null;
  onerror: (() => void) | null = null;
  readonly named = new Map<string, (message: Message) => void>();
  closed = false;
  constructor(readonly url: string) {
    Source.last = this;
  }
  addEventListener(name: string, hear: (message: Message) => void) {
    this.named.set(name, hear);
  }
  close() {
    this.closed = true;
  }
  greet(...jobs: string[]) {
    this.named.get("underway")?.({ data: JSON.stringify({ jobs }), lastEventId: "" });
  }
  say(id: number, event: object) {
    this.onmessage?.({ data: JSON.stringify(event), lastEventId: String(id) });
  }
}

const asked: { method: string; path: string }[] = [];
const page = { visibilityState: "visible", hear: () => {} };
const server = { token: "old", away: false };

/** Of a page that is nothing but its token. */
class Parser {
  parseFromString(text: string) {
    return { querySelector: () => (text ? { content: text } : null) };
  }
}

/** The server: it tells its token, and takes jobs of whoever knows it. */
async function fetched(path: string, init?: { method: string; headers: Record<string, string> }) {
  if (server.away) throw new TypeError("no server");
  if (path === "/") return { text: async () => server.token };
  asked.push({ method: init?.method ?? "", path });
  const known = init?.headers["x-tablero-token"] === server.token;
  const status = known ? 200 : 403;
  return { ok: known, status, json: async () => ({ job: String(6 + asked.length), detail: "old" }) };
}

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
    querySelector: (what: string) => (what.includes("token") ? { content: "old" } : null),
    documentElement: {},
    get visibilityState() {
      return page.visibilityState;
    },
    addEventListener: (_kind: string, hear: () => void) => (page.hear = hear),
  });
  server.token = "old";
  vi.stubGlobal("DOMParser", Parser);
  vi.stubGlobal("fetch", fetched);
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

test("what nobody does any more has been cancelled", async () => {
  const { listen, run } = await import("./stream");
  listen();
  const heard: string[] = [];
  for (const name of ["lost", "kept", "done"])
    await run(job, (event) => heard.push(`${name} ${event.state}`));
  page.visibilityState = "hidden";
  page.hear();
  page.visibilityState = "visible";
  page.hear();
  await run(job, (event) => heard.push(`new ${event.state}`));
  Source.last.say(1, { job: "9", state: "done" });
  Source.last.greet("8");
  expect(heard).toEqual(["done done", "lost cancelled"]);
});

test("a stream that breaks is opened again when there is a server", async () => {
  vi.useFakeTimers();
  const { listen, run } = await import("./stream");
  const { connection } = await import("./connection.svelte");
  listen();
  const heard: string[] = [];
  await run(job, (event) => heard.push(event.state));
  const broken = Source.last;
  server.away = true;
  broken.onerror?.();
  expect([broken.closed, connection.lost]).toEqual([true, true]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(Source.last).toBe(broken);
  server.away = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(Source.last).not.toBe(broken);
  Source.last.greet();
  expect([heard, connection.lost]).toEqual([["cancelled"], false]);
  vi.useRealTimers();
});

test("a server that was started again is told its new token", async () => {
  const { run } = await import("./stream");
  server.token = "new";
  await expect(run(job, () => {})).resolves.toMatchObject({ job: "8" });
});
