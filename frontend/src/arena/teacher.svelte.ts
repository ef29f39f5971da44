/** What the teacher sees of a course, and does in it. */
import type { LiveTold } from "../api/arena";
import { Refused } from "../api/refused";
import * as api from "../api/teacher";

const PAUSE = 3000; // ms between two looks at the round
const STRANGER = 401;
const LONG = 5; // looks at it for one at everything

export class Teacher {
  /** null: not known yet; "nobody": somebody has to sign in. */
  me = $state.raw<api.MeTold | null>(null);
  overview = $state.raw<api.OverviewTold | null>(null);
  state = $state.raw<api.RoundState | null>(null);
  live = $state.raw<LiveTold | null>(null);
  rounds = $state.raw<readonly api.RoundSeen[]>([]);
  standings = $state.raw<api.StandingsSeen | null>(null);
  calendar = $state.raw<api.CalendarTold | null>(null);
  events = $state.raw<readonly api.EventSeen[]>([]);
  moreEvents = $state(false);
  /** The pair that is looked at. */
  pair = $state<string>("");
  told = $state.raw<api.PairTold | null>(null);
  file = $state.raw<api.FileTold | null>(null);
  /** Shown once. */
  secret = $state.raw<api.SecretTold | null>(null);
  problem = $state("");

  #looks = 0;

  get isIn(): boolean {
    return this.me?.who === "teacher";
  }

  /** Begin; ends when what it returns is called. */
  open(): () => void {
    void this.attempt(async () => {
      this.me = await api.me();
      await this.refresh();
    });
    const clock = setInterval(() => document.visibilityState === "visible" && void this.#look(), PAUSE);
    return () => clearInterval(clock);
  }

  async signIn(password: string): Promise<void> {
    await this.attempt(async () => {
      this.me = await api.signIn(password);
      await this.refresh();
    });
  }

  async signOut(): Promise<void> {
    await this.attempt(async () => {
      await api.signOut();
      this.me = await api.me();
    });
  }

  /** Everything, as it is now. */
  async refresh(): Promise<void> {
    if (!this.isIn) return;
    await this.#round();
    [this.overview, this.rounds, this.calendar] = await Promise.all([api.overview(), api.rounds(), api.calendar()]);
    const log = await api.events();
    [this.events, this.moreEvents] = [log.events, log.more];
    if (this.pair) this.told = await api.pair(this.pair);
  }

  async #look(): Promise<void> {
    if (!this.isIn) return;
    this.#looks += 1;
    const before = this.state?.state;
    await this.#round().catch(() => undefined); // the frame says that nobody answers
    if (before !== this.state?.state || this.#looks % LONG === 0) await this.refresh().catch(() => undefined);
  }

  async #round(): Promise<void> {
    this.state = await api.state();
    this.live = this.state.state === "playing" ? await api.live() : null;
  }

  async show(pair: string): Promise<void> {
    await this.attempt(async () => {
      [this.file, this.secret] = [null, null];
      this.told = pair ? await api.pair(pair) : null;
      this.pair = pair;
    });
  }

  async read(upload: number): Promise<void> {
    await this.attempt(async () => {
      this.file = await api.file(upload);
    });
  }

  async see(number: number): Promise<void> {
    await this.attempt(async () => {
      this.standings = number ? await api.standings(number) : null;
    });
  }

  async earlier(): Promise<void> {
    await this.attempt(async () => {
      const log = await api.events(this.events.at(-1)?.event);
      [this.events, this.moreEvents] = [[...this.events, ...log.events], log.more];
    });
  }

  /** Do something, and see what has become of it; false if it was refused. */
  async change(deed: () => Promise<void>): Promise<boolean> {
    return this.attempt(async () => {
      await deed();
      await this.refresh();
    });
  }

  async renew(pair: string): Promise<void> {
    await this.change(async () => {
      this.secret = await api.newSecret(pair);
    });
  }

  async attempt(deed: () => Promise<void>): Promise<boolean> {
    this.problem = "";
    try {
      await deed();
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      const ended = error instanceof Refused && error.status === STRANGER;
      if (ended) this.me = await api.me().catch(() => this.me);
      return false;
    }
  }
}
