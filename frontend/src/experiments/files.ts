/** Files of an experiment. */
import type { FilesTold } from "../api/client";
import type { Download } from "../ui/download";

export interface Labelled extends Download {
  readonly label: string;
}

/** A CSV for every table, then the picture as SVG and PNG where there is one. */
export function downloads(files: FilesTold, what: string): Labelled[] {
  const names = Object.keys(files.csv);
  const tables = Object.entries(files.csv).map(([name, body]) => ({
    name: name === what ? `${what}.csv` : `${what}-${name}.csv`,
    label: names.length > 1 ? `CSV: ${name}` : "CSV",
    type: "text/csv",
    body,
  }));
  const pictures: Labelled[] = [];
  if (files.svg !== null)
    pictures.push({ name: `${what}.svg`, label: "SVG", type: "image/svg+xml", body: files.svg });
  if (files.png !== null)
    pictures.push({ name: `${what}.png`, label: "PNG", type: "image/png", body: bytes(files.png) });
  return [...tables, ...pictures];
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
