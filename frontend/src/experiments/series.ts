/** What the charts of experiments draw, made from the tables that the server tells. */
import type { TableTold } from "../api/client";
import type { Guide, Interval, Point, Series } from "../charts/chart";
import { named, numeric, records, type Row } from "./tables";

export const GROWTH_METRICS = ["nodes", "seconds", "branching"] as const;
export type GrowthMetric = (typeof GROWTH_METRICS)[number];

export const COMPARE_METRICS = ["nodes", "seconds", "branching"] as const;
export type CompareMetric = (typeof COMPARE_METRICS)[number];

/** Tables of a run: of this one, or of an earlier one that is laid over it. */
export interface Layer {
  /** Stands before the names of a layer; empty for the run itself. */
  readonly mark: string;
  readonly tables: readonly TableTold[];
  /** Searches or agents in the order asked for: each has the same mark in every chart. */
  readonly names: readonly string[];
}

/** A line for every search: the metric by depth. The lines of a layer below are faint. */
export function growthSeries(layers: readonly Layer[], metric: GrowthMetric): Series[] {
  return layers.flatMap(({ mark, tables, names }) => {
    const rows = records(named(tables, "growth"));
    return names
      .map((name, style) => ({
        name: mark + name,
        style,
        faint: mark !== "",
        points: rows.filter((row) => row["search"] === name).flatMap((row) => point(row, metric)),
      }))
      .filter((series) => series.points.length);
  });
}

function point(row: Row, metric: GrowthMetric): Point[] {
  const x = numeric(row["depth"]);
  const y = numeric(row[metric]);
  if (x === null || y === null || y <= 0) return [];
  const [low, high] = metric === "branching" ? [numeric(row["low"]), numeric(row["high"])] : [null, null];
  return [low === null || high === null ? { x, y } : { x, y, low, high }];
}

/** An effective branching factor, how far the truth may lie from it, and the share of cuts that first moves make. */
export interface Factor {
  readonly name: string;
  readonly depth: number;
  readonly value: number;
  readonly spread: number | null;
  readonly first: number | null;
}

/** Of every search, at the greatest depth that all have seen; none while one has seen nothing. */
export function factors({ tables, names }: Layer): Factor[] {
  const rows = records(named(tables, "growth"));
  const seen = names.map((name) => rows.filter((row) => row["search"] === name));
  const depth = Math.min(...seen.map((each) => each.length));
  return names.flatMap((name, place) => {
    const row = seen[place]?.[depth - 1];
    const value = numeric(row?.["branching"]);
    if (!row || value === null) return [];
    const [low, high] = [numeric(row["low"]), numeric(row["high"])];
    const spread = low === null || high === null ? null : Math.max(value - low, high - value);
    return [{ name, depth, value, spread, first: numeric(row["first"]) }];
  });
}

/** A move of a game that was counted: x is its number, y the nodes that it takes. */
export interface Turn extends Point {
  readonly move: string;
  /** Of the nodes of the first search, by the last one. */
  readonly saved: number;
}

/** Nodes of every search by turn of its game. */
export function gameSeries(layers: readonly Layer[]): Series<Turn>[] {
  return layers.flatMap(({ mark, tables, names }) => {
    const rows = records(named(tables, "pruning"));
    const turn = (row: Row, name: string): Turn => ({
      x: numeric(row["turn"]) ?? 0,
      y: numeric(row[name]) ?? 0,
      move: String(row["move"]),
      saved: numeric(row["saved"]) ?? 0,
    });
    return names.map((name, style) => ({
      name: mark + name,
      style,
      faint: mark !== "",
      points: rows.map((row) => turn(row, name)),
    }));
  });
}

export const THEORY = ["full", "least", "root"] as const;

/** Theory's leaves by depth, no higher than half as much again as what was measured. */
export function theory(tables: readonly TableTold[]): Guide[] {
  const rows = records(named(tables, "growth"));
  const top = 1.5 * Math.max(0, ...rows.map((row) => numeric(row["nodes"]) ?? 0));
  const depths = [...new Set(rows.map((row) => numeric(row["depth"]) ?? 0))].sort((a, b) => a - b);
  return THEORY.map((name) => ({
    name,
    points: depths.flatMap((x) => {
      const y = numeric(rows.find((row) => row["depth"] === x)?.[name]);
      return y === null || y > top ? [] : [{ x, y }];
    }),
  })).filter((guide) => guide.points.length > 1);
}

/** What each search takes, in units of the first; or its effective branching factor. */
export function compareIntervals(layers: readonly Layer[], metric: CompareMetric): Interval[] {
  return layers.flatMap((layer) =>
    metric === "branching"
      ? intervals(layer, "counts", "search", ["branching", "low", "high"])
      : intervals(layer, "ratios", "search", [metric, `${metric}_low`, `${metric}_high`]),
  );
}

/** The strongest first; an interval without an end is open there. */
export function ladderIntervals(layer: Layer): Interval[] {
  const rows = records(named(layer.tables, "standings"));
  return intervals(layer, "standings", "agent", ["rating", "low", "high"]).map((each, place) => ({
    ...each,
    openLow: each.low === null,
    openHigh: each.high === null,
    tied: rows[place]?.["same"] === true,
  }));
}

export function regretIntervals(layer: Layer): Interval[] {
  return intervals(layer, "regret", "agent", ["regret", "low", "high"]);
}

function intervals(
  { mark, tables, names }: Layer,
  table: string,
  who: string,
  [value, low, high]: readonly [string, string, string],
): Interval[] {
  return records(named(tables, table)).flatMap((row) => {
    const middle = numeric(row[value]);
    if (middle === null) return [];
    const name = String(row[who]);
    const style = Math.max(0, names.indexOf(name));
    const told = { name: mark + name, style, faint: mark !== "", value: middle };
    return [{ ...told, low: numeric(row[low]), high: numeric(row[high]) }];
  });
}

/** A cross table: the share of the points of each row against each column; null on the diagonal. */
export interface Cross {
  readonly agents: readonly string[];
  readonly points: readonly (readonly (number | null)[])[];
  readonly games: readonly (readonly number[])[];
}

export function crossTable(tables: readonly TableTold[]): Cross {
  const rows = (named(tables, "points")?.rows ?? []).map((row) => row.slice(2, -1).map(numeric));
  const agents = (named(tables, "points")?.rows ?? []).map((row) => String(row[1]));
  const games = rows.map((row, i) => row.map((points, j) => (points ?? 0) + (rows[j]?.[i] ?? 0)));
  return { agents, points: rows, games };
}
