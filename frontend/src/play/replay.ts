/** A game as one HTML file that needs nothing else: no server, no network. */
import { PATHS, type IconName } from "../ui/icons";

export interface Frame {
  /** The board, as markup. */
  readonly board: string;
  readonly caption: string;
}

export interface Replay {
  readonly title: string;
  readonly language: string;
  readonly dark: boolean;
  readonly css: string;
  readonly frames: readonly Frame[];
  readonly words: {
    readonly start: string;
    readonly back: string;
    readonly on: string;
    readonly end: string;
    readonly made: string;
  };
}

export function escapeText(text: string): string {
  return text.replace(
    /[&<>"]/g,
    (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign,
  );
}

const STYLE = `
body{margin:0 auto;padding:1rem;max-width:44rem}
h1{font-size:1.15rem;margin:0 0 .75rem}
figure{margin:0}
figcaption{margin-top:.75rem;font-weight:600;min-height:1.5em}
nav{display:flex;gap:.4rem;margin:.75rem 0;align-items:center}
nav button{min-width:52px}
nav path{fill:currentColor;stroke:currentColor;stroke-width:1.8;stroke-linejoin:round}
nav svg{display:block;margin:auto}
nav input{flex:1;min-width:0;height:44px}
footer{color:var(--quiet);font-size:.85rem}
`;

/** Shows one figure at a time, by buttons, slider and keys. */
const SCRIPT = `
const all=[...document.querySelectorAll("figure")],slider=document.querySelector("input");
let at=all.length-1;
function show(n){at=Math.max(0,Math.min(all.length-1,n));all.forEach((f,i)=>f.hidden=i!==at);slider.value=at;
slider.setAttribute("aria-valuetext",all[at].querySelector("figcaption").textContent)}
const go={Home:()=>0,ArrowLeft:()=>at-1,ArrowRight:()=>at+1,End:()=>all.length-1};
document.querySelectorAll("nav button").forEach(b=>b.onclick=()=>show(go[b.value]()));
slider.oninput=()=>show(+slider.value);
addEventListener("keydown",e=>{if(go[e.key]){e.preventDefault();show(go[e.key]())}});
show(0);
`;

export function replayPage(replay: Replay): string {
  const { words } = replay;
  const button = (value: string, label: string, icon: IconName): string =>
    `<button value="${value}" aria-label="${escapeText(label)}" title="${escapeText(label)}">` +
    `<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="${PATHS[icon]}"/></svg></button>`;
  const figures = replay.frames.map(
    ({ board, caption }, n) =>
      `<figure${n ? " hidden" : ""}>${board}<figcaption aria-live="polite">${escapeText(caption)}</figcaption></figure>`,
  );
  return `<!doctype html>
<html lang="${replay.language}" data-theme="${replay.dark ? "dark" : "light"}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(replay.title)}</title>
<style>${replay.css.replaceAll("</style", "<\\/style")}${STYLE}</style>
</head>
<body>
<h1>${escapeText(replay.title)}</h1>
<main>
${figures.join("\n")}
</main>
<nav>${button("Home", words.start, "start")}${button("ArrowLeft", words.back, "back")}<input type="range" min="0" max="${replay.frames.length - 1}" value="0" aria-label="${escapeText(replay.title)}">${button("ArrowRight", words.on, "on")}${button("End", words.end, "end")}</nav>
<footer>${escapeText(words.made)}</footer>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
