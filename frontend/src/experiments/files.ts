/** Files of an experiment. */
import type { FilesTold, TableTold } from "../api/client";
import type { Download } from "../ui/download";

export interface Labelled extends Download {
  readonly label: string;
}

/** A CSV for every table. */
export function downloads(files: FilesTold, what: string): Labelled[] {
  const names = Object.keys(files.csv);
  return Object.entries(files.csv).map(([name, body]) => ({
    name: name === what ? `${what}.csv` : `${what}-${name}.csv`,
    label: names.length > 1 ? `CSV: ${name}` : "CSV",
    type: "text/csv",
    body,
  }));
}

/** A CSV of what is known, where the server has made no files. */
export function soFar(tables: readonly TableTold[], command: string, what: string): Labelled[] {
  const csv = Object.fromEntries(tables.map((table) => [table.name, written(table, command)]));
  return downloads({ csv }, what);
}

/** As the server writes it: names, bare cells, and the command in the last line. */
function written({ columns, rows }: TableTold, command: string): string {
  const lines = [columns.map((column) => column.name), ...rows];
  return [...lines.map((line) => line.map(cell).join(",")), `# ${command}`, ""].join("\n");
}

function cell(value: TableTold["rows"][number][number]): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  const text = value === null ? "" : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
