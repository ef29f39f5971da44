import { beforeEach, expect, test, vi } from "vitest";

const HOUR = 3_600_000;
const asked = vi.fn<typeof fetch>();
vi.stubGlobal("document", { querySelector: () => null });
vi.stubGlobal("navigator", { languages: ["en"] });
vi.stubGlobal("location", { search: "", pathname: "/", hash: "" });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
vi.stubGlobal("fetch", asked);
vi.stubGlobal("DOMParser", class { parseFromString = () => ({ querySelector: () => null }) });
const { ask, attend, signAs } = await import("./client");

/** Does what is asked now say that nobody is there? */
async function isAlone(method: string): Promise<boolean> {
  await ask(method, "/api/arena/mine");
  return new Headers(asked.mock.lastCall?.[1]?.headers).has("x-tablero-unattended");
}

beforeEach(() => {
  vi.restoreAllMocks();
  asked.mockReset();
  asked.mockImplementation(() => Promise.resolve(new Response("{}")));
});

test.each(["keydown", "pointerdown", "click", "wheel", "input"])("who does something is there: %s", async (deed) => {
  const page = new EventTarget();
  attend(page);
  const now = vi.spyOn(performance, "now").mockReturnValue(Number.MAX_SAFE_INTEGER);
  expect(await isAlone("GET")).toBe(true);
  now.mockReturnValue(HOUR);
  page.dispatchEvent(new Event(deed));
  expect(await isAlone("GET")).toBe(false);
});

test("what is changed is somebody's deed", async () => {
  vi.spyOn(performance, "now").mockReturnValue(Number.MAX_SAFE_INTEGER);
  expect(await isAlone("POST")).toBe(false);
});

test("what is asked again is asked for the same one, whoever has signed in meanwhile", async () => {
  signAs("one");
  asked.mockImplementation((path) => {
    if (path === "/") signAs("other");
    return Promise.resolve(new Response("", { status: path === "/" ? 200 : 403 }));
  });
  await expect(ask("POST", "/api/arena/mine/hand-ins", {})).rejects.toMatchObject({ status: 403 });
  const sent = asked.mock.calls.filter(([path]) => path !== "/").map(([, init]) => new Headers(init?.headers));
  expect(sent.map((headers) => headers.get("x-tablero-session"))).toEqual(["one", "one"]);
});

test("an answer that never comes is not waited for", async () => {
  const over = new AbortController();
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(over.signal);
  asked.mockImplementation(
    (_path, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(new Error()))),
  );
  const answer = ask("GET", "/api/arena/progress");
  over.abort();
  await expect(answer).rejects.toMatchObject({ status: 0 });
});
