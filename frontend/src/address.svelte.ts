/** The address of the page says which room is shown, and all that is needed to show it again. */

export const ROOMS = ["play", "tree", "lab"] as const;
export type Room = (typeof ROOMS)[number];

function room(path: string): Room {
  return ROOMS.find((each) => path === `/${each}`) ?? "play";
}

class Address {
  room = $state<Room>(room(location.pathname));
  query = $state<Record<string, string>>(
    Object.fromEntries(new URLSearchParams(location.search)),
  );

  constructor() {
    addEventListener("popstate", () => {
      this.room = room(location.pathname);
      this.query = Object.fromEntries(new URLSearchParams(location.search));
    });
  }

  /** Another room: the back button leads back. */
  go(wanted: Room, query: Record<string, string> = this.query): void {
    this.room = wanted;
    this.query = query;
    history.pushState(null, "", this.link());
  }

  /** The same room: what it shows has changed. Empty values are left out. */
  note(changes: Record<string, string>): void {
    const query = { ...this.query, ...changes };
    this.query = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
    history.replaceState(null, "", this.link());
  }

  link(wanted: Room = this.room, query: Record<string, string> = this.query): string {
    const text = new URLSearchParams(query).toString();
    return `/${wanted}${text && `?${text}`}`;
  }
}

export const address = new Address();
