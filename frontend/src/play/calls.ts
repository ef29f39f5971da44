/** Names with options, as people write them: `alphabeta(depth=5,eval=lines)`. */
import type { Option } from "../api/client";
import { bounded, type Bounds } from "../ui/bounds";

export interface Call {
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
}

/** The call of a text; what is not `option=value` is left to the server to refuse. */
export function parseCall(text: string): Call {
  const found = /^\s*([^()]*?)\s*(?:\((.*)\))?\s*$/s.exec(text);
  if (!found) return { name: text, options: {} };
  const options: Record<string, string> = {};
  for (const part of parts(found[2] ?? "")) {
    const sign = part.indexOf("=");
    const bare = sign < 0 || part.slice(0, sign).includes("(");
    options[bare ? "" : part.slice(0, sign).trim()] = bare ? part : part.slice(sign + 1).trim();
  }
  return { name: found[1] ?? "", options };
}

/** What stands between the commas that are in no parentheses. */
function parts(text: string): string[] {
  const found = [""];
  let inside = 0;
  for (const sign of text) {
    inside += Number(sign === "(") - Number(sign === ")");
    if (sign === "," && !inside) found.push("");
    else found[found.length - 1] += sign;
  }
  return found.map((part) => part.trim()).filter(Boolean);
}

export function writeCall({ name, options }: Call): string {
  const told = Object.entries(options).map(([option, value]) =>
    option ? `${option}=${value}` : value,
  );
  return told.length ? `${name}(${told.join(",")})` : name;
}

/** The value of an option: told, else the usual one; a value without a name is that of the first. */
export function valueOf(call: Call, option: Option, all: readonly Option[]): string {
  const bare = all[0]?.name === option.name ? call.options[""] : undefined;
  return call.options[option.name] ?? bare ?? usual(option);
}

/** What an option may be, as far as the server has told; what the others make of it, it says when it is asked. */
export function boundsOf({ limits }: Option): Bounds | undefined {
  return limits ? bounded(limits) : undefined;
}

export function usual(option: Option): string {
  return option.default === null ? "" : String(option.default);
}

/** With another value of an option; a usual or empty one is not written. */
export function withOption(
  call: Call,
  option: Option,
  value: string,
  all: readonly Option[],
): Call {
  const options: Record<string, string> = { ...call.options };
  delete options[option.name];
  if (all[0]?.name === option.name) delete options[""];
  if (value !== "" && value.toLowerCase() !== usual(option).toLowerCase())
    options[option.name] = value;
  return { name: call.name, options };
}

/** The same options for another name, as far as it knows them. */
export function renamed(call: Call, name: string, known: readonly Option[]): Call {
  const names = new Set(known.map((option) => option.name));
  return {
    name,
    options: Object.fromEntries(
      Object.entries(call.options).filter(([option]) => names.has(option)),
    ),
  };
}
