/** What the page asks of the server. Types come from the server's own schema (schema.ts). */
import { language, say } from "../words/words.svelte";
import type { components } from "./schema";
import { Refused } from "./refused";
import { STATIC } from "./static";

type Schemas = components["schemas"];
export type Catalogue = Schemas["Catalogue"];
export type Limits = Schemas["Limits"];
export type GameKind = Schemas["GameKind"];
export type AgentKind = Schemas["AgentKind"];
export type Option = Schemas["Option"];
export type Line = Schemas["Line"];
export type LineTold = Schemas["LineTold"];
export type Position = Schemas["Position"];
export type Move = Schemas["Move"];
export type Sowing = Schemas["Sowing"];
export type View = Position["view"];
export type Job = Schemas["Posted"]["job"];
export type JobEvent = Schemas["Event"];
export type Underway = Schemas["Underway"];
export type Told = NonNullable<JobEvent["told"]>;
export type Analysed = Schemas["Analysed"];
export type TreeTold = Schemas["TreeTold"];
export type SearchAsked = Schemas["Search"];
export type Experimented = Schemas["Experimented"];
export type Wording = Schemas["Wording"];
export type TableTold = Schemas["TableTold"];
export type RecordAsked = Schemas["RecordAsked"];
export type RecordRead = Schemas["RecordRead"];

/** The secret that only the server's own page knows. */
function tokenOf(page: Document): string {
  return page.querySelector<HTMLMetaElement>('meta[name="tablero-token"]')?.content ?? "";
}

let token = tokenOf(document);
let session = "";

/** Somebody has signed in at the tournament, or out: his changes carry this. */
export function signAs(told: string): void {
  session = told;
}

const ALONE = 60_000; // ms
/** Of somebody who is there. Screen readers and voices click without a pointer. */
const DEEDS = ["keydown", "pointerdown", "click", "wheel", "input"];
let touched = 0;

/** Notice who is there. What a page asks by itself, for longer than a minute, keeps nobody signed in. */
export function attend(page: EventTarget): void {
  const touch = (): void => void (touched = performance.now());
  for (const deed of DEEDS) page.addEventListener(deed, touch, { capture: true, passive: true });
}

const PATIENCE = 30_000; // ms; what is changed may take longer

/**
 * A server that was started again has another token: its page tells it. Where it asks for the
 * password first, so do we. Rejects if there is no server.
 */
export async function renew(): Promise<void> {
  const told = await (await fetch("/", { signal: AbortSignal.timeout(PATIENCE) })).text();
  const fresh = tokenOf(new DOMParser().parseFromString(told, "text/html"));
  if (fresh) token = fresh;
  else if (token) location.reload();
}

/** This tab's name: the server sends it the events of its own jobs. */
export const tab: string = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
  byte.toString(16).padStart(2, "0"),
).join("");

function send(method: string, path: string, body: unknown, keepalive: boolean, session: string) {
  const reads = method === "GET";
  return fetch(path, {
    method,
    keepalive,
    signal: reads ? AbortSignal.timeout(PATIENCE) : null,
    headers: {
      "accept-language": language(),
      ...(reads ? {} : { "x-tablero-token": token, "x-tablero-session": session }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(reads && performance.now() - touched > ALONE ? { "x-tablero-unattended": "1" } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(0, say("unreachable"));
  });
}

const STALE = [401, 403];
const NOTHING = 204;

/** What the server answers. Rejects with Refused. */
export async function ask(method: string, path: string, body?: unknown, keepalive = false) {
  const asking = session; // somebody else may sign in meanwhile
  let response = await send(method, path, body, keepalive, asking);
  if (STALE.includes(response.status)) {
    await renew();
    response = await send(method, path, body, keepalive, asking);
  }
  if (!response.ok) {
    const told = (await response.json().catch(() => null)) as { detail?: unknown } | null;
    const detail = typeof told?.detail === "string" ? told.detail : response.statusText;
    throw new Refused(response.status, detail);
  }
  return response;
}

/** What lies at an address. */
export async function get<T>(path: string): Promise<T> {
  return (await ask("GET", path)).json() as Promise<T>;
}

/** Change something; what is answered, if anything is. */
export async function post<T>(path: string, body?: unknown): Promise<T | null> {
  const answer = await ask("POST", path, body ?? {});
  return answer.status === NOTHING ? null : ((await answer.json()) as T);
}

export function catalogue(): Promise<Catalogue> {
  return get(STATIC ? "arena/catalogue.json" : "/api/catalogue");
}

/** The positions of a line, from number `since` on. */
export async function tellLine(line: Line, since = 0): Promise<LineTold> {
  return (await ask("POST", "/api/line", { ...line, since })).json() as Promise<LineTold>;
}

/** A game as one line of JSON, as `tablero replay` reads it. */
export async function saveRecord(asked: RecordAsked): Promise<string> {
  const written = await ask("POST", "/api/record/save", asked);
  return ((await written.json()) as Schemas["RecordWritten"]).text;
}

/** The game of such a line. */
export async function loadRecord(text: string): Promise<RecordRead> {
  return (await ask("POST", "/api/record/load", { text })).json() as Promise<RecordRead>;
}

/** Have a job done; its events come through the stream. */
export async function postJob(job: Job): Promise<string> {
  const accepted = await ask("POST", "/api/jobs", { tab, job });
  return ((await accepted.json()) as { job: string }).job;
}

export async function cancelJob(job: string): Promise<void> {
  await ask("DELETE", `/api/jobs/${job}`);
}

/** What a job has made that is too large for an event. */
export async function fetchResult<T>(job: string): Promise<T> {
  return (await ask("GET", `/api/results/${job}`)).json() as Promise<T>;
}

/** Tell the server that nobody looks any more. */
export function leave(): void {
  void ask("POST", `/api/tabs/${tab}/close`, undefined, true).catch(() => undefined);
}
