/** The address of the page says which room is shown, and all that is needed to show it again. */

import { STATIC } from "./api/static";

export const ROOMS = ["play", "tree", "lab", "arena", "submit"] as const;
export type Room = (typeof ROOMS)[number];

export type Query = Record<string, string>;

/** Where the game is. */
const POSITION: readonly string[] = ["game", "start", "moves", "at"];

/** The game of Play and the language, which every room carries along. Other names are a room's own. */
const SHARED: readonly string[] = [...POSITION, "first", "second", "depth", "eval", "flip", "seed", "lang"];

/** A room's own that make sense in the position alone in which it was left. */
const LOCAL: readonly string[] = ["step", "quiz"];

function only(query: Query, wanted: (name: string, value: string) => boolean): Query {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => wanted(name, value)));
}

class Address {
  room = $state<Room>("play");
  query = $state<Query>({});
  /** What rooms that were left were told. */
  readonly #left: Partial<Record<Room, Query>> = {};

  constructor() {
    this.#read();
    addEventListener("popstate", () => this.#read());
  }

  #read(): void {
    const told = ROOMS.find((each) => location.pathname === `/${each}`) ?? (STATIC ? "arena" : "play");
    this.#enter(told, Object.fromEntries(new URLSearchParams(location.search)));
  }

  #enter(room: Room, query: Query): void {
    this.#left[this.room] = this.query;
    this.room = room;
    this.query = query;
  }

  /** Another room, or another game: the back button leads back. */
  go(wanted: Room, query: Query = this.towards(wanted)): void {
    this.#enter(wanted, query);
    history.pushState(null, "", this.link());
  }

  /** The same room: what it shows has changed. Empty values are left out. */
  note(changes: Query): void {
    this.query = only({ ...this.query, ...changes }, (_name, value) => value !== "");
    history.replaceState(null, "", this.link());
  }

  /** What a room is told: what all share, and its own as it was left. */
  towards(wanted: Room): Query {
    if (wanted === this.room) return this.query;
    const left = this.#left[wanted] ?? {};
    const moved = POSITION.some((name) => left[name] !== this.query[name]);
    const own = only(left, (name) => !SHARED.includes(name) && !(moved && LOCAL.includes(name)));
    return { ...only(this.query, (name) => SHARED.includes(name)), ...own };
  }

  link(wanted: Room = this.room, query: Query = this.towards(wanted)): string {
    const text = new URLSearchParams(query).toString();
    if (STATIC) return text ? `?${text}` : location.pathname;
    return `/${wanted}${text && `?${text}`}`;
  }
}

export const address = new Address();
