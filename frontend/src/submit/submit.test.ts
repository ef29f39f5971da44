import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { CheckTold, MineTold } from "../api/mine";
import { Refused } from "../api/refused";

/** The server's answers, as the test gives them. */
const server = vi.hoisted(() => ({
  course: vi.fn(),
  progress: vi.fn(),
  mine: vi.fn(),
  handIn: vi.fn(),
  templates: vi.fn(),
  me: vi.fn(),
  follow: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock("../api/arena", () => server);
vi.mock("../api/mine", () => server);
const { Submit } = await import("./submit.svelte");
const { visitor } = await import("./visitor.svelte");

const told = (kilobytes: number): MineTold => ({ kilobytes, players: [], check: null }) as unknown as MineTold;
const going = (check: string): CheckTold => ({ check, state: "going", version: 1 }) as unknown as CheckTold;
const pair = (number: number) => ({ who: "pair", group: 1, pair: number, token: "", teacher: true }) as const;
const followed = (): unknown[] => server.follow.mock.calls.map(([check]: unknown[]) => check);

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() });
  visitor.me = pair(7);
  server.me.mockResolvedValue(pair(7));
  server.signOut.mockResolvedValue(undefined);
  server.follow.mockReturnValue(() => undefined);
  server.course.mockResolvedValue({ closes: null });
  server.templates.mockResolvedValue([]);
  server.mine.mockResolvedValue(told(1));
  server.progress.mockResolvedValue({ state: "none" });
});

let leave: () => void = () => undefined;
afterEach(() => leave());

async function opened() {
  const room = new Submit(visitor.drafts("1-7"));
  leave();
  leave = room.open();
  await vi.waitFor(() => expect([room.busy, room.progress?.state]).toEqual([false, "none"]));
  return room;
}

/** Another round is played: there is everything to be looked at. */
async function renewed(room: Awaited<ReturnType<typeof opened>>) {
  server.progress.mockResolvedValue({ state: "playing", number: 3 });
  await room.look();
}

test("when a round begins or ends, everything is looked at anew", async () => {
  const room = await opened();
  server.mine.mockResolvedValue(told(2));
  await room.look();
  expect(room.mine?.kilobytes).toBe(1);
  await renewed(room);
  expect(room.mine?.kilobytes).toBe(2);
});

test("a session that has ended elsewhere is noticed", async () => {
  const room = await opened();
  server.me.mockResolvedValue({ who: "nobody" });
  server.mine.mockRejectedValue(new Refused(401, "sign in first"));
  await renewed(room);
  expect(visitor.me?.who).toBe("nobody");
});

test("who has signed in elsewhere finds nothing of those before, nor under their name", async () => {
  const room = await opened();
  room.write("mine");
  server.me.mockResolvedValue(pair(9));
  server.mine.mockResolvedValue(told(2));
  await renewed(room);
  expect([visitor.me, room.mine?.kilobytes]).toEqual([pair(9), 1]);
  expect(new Submit(visitor.drafts(visitor.pair)).text).toBe("");
});

test("the teacher who has signed in elsewhere ends the desk, whatever is done at it", async () => {
  const teacher = { ...pair(0), who: "teacher" } as const;
  const room = await opened();
  room.write("mine");
  server.me.mockResolvedValue(teacher);
  server.handIn.mockRejectedValue(new Refused(403, "somebody else has signed in here"));
  await room.handIn();
  expect(visitor.me).toBe(teacher);
  visitor.me = pair(7);
  server.signOut.mockRejectedValue(new Refused(403, "somebody else has signed in here"));
  await visitor.signOut(false);
  expect([visitor.me, visitor.problem]).toEqual([teacher, ""]);
  expect(new Submit(visitor.drafts("1-7")).text).toBe("");
});

test("an opening that has failed is made up for, with the check that is under way", async () => {
  for (const asked of [server.course, server.mine]) {
    asked.mockRejectedValueOnce(new Refused(0, "nobody answers"));
    const room = await opened();
    expect([room.mine, room.problem]).toEqual([null, "nobody answers"]);
    server.mine.mockResolvedValue({ ...told(1), check: going("a") });
    await renewed(room);
    expect([room.course, room.check?.check, room.problem]).toEqual([{ closes: null }, "a", ""]);
    server.progress.mockResolvedValue({ state: "none" });
    server.mine.mockResolvedValue(told(1));
  }
  expect(followed()).toEqual(["a", "a"]);
});

test("the check of a file that somebody else hands in is followed, and one that has ended is not brought back", async () => {
  const room = await opened();
  server.mine.mockResolvedValue({ ...told(1), check: { ...going("a"), state: "done" } });
  await renewed(room);
  expect(room.check).toBeNull();
  server.mine.mockResolvedValue({ ...told(1), check: going("b") });
  server.progress.mockResolvedValue({ state: "none" });
  await room.look();
  expect([room.check?.check, followed()]).toEqual(["b", ["b"]]);
});

test("a check that is told of when the room has been left is not followed", async () => {
  const room = await opened();
  leave();
  server.mine.mockResolvedValue({ ...told(1), check: going("a") });
  await renewed(room);
  expect(followed()).toEqual([]);
});

test("the check of a second version is followed, though that of the first ends meanwhile", async () => {
  server.mine.mockResolvedValue({ ...told(1), check: going("a") });
  const room = await opened();
  server.handIn.mockResolvedValue({ kept: true, check: "b" });
  const answers: ((told: MineTold) => void)[] = [];
  server.mine.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  const handed = room.handIn();
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  const [, hear] = server.follow.mock.calls[0] as [string, (told: CheckTold) => void];
  hear({ ...going("a"), state: "cancelled" });
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]?.({ ...told(1), check: going("b") });
  await handed;
  expect([room.check?.check, followed()]).toEqual(["b", ["a", "b"]]);
});

test("of a file that is too large so much is sent that this is seen", async () => {
  const room = await opened();
  server.handIn.mockResolvedValue({ kept: false, check: null });
  room.write("x".repeat(3_000_000));
  await room.handIn();
  const [{ text }] = server.handIn.mock.calls[0] as [{ text: string }];
  expect(text.length).toBe(1028);
});

test("a draft is there again for its pair, until it signs out", async () => {
  new Submit(visitor.drafts("1-7")).write("mine", "otter.py");
  new Submit(visitor.drafts("1-7")).choose(2);
  const again = new Submit(visitor.drafts("1-7"));
  expect([again.name, again.text, again.player]).toEqual(["otter.py", "mine", 2]);
  expect(new Submit(visitor.drafts("2-9")).text).toBe("");
  new Submit(visitor.drafts("1-7")).write("mine");
  server.me.mockResolvedValue({ who: "nobody" });
  await visitor.signOut(false);
  const { text, player } = new Submit(visitor.drafts("1-7"));
  expect([text, player]).toEqual(["", 1]);
});
