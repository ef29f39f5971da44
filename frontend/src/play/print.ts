/** The boards of a game as markup, made by the very components that draw them on the page. */
import { flushSync, mount, unmount } from "svelte";
import type { Position } from "../api/client";
import MiniBoard from "../games/MiniBoard.svelte";
import { theme } from "../ui/theme.svelte";
import { language, say } from "../words/words.svelte";
import { named, seatName } from "./names";
import { replayPage } from "./replay";
import type { Room } from "./room.svelte";

/** The line that is shown, as one file. */
export async function print(room: Room): Promise<string> {
  const { table } = room;
  await table.goTo(table.at);
  const positions = table.line
    .map((id) => table.positions.get(id))
    .filter((each) => each !== undefined);
  const drawn = draw(positions, table.flip);
  return replayPage({
    ...drawn,
    title: say("replayTitle", {
      game: named("game", table.name),
      first: seatName(table.first),
      second: seatName(table.second),
    }),
    language: language(),
    dark: theme.dark,
    frames: drawn.boards.map((board, ply) => ({ board, caption: captionOf(room, positions, ply) })),
    words: {
      start: say("toStart"),
      back: say("stepBack"),
      on: say("stepOn"),
      end: say("toEnd"),
      made: say("replayMade"),
    },
  });
}

/** The boards as markup, and the style that they need. */
function draw(positions: readonly Position[], flipped: boolean): { boards: string[]; css: string } {
  const box = document.createElement("div");
  box.hidden = true;
  document.body.append(box);
  const mounted = positions.map(({ view, last }, ply) => {
    const target = box.appendChild(document.createElement("div"));
    const played = positions[ply - 1]?.moves.find((move) => move.name === last) ?? null;
    return mount(MiniBoard, { target, props: { view, played, flipped, width: null } });
  });
  flushSync();
  const boards = [...box.children].map((each) => each.innerHTML.replaceAll(/<!--.*?-->/g, ""));
  const css = rulesOf(box);
  for (const each of mounted) void unmount(each);
  box.remove();
  return { boards, css };
}

function captionOf(room: Room, positions: readonly Position[], ply: number): string {
  const here = positions[ply];
  const before = positions[ply - 1];
  const id = room.table.line[ply];
  const over = here?.outcome && id !== undefined ? ` · ${room.verdict(id)}` : "";
  if (!before) return say("replayStart") + over;
  const step = say("replayOf", { ply, total: positions.length - 1 });
  return `${step}: ${room.playerName(before.turn)} ${here?.last ?? ""}${over}`;
}

/** The rules of the page's style sheets that these boards, or a page as such, need. */
function rulesOf(box: HTMLElement): string {
  const found: string[] = [];
  for (const sheet of document.styleSheets)
    for (const rule of sheet.cssRules) if (isNeeded(rule, box)) found.push(rule.cssText);
  return found.join("\n");
}

function isNeeded(rule: CSSRule, box: HTMLElement): boolean {
  if (rule instanceof CSSStyleRule) {
    const plain = rule.selectorText.replaceAll(/::?[a-z-]+(\([^)]*\))?/g, "") || "*";
    if (/^(:root|\*|body|button|code|pre)/.test(rule.selectorText)) return true;
    try {
      return box.querySelector(plain) !== null;
    } catch {
      return true;
    }
  }
  if (rule instanceof CSSGroupingRule)
    return [...rule.cssRules].some((each) => isNeeded(each, box));
  return rule instanceof CSSKeyframesRule;
}
