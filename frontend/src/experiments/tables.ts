/** Numbers of a table that the server has told, by the names of their columns. */
import type { TableTold } from "../api/client";

export type Cell = TableTold["rows"][number][number];
export type Row = Readonly<Record<string, Cell>>;

export function records(table: TableTold | undefined): Row[] {
  return (table?.rows ?? []).map((row) =>
    Object.fromEntries(row.map((cell, place) => [table?.columns[place]?.name ?? "", cell])),
  );
}

export function named(tables: readonly TableTold[], name: string): TableTold | undefined {
  return tables.find((table) => table.name === name);
}

/** null where there is no number. */
export function numeric(cell: Cell | undefined): number | null {
  return typeof cell === "number" ? cell : null;
}
