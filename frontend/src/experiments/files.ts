/** Files of an experiment, for the one who wants to keep them. */
import type { FilesTold } from "../api/client";

export interface Download {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

/** A CSV for every table, then the picture as SVG and PNG where there is one. */
export function downloads(files: FilesTold, what: string): Download[] {
  const names = Object.keys(files.csv);
  const tables = Object.entries(files.csv).map(([name, body]) => ({
    name: name === what ? `${what}.csv` : `${what}-${name}.csv`,
    label: names.length > 1 ? `CSV: ${name}` : "CSV",
    type: "text/csv",
    body,
  }));
  const pictures: Download[] = [];
  if (files.svg !== null)
    pictures.push({ name: `${what}.svg`, label: "SVG", type: "image/svg+xml", body: files.svg });
  if (files.png !== null)
    pictures.push({ name: `${what}.png`, label: "PNG", type: "image/png", body: bytes(files.png) });
  return [...tables, ...pictures];
}

function bytes(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}

/** Let the browser keep it. */
export function save({ name, type, body }: Download): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([body], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
