/** Large, for a projector, until somebody chooses otherwise. */
const KEY = "tablero-large";

export const size = $state({ large: localStorage.getItem(KEY) === "1" });

function show(): void {
  document.documentElement.toggleAttribute("data-large", size.large);
}

export function toggleSize(): void {
  size.large = !size.large;
  localStorage.setItem(KEY, size.large ? "1" : "0");
  show();
}

show();
