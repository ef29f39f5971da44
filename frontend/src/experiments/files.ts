/** Files of an experiment. */
import type { Experimented } from "../api/client";
import type { Download } from "../ui/download";

export interface Labelled extends Download {
  readonly label: string;
}

/** A CSV for every table. */
export function downloads(csv: Experimented["csv"], what: string): Labelled[] {
  const names = Object.keys(csv);
  return Object.entries(csv).map(([name, body]) => ({
    name: name === what ? `${what}.csv` : `${what}-${name}.csv`,
    label: names.length > 1 ? `CSV: ${name}` : "CSV",
    type: "text/csv",
    body,
  }));
}
