import { describe, expect, it } from "vitest";
import { escapeText, replayPage } from "./replay";

const page = replayPage({
  title: "A <b> against C & D",
  language: "es",
  dark: false,
  css: "a{color:red}</style><script>",
  frames: [
    { board: "<svg></svg>", caption: "Start" },
    { board: "<svg id='x'></svg>", caption: "4 < 5" },
  ],
  words: { start: "s", back: "b", on: "o", end: "e", made: "m" },
});

describe("a replay in one file", () => {
  it("holds every board, and shows the first", () => {
    expect(page.match(/<figure/g)).toHaveLength(2);
    expect(page.match(/<figure hidden/g)).toHaveLength(1);
  });

  it("needs nothing from elsewhere", () => {
    expect(page).not.toMatch(/(src|href)=|url\(|@import/);
  });

  it("lets no text break out", () => {
    expect(page).toContain("A &lt;b&gt; against C &amp; D");
    expect(page).toContain("4 &lt; 5");
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expect(page.match(/<script>/g)?.length).toBe(2); // ours, and the one that the style quotes
    expect(escapeText('"')).toBe("&quot;");
  });
});
