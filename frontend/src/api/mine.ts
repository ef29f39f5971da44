/** What a pair asks the tournament for itself. */
import { ask, get, signAs } from "./client";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type MeTold = Schemas["MeTold"];
export type MineTold = Schemas["MineTold"];
export type OwnPlayerTold = Schemas["OwnPlayerTold"];
export type VersionTold = Schemas["VersionTold"];
export type RulingTold = Schemas["RulingTold"];
export type CheckTold = Schemas["CheckTold"];
export type StageTold = Schemas["StageTold"];
export type FindingTold = Schemas["FindingTold"];
export type ScoreTold = Schemas["ScoreTold"];
export type VerdictTold = Schemas["VerdictTold"];
export type HandInTold = Schemas["HandInTold"];
export type TemplateTold = Schemas["TemplateTold"];

const ROOT = "/api/arena";

async function post<T>(path: string, body: unknown): Promise<T> {
  return (await ask("POST", `${ROOT}/${path}`, body)).json() as Promise<T>;
}

async function signed(told: Promise<MeTold>): Promise<MeTold> {
  signAs((await told).token);
  return told;
}

/** Who is signed in. */
export const me = (): Promise<MeTold> => signed(get(`${ROOT}/me`));
export const signIn = (asked: Schemas["SignInAsked"]): Promise<MeTold> => signed(post("sign-in", asked));
export const signInTeacher = (password: string): Promise<MeTold> => signed(post("sign-in/teacher", { password }));

export async function signOut(everywhere: boolean): Promise<void> {
  await ask("POST", `${ROOT}/sign-out`, { everywhere });
  signAs("");
}

export const mine = (): Promise<MineTold> => get(`${ROOT}/mine`);

export async function templates(): Promise<readonly TemplateTold[]> {
  return (await get<Schemas["TemplatesTold"]>(`${ROOT}/templates`)).templates;
}

export async function file(player: number, version: number): Promise<string> {
  return (await ask("GET", `${ROOT}/mine/players/${player}/versions/${version}`)).text();
}

export const check = (asked: Schemas["CheckAsked"]): Promise<CheckTold> => post("mine/checks", asked);
export const handIn = (asked: Schemas["HandInAsked"]): Promise<HandInTold> => post("mine/hand-ins", asked);

export async function cancel(number: string): Promise<void> {
  await ask("DELETE", `${ROOT}/mine/checks/${number}`);
}

/** Hear of a check while the page is seen, until what is returned is called; `lost` if it is not there any more. */
export function follow(number: string, hear: (told: CheckTold) => void, lost: () => void): () => void {
  let source: EventSource | null = null;
  const close = (): void => {
    source?.close();
    source = null;
  };
  const look = (): void => {
    close();
    if (document.visibilityState !== "visible") return;
    source = new EventSource(`${ROOT}/mine/checks/${number}/events`);
    source.onmessage = (event: MessageEvent<string>) => hear(JSON.parse(event.data) as CheckTold);
    source.onerror = () => source?.readyState === EventSource.CLOSED && lost();
  };
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    document.removeEventListener("visibilitychange", look);
    close();
  };
}
