/** English. Every key has its Spanish in es.ts, or the page does not compile. */
export const en = {
  skip: "Skip to the content",
  play: "Play",
  treeLab: "Tree lab",
  experiments: "Experiments",
  arena: "Arena",
  submit: "Submit",
  rooms: "Rooms of the page",
  language: "Language",
  light: "Light",
  dark: "Dark",
  theme: "Light or dark",
  help: "Help",
  loading: "Loading …",
  unreachable: "The server does not answer. Is tablero serve still running?",
  retry: "Try again",
};

export type Key = keyof typeof en;
