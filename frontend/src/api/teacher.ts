/** What the teacher asks for and does. */
import { get, post, signAs } from "./client";
import type { LiveTold } from "./arena";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type MeTold = Schemas["MeTold"];
export type OverviewTold = Schemas["OverviewTold"];
export type PairSeen = Schemas["PairSeen"];
export type PairTold = Schemas["PairTold"];
export type VersionSeen = Schemas["VersionSeen"];
export type VerdictSeen = Schemas["VerdictSeen"];
export type VerdictAsked = Schemas["VerdictAsked"];
export type FileTold = Schemas["FileTold"];
export type RoundState = Schemas["RoundState"];
export type RoundSeen = Schemas["RoundSeen"];
export type StandingsSeen = Schemas["StandingsSeen"];
export type EventsTold = Schemas["EventsTold"];
export type EventSeen = Schemas["EventSeen"];
export type CalendarTold = Schemas["CalendarTold"];
export type SecretTold = Schemas["SecretTold"];

const ARENA = "/api/arena";
const OWN = `${ARENA}/teacher`;

function known(me: MeTold): MeTold {
  signAs(me.token);
  return me;
}

export const me = async (): Promise<MeTold> => known(await get<MeTold>(`${ARENA}/me`));

export async function signIn(password: string): Promise<MeTold | null> {
  const told = await post<MeTold>(`${ARENA}/sign-in/teacher`, { password });
  return told && known(told);
}

export async function signOut(): Promise<void> {
  await post(`${ARENA}/sign-out`);
  signAs("");
}

export const overview = (): Promise<OverviewTold> => get(`${OWN}/overview`);
export const pair = (id: string): Promise<PairTold> => get(`${OWN}/pairs/${id}`);
export const file = (upload: number): Promise<FileTold> => get(`${OWN}/files/${upload}`);
export const state = (): Promise<RoundState> => get(`${OWN}/round`);
export const live = (): Promise<LiveTold> => get(`${OWN}/live`);
export const standings = (number: number): Promise<StandingsSeen> => get(`${OWN}/rounds/${number}`);
export const calendar = (): Promise<CalendarTold> => get(`${OWN}/calendar`);

export async function rounds(): Promise<readonly RoundSeen[]> {
  return (await get<Schemas["RoundsSeen"]>(`${OWN}/rounds`)).rounds;
}

/** The last, or those before this one. */
export const events = (before?: number): Promise<EventsTold> => get(`${OWN}/events${before ? `?before=${before}` : ""}`);

export const gradesAddress = (form: "csv" | "json" | "zip"): string => `${OWN}/grades.${form}`;

export async function judge(asked: VerdictAsked): Promise<void> {
  await post(`${OWN}/verdicts`, asked);
}
export async function lift(verdict: number, reason: string): Promise<void> {
  await post(`${OWN}/verdicts/${verdict}/lift`, { reason });
}
export async function start(): Promise<void> {
  await post(`${OWN}/round/start`);
}
export async function pause(): Promise<void> {
  await post(`${OWN}/round/pause`);
}
export async function newSecret(id: string): Promise<SecretTold | null> {
  return post(`${OWN}/pairs/${id}/secret`);
}
