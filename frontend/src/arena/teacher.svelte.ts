/** What the teacher sees of a course, and does in it. */
import type { LiveTold } from "../api/arena";
import { hasEnded } from "../api/refused";
import * as api from "../api/teacher";
import { Latest } from "./latest";
import { pulse } from "./pulse";

const PAUSE = 3000; // ms between two looks at the round
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
  readonly #all = new Latest();
  readonly #pairs = new Latest();
  readonly #files = new Latest();
  readonly #tables = new Latest();
  readonly #logs = new Latest();

  get isIn(): boolean {
    return this.me?.who === "teacher";
  }

  /** Begin; ends when what it returns is called. */
  open(): () => void {
    void this.attempt(async () => {
      this.#enter(await api.me());
      await this.refresh();
    });
    return pulse(() => this.#look(), PAUSE);
  }

  async signIn(password: string): Promise<void> {
    await this.attempt(async () => {
      this.#enter(await api.signIn(password));
      await this.refresh();
    });
  }

  async signOut(): Promise<void> {
    await this.attempt(async () => {
      await api.signOut();
      this.#enter(await api.me());
    });
  }

  /** Somebody is signed in. Unless it is the teacher, nothing is left of what the teacher has seen. */
  #enter(me: api.MeTold | null): void {
    this.me = me;
    if (this.isIn) return;
    [this.#all, this.#pairs, this.#files, this.#tables, this.#logs].forEach((each) => each.drop());
    [this.overview, this.state, this.live, this.calendar, this.standings] = [null, null, null, null, null];
    [this.rounds, this.events, this.pair, this.told, this.file, this.secret] = [[], [], "", null, null, null];
  }

  /** Everything, as it is now. */
  async refresh(): Promise<void> {
    if (!this.isIn) return;
    await this.#round();
    const pair = this.pair;
    const found = await this.#all.of(
      Promise.all([api.overview(), api.rounds(), api.calendar(), api.events(), pair ? api.pair(pair) : null]),
    );
    if (!found) return;
    const [overview, rounds, calendar, log, told] = found.told;
    [this.overview, this.rounds, this.calendar] = [overview, rounds, calendar];
    if (this.pair === pair) this.told = told;
    this.#learn(log);
  }

  /** What has happened lately; what was asked for of earlier times stays. */
  #learn({ events, more }: api.EventsTold): void {
    const known = events.findIndex((each) => each.event === this.events[0]?.event);
    const earlier = known < 0 ? [] : this.events.slice(events.length - known);
    this.events = [...events, ...earlier];
    if (!earlier.length) this.moreEvents = more;
  }

  async #look(): Promise<void> {
    if (!this.isIn) return;
    this.#looks += 1;
    const before = this.state?.state;
    try {
      await this.#round();
      if (before !== this.state?.state || this.#looks % LONG === 0) await this.refresh();
    } catch (error) {
      await this.#noticed(error); // the frame says that nobody answers
    }
  }

  async #round(): Promise<void> {
    this.state = await api.state();
    this.live = this.state.state === "playing" ? await api.live() : null;
  }

  async show(pair: string): Promise<void> {
    await this.attempt(async () => {
      const found = await this.#pairs.of(pair ? api.pair(pair) : Promise.resolve(null));
      if (!found) return;
      this.#files.drop();
      [this.pair, this.told, this.file, this.secret] = [pair, found.told, null, null];
    });
  }

  async read(upload: number): Promise<void> {
    await this.attempt(async () => {
      const found = await this.#files.of(api.file(upload));
      if (found) this.file = found.told;
    });
  }

  async see(number: number): Promise<void> {
    await this.attempt(async () => {
      const found = await this.#tables.of(number ? api.standings(number) : Promise.resolve(null));
      if (found) this.standings = found.told;
    });
  }

  async earlier(): Promise<void> {
    await this.attempt(async () => {
      const found = await this.#logs.of(api.events(this.events.at(-1)?.event));
      if (found) [this.events, this.moreEvents] = [[...this.events, ...found.told.events], found.told.more];
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
      await this.#noticed(error);
      return false;
    }
  }

  /** Who is signed in by now, if that is what was wrong? */
  async #noticed(error: unknown): Promise<void> {
    if (!hasEnded(error)) return;
    this.#enter(await api.me().catch(() => this.me));
  }
}
