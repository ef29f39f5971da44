/** What the two players are called on each kind of board. */
import type { View } from "../api/client";
import type { Key } from "../words/all";
import { say } from "../words/words.svelte";

export type Player = 1 | 2;

const colours: readonly [Key, Key] = ["playerRed", "playerYellow"];
const names: Partial<Record<View["kind"], readonly [Key, Key]>> = {
  squares: ["playerX", "playerO"],
};

export function playerName(kind: View["kind"], player: Player): string {
  return say((names[kind] ?? colours)[player === 1 ? 0 : 1]);
}
