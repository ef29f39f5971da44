/** The language of the page: words, numbers and plurals. */
import { en, es, type Key } from "./all";

export const LANGUAGES = ["en", "es"] as const;
export type Language = (typeof LANGUAGES)[number];

const SPACE = "\u00a0"; // lines do not break there

const words: Record<Language, Partial<Record<Key, string>>> = { en: { ...en }, es: { ...es } };

/** Words of a room that comes later. */
export function learn(more: Record<Language, Partial<Record<Key, string>>>): void {
  for (const each of LANGUAGES) Object.assign(words[each], more[each]);
}

function isLanguage(text: string | null | undefined): text is Language {
  return LANGUAGES.some((each) => each === text);
}

const KEY = "tablero-language";

/** That of the address, else the last one chosen, else that of the server, else of the browser. */
function wanted(): Language {
  const told = [
    new URLSearchParams(location.search).get("lang"),
    localStorage.getItem(KEY),
    document.querySelector<HTMLMetaElement>('meta[name="tablero-lang"]')?.content,
    ...navigator.languages.map((each) => each.slice(0, 2)),
  ];
  return told.find(isLanguage) ?? "en";
}

let spoken = $state<Language>(wanted());

export function language(): Language {
  return spoken;
}

export function speak(language: Language): void {
  spoken = language;
}

/** From now on, and wherever an address says nothing else. */
export function choose(language: Language): void {
  speak(language);
  localStorage.setItem(KEY, language);
}

/** The address has changed. */
export function followAddress(): void {
  speak(wanted());
}

/** A text with its {fields} filled in. A text "one|many" is chosen by `count`. */
export function say(key: Key, fields: Record<string, string | number> = {}): string {
  let text = words[spoken][key] ?? key;
  if (typeof fields["count"] === "number" && text.includes("|")) {
    const [one = "", many = ""] = text.split("|");
    text = new Intl.PluralRules(spoken).select(fields["count"]) === "one" ? one : many;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = fields[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

/** Grouped as the server and the terminal do it, 12 345, with the decimal sign of the language. */
export function number(value: number, digits = 0): string {
  const form = new Intl.NumberFormat(spoken, { maximumFractionDigits: digits, useGrouping: "always" });
  const signs: Partial<Record<Intl.NumberFormatPartTypes, string>> = { group: SPACE, minusSign: "−" };
  return form
    .formatToParts(value)
    .map((part) => signs[part.type] ?? part.value)
    .join("");
}

/** 12.5 %; what is nearly nothing or nearly all, with a digit more. */
export function percent(share: number): string {
  const near = Math.abs(share) < 0.01 || (share > 0.99 && share < 1);
  return number(100 * share, near ? 2 : 1) + SPACE + "%";
}

/** A text of the server's, with numbers and windows as the page writes them; options of a name stay as they are. */
export function typeset(text: string): string {
  return text
    .replace(/(?<![\w-])-(?=[\d∞])/g, "−")
    .replace(WINDOW, "[$1, $2]")
    .replace(/(?<![\w=(,:.−-])([+−]?\d+)\.(\d+(?:e[+-]?\d+)?)(?!\w|\.\d)/g, `$1${decimal()}$2`);
}

/** What stands before the first digit of a fraction. */
function decimal(): string {
  return new Intl.NumberFormat(spoken).formatToParts(0.5).find((part) => part.type === "decimal")?.value ?? ".";
}

const END = "[+−]?(?:\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|∞)";
const WINDOW = new RegExp(`(${END})\\.\\.(${END})`, "g");

/** A score: +3, −2, or = for neither. */
export function signed(value: number, digits = 0): string {
  if (value === 0) return "=";
  return (value > 0 ? "+" : "−") + number(Math.abs(value), digits);
}
