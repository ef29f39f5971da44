import { beforeEach, expect, test, vi } from "vitest";
import type { MineTold } from "../api/mine";
import { Refused } from "../api/refused";

/** The server's answers, as the test gives them. */
const server = vi.hoisted(() => ({ course: vi.fn(), progress: vi.fn(), mine: vi.fn(), handIn: vi.fn(), templates: vi.fn(), me: vi.fn() }));
vi.mock("../api/arena", () => server);
vi.mock("../api/mine", () => ({ ...server, follow: () => () => undefined, signOut: () => Promise.resolve() }));
const { Submit } = await import("./submit.svelte");
const { visitor } = await import("./visitor.svelte");

const told = (kilobytes: number): MineTold => ({ kilobytes, players: [], check: null }) as unknown as MineTold;

beforeEach(() => {
  vi.resetAllMocks();
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: vi.fn(), removeEventListener: vi.fn() });
  server.course.mockResolvedValue({ closes: null });
  server.templates.mockResolvedValue([]);
  server.mine.mockResolvedValue(told(1));
  server.progress.mockResolvedValue({ state: "none" });
});

async function opened() {
  const room = new Submit({});
  const leave = room.open();
  await vi.waitFor(() => expect([room.mine, room.busy, room.progress?.state]).toEqual([told(1), false, "none"]));
  leave();
  return room;
}

test("when a round begins or ends, everything is looked at anew", async () => {
  const room = await opened();
  server.mine.mockResolvedValue(told(2));
  await room.look();
  expect(room.mine?.kilobytes).toBe(1);
  server.progress.mockResolvedValue({ state: "playing", number: 3 });
  await room.look();
  expect(room.mine?.kilobytes).toBe(2);
});

test("a session that has ended elsewhere is noticed", async () => {
  const room = await opened();
  server.me.mockResolvedValue({ who: "nobody" });
  server.mine.mockRejectedValue(new Refused(401, "sign in first"));
  server.progress.mockResolvedValue({ state: "playing", number: 3 });
  await room.look();
  expect(visitor.me?.who).toBe("nobody");
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
  const again = new Submit(visitor.drafts("1-7"));
  expect([again.name, again.text]).toEqual(["otter.py", "mine"]);
  expect(new Submit(visitor.drafts("2-9")).text).toBe("");
  new Submit(visitor.drafts("1-7")).write("mine");
  server.me.mockResolvedValue({ who: "nobody" });
  await visitor.signOut(false);
  expect(new Submit(visitor.drafts("1-7")).text).toBe("");
});
