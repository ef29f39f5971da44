import { beforeEach, describe, expect, test, vi } from "vitest";
import type { CourseTold, ProgressTold, RoundTold } from "../api/arena";

/** The server's answers, as the test gives them, and what the address says. */
const server = vi.hoisted(() => ({
  course: vi.fn(),
  history: vi.fn(),
  round: vi.fn(),
  notable: vi.fn(),
  progress: vi.fn(),
  live: vi.fn(),
  game: vi.fn(),
}));
const place = vi.hoisted(() => ({
  query: {} as Record<string, string>,
  note(changes: Record<string, string>) {
    place.query = { ...place.query, ...changes };
  },
}));
vi.mock("../api/arena", () => server);
vi.mock("../api/static", () => ({ STATIC: false }));
vi.mock("../address.svelte", () => ({ address: place }));
const { Arena } = await import("./arena.svelte");

const round = (number: number): RoundTold => ({ round: { number }, rows: [] }) as unknown as RoundTold;
const course = (rounds: number): CourseTold =>
  ({ rounds: Array.from({ length: rounds }, (_, n) => round(n + 1).round) }) as unknown as CourseTold;
const playing = (number: number): ProgressTold => ({ state: "playing", number, players: 0, done: 0, last: [] });

beforeEach(() => {
  vi.stubGlobal("document", { visibilityState: "visible" });
  place.query = {};
  server.course.mockResolvedValue(course(1));
  server.history.mockResolvedValue({ rounds: [], players: [] });
  server.round.mockImplementation((number: number) => Promise.resolve(round(number)));
  server.notable.mockResolvedValue([]);
  server.live.mockResolvedValue({ shown: false, games: [] });
  server.game.mockResolvedValue({ first: "a", second: "b" });
});

describe("the room of the tournament", () => {
  test("asks for nothing more when it is left, also if notable games are never found", async () => {
    vi.useFakeTimers();
    vi.stubGlobal("document", { ...document, addEventListener: vi.fn(), removeEventListener: vi.fn() });
    server.notable.mockResolvedValue(null);
    server.progress.mockResolvedValue(playing(2));
    const leave = new Arena().open();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(server.notable.mock.calls.length).toBeGreaterThan(1);
    leave();
    await vi.advanceTimersByTimeAsync(5000);
    vi.clearAllMocks();
    await vi.advanceTimersByTimeAsync(60_000);
    for (const asked of Object.values(server)) expect(asked).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  test("makes up for an opening that has failed", async () => {
    for (const asked of [server.course, server.history, server.round]) {
      asked.mockRejectedValueOnce(new Error("nobody answers"));
      const arena = new Arena();
      await arena.follow();
      expect([arena.round, arena.problem]).toEqual([null, "nobody answers"]);
      server.progress.mockResolvedValue(playing(2));
      await arena.look();
      expect([arena.round, arena.problem]).toEqual([round(1), ""]);
    }
  });

  test("shows the round that was chosen last, whichever comes first", async () => {
    const arena = new Arena();
    server.course.mockResolvedValue(course(3));
    await arena.follow();
    let answer: (told: RoundTold) => void = () => undefined;
    server.round.mockReturnValueOnce(new Promise<RoundTold>((resolve) => (answer = resolve)));
    const first = arena.choose(1);
    const second = arena.choose(2);
    expect(arena.chosen).toBe(2);
    await second;
    answer(round(1));
    await first;
    expect([arena.round?.round.number, arena.chosen]).toEqual([2, 0]);
  });

  test("learns what was published while another round has begun", async () => {
    const arena = new Arena();
    await arena.follow();
    server.progress.mockResolvedValue(playing(2));
    await arena.look();
    server.progress.mockResolvedValue(playing(3));
    server.course.mockResolvedValue(course(2));
    await arena.look();
    expect([arena.course?.rounds.length, arena.round?.round.number]).toEqual([2, 2]);
  });

  test("leaves whoever watches a game where he is, and says of which round it is", async () => {
    const arena = new Arena();
    await arena.follow();
    await arena.watch({ first: 1, second: 2, opening: 1, winner: 1, reason: "won", moves: 3 });
    expect(place.query).toEqual({ round: "1", replay: "1-2-1" });
    const watched = arena.replay;
    server.progress.mockResolvedValue(playing(3));
    server.course.mockResolvedValue(course(2));
    await arena.look();
    expect([arena.course?.rounds.length, arena.round?.round.number]).toEqual([2, 1]);
    expect(arena.replay).toBe(watched);
  });
});
