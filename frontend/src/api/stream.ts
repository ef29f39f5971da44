/**
 * One stream of events per visible tab. A hidden tab closes it, for a browser allows only six;
 * when it is seen again it hears what it has missed. A stream that breaks is opened again until
 * there is a server. Jobs that nobody does any more have been cancelled.
 */
import {
  cancelJob,
  fetchResult,
  leave,
  postJob,
  renew,
  tab,
  type Job,
  type JobEvent,
  type Underway,
} from "./client";
import { connection } from "./connection.svelte";

export type Listener = (event: JobEvent) => void;

const listeners = new Map<string, Listener>();
const early: JobEvent[] = []; // events of jobs whose number we have not been told yet
let source: EventSource | null = null;
let later: ReturnType<typeof setTimeout> | undefined;
let last = "";

const PAUSE = 1000; // ms

function open(): void {
  if (source || document.visibilityState !== "visible") return; // it is opened when somebody looks
  clearTimeout(later);
  const awaited = [...listeners.keys()];
  source = new EventSource(`/api/events?tab=${tab}${last && `&since=${last}`}`);
  source.onmessage = (message: MessageEvent<string>) => {
    last = message.lastEventId;
    hear(JSON.parse(message.data) as JobEvent);
  };
  source.addEventListener("underway", (message: MessageEvent<string>) => {
    connection.lost = false;
    const { jobs } = JSON.parse(message.data) as Underway;
    for (const job of awaited)
      if (listeners.has(job) && !jobs.includes(job)) hear({ job, state: "cancelled" });
  });
  source.onerror = () => {
    close();
    connection.lost = true;
    later = setTimeout(again, PAUSE);
  };
}

function again(): void {
  renew().then(open, () => (later = setTimeout(again, PAUSE)));
}

function close(): void {
  clearTimeout(later);
  source?.close();
  source = null;
}

function hear(event: JobEvent): void {
  const listener = listeners.get(event.job);
  if (!listener) {
    early.push(event);
    if (early.length > 100) early.shift();
    return;
  }
  listener(event);
  if (event.state === "done" || event.state === "failed" || event.state === "cancelled")
    listeners.delete(event.job);
}

/** Begin to listen; once, when the page starts. */
export function listen(): void {
  open();
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") open();
    else close();
  });
  addEventListener("pagehide", () => {
    close();
    leave();
  });
  addEventListener("pageshow", open);
}

/** A job under way. */
export interface Running {
  readonly job: string;
  cancel(): void;
}

/** Have a job done, and hear of it. */
export async function run(job: Job, listener: Listener): Promise<Running> {
  open();
  const number = await postJob(job);
  listeners.set(number, listener);
  for (const event of early.filter((each) => each.job === number)) hear(event);
  return {
    job: number,
    cancel() {
      if (!listeners.delete(number)) return;
      void cancelJob(number).catch(() => undefined);
    },
  };
}

/** The last thing that a job tells, when it is done; rejects with why it is not. */
export function answer<T extends NonNullable<JobEvent["told"]>>(
  job: Job,
  onRunning?: (running: Running) => void,
): Promise<{ told: T; job: string }> {
  return new Promise((resolve, reject) => {
    let told: T | null = null;
    run(job, (event) => {
      if (event.told) told = event.told as T;
      if (event.state === "done" && told) resolve({ told, job: event.job });
      else if (event.state === "failed" || event.state === "cancelled")
        reject(new Error(event.problem ?? event.state));
    }).then((running) => onRunning?.(running), reject);
  });
}

export { fetchResult };
