/** Light or dark: as the system says, until somebody chooses. */
const KEY = "tablero-theme";
const system = matchMedia("(prefers-color-scheme: dark)");
const chosen = localStorage.getItem(KEY);

export const theme = $state({ dark: chosen ? chosen === "dark" : system.matches });

function show(): void {
  document.documentElement.dataset["theme"] = theme.dark ? "dark" : "light";
}

system.addEventListener("change", () => {
  if (localStorage.getItem(KEY)) return;
  theme.dark = system.matches;
  show();
});

export function toggleTheme(): void {
  theme.dark = !theme.dark;
  localStorage.setItem(KEY, theme.dark ? "dark" : "light");
  show();
}

show();
