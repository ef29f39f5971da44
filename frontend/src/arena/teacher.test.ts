import { beforeEach, describe, expect, test, vi } from "vitest";
import { Refused } from "../api/refused";
import type { EventSeen, PairTold } from "../api/teacher";

/** The server's answers, as the test gives them. */
const server = vi.hoisted(() => ({
  me: vi.fn(),
  signIn: vi.fn(),
  signOut: vi.fn(),
  state: vi.fn(),
  live: vi.fn(),
  overview: vi.fn(),
  rounds: vi.fn(),
  calendar: vi.fn(),
  events: vi.fn(),
  pair: vi.fn(),
  file: vi.fn(),
  newSecret: vi.fn(),
}));
vi.mock("../api/teacher", () => server);
const { Teacher } = await import("./teacher.svelte");

const nothing: PairTold = { versions: [], verdicts: [] };
const event = (number: number): EventSeen => ({ event: number, at: "", who: "system", what: "", told: {} });
const log = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => event(from - n));

beforeEach(() => {
  vi.clearAllMocks();
  server.me.mockResolvedValue({ who: "teacher", token: "t", teacher: true });
  server.signIn.mockResolvedValue({ who: "teacher", token: "t", teacher: true });
  server.state.mockResolvedValue({ state: "idle" });
  server.overview.mockResolvedValue({ pairs: [] });
  server.rounds.mockResolvedValue([]);
  server.calendar.mockResolvedValue({ days: [] });
  server.events.mockResolvedValue({ events: [], more: false });
  server.pair.mockResolvedValue(nothing);
});

async function signedIn() {
  const teacher = new Teacher();
  await teacher.signIn("password");
  return teacher;
}

describe("what the teacher sees", () => {
  test("is never one pair's below the name of another", async () => {
    const teacher = await signedIn();
    await teacher.show("01-07");
    const [late, own] = [{ ...nothing }, { ...nothing }];
    let answer: (told: PairTold) => void = () => undefined;
    server.pair.mockReturnValueOnce(new Promise<PairTold>((resolve) => (answer = resolve)));
    const refreshed = teacher.refresh();
    await vi.waitFor(() => expect(server.pair).toHaveBeenCalledTimes(2));
    server.pair.mockResolvedValueOnce(own);
    await teacher.show("02-09");
    answer(late);
    await refreshed;
    expect([teacher.pair, teacher.told]).toEqual(["02-09", own]);
    expect(teacher.told).toBe(own);
  });

  test("is gone when somebody has signed out, the secret above all", async () => {
    const teacher = await signedIn();
    await teacher.show("01-07");
    server.newSecret.mockResolvedValue({ pair: "01-07", secret: "qX", password: "p" });
    await teacher.renew("01-07");
    expect(teacher.secret?.password).toBe("p");
    server.me.mockResolvedValue({ who: "nobody", token: "", teacher: true });
    await teacher.signOut();
    expect([teacher.isIn, teacher.secret, teacher.told, teacher.overview]).toEqual([false, null, null, null]);
  });

  test("is gone when the session has ended elsewhere", async () => {
    const teacher = await signedIn();
    server.overview.mockRejectedValue(new Refused(403, "this is for the teacher"));
    server.me.mockResolvedValue({ who: "pair", token: "", teacher: true });
    expect(await teacher.change(() => Promise.resolve())).toBe(false);
    expect([teacher.isIn, teacher.overview]).toEqual([false, null]);
  });

  test("of earlier times stays while there are news", async () => {
    server.events.mockResolvedValue({ events: log(6, 4), more: true });
    const teacher = await signedIn();
    server.events.mockResolvedValue({ events: log(3, 1), more: false });
    await teacher.earlier();
    server.events.mockResolvedValue({ events: log(7, 5), more: true });
    await teacher.refresh();
    expect(teacher.events.map((each) => each.event)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(teacher.moreEvents).toBe(false);
    server.events.mockResolvedValue({ events: log(30, 28), more: true });
    await teacher.refresh();
    expect(teacher.events.map((each) => each.event)).toEqual([30, 29, 28]);
    expect(teacher.moreEvents).toBe(true);
  });
});
