/** Links from room to room. */
import { address, type Query, type Room } from "../address.svelte";

/** A click on a link leads there without a reload, unless it is wanted in a tab of its own. */
export function visit(event: MouseEvent, room: Room, query: Query = address.towards(room)): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (query !== address.query) address.go(room, query);
}
