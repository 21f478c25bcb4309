import { flatValues } from "./changes";

/**
 * Form values at opening, by part: a short hash of each non-empty part. Submitted with the form, it shows
 * only which parts the person changed, and stays small for long texts and many rows.
 */
export type Fingerprints = Readonly<Record<string, string>>;

/** The merge of two people's changes to one record. */
export type Merge = {
  /** The form's texts now: the person's changes, applied to the stored values. */
  values: Record<string, unknown>;
  /** Parts that both changed, to different values. */
  collisions: readonly string[];
  /** Parts changed only by the other person: the form shows the stored values. */
  taken: readonly string[];
  /** True if the person has unsaved changes. */
  isChanged: boolean;
  /** The new values to compare the form with; null if unknown. */
  base: Fingerprints | null;
  typed: unknown;
  stored: unknown;
};

/**
 * Fields of a post that are not form values. Conform would write them back into the form, which would resend
 * the refused post's version and key.
 */
const frameFields = ["csrf", "idempotencyKey", "intent", "form", "version", "base", "newVersion"];

type Part = { path: readonly string[]; value: unknown };

/** Values by part: one field, all values of a multi-value field, or all rows of a list. */
function partsOf(values: unknown): Map<string, Part> {
  const parts = new Map<string, Part>();
  const collect = (path: readonly string[], value: unknown) => {
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      for (const [key, one] of Object.entries(value)) collect([...path, key], one);
    else if (path.length > 0) parts.set(path.join("."), { path, value });
  };
  collect([], values);
  return parts;
}

/**
 * Fingerprint of the values a part submits; empty if there are none. Ignores the order of a row's fields and
 * of ticked values.
 */
function fingerprint(value: unknown): string {
  const flat = [...flatValues({ "": value })].map(([name, texts]) =>
    JSON.stringify([name, ...[...texts].sort()]),
  );
  return flat.length === 0 ? "" : hash(flat.sort().join());
}

/** 53-bit hash of a text: enough to tell two values of one field apart. */
function hash(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(36);
}

/** The fingerprints of a form's values. */
export function fingerprintsOf(values: unknown): Fingerprints {
  const all = [...partsOf(values)].map(([name, { value }]) => [name, fingerprint(value)] as const);
  return Object.fromEntries(all.filter(([, print]) => print !== ""));
}

/**
 * Merges typed values with those another person stored since the form was opened; differences from `base` show who
 * changed what. `together` names parts that belong together, such as a number and its country: they are taken from one
 * side. Without `base` every difference counts as changed by both.
 */
export function mergeChanges(
  base: Fingerprints | null,
  typed: unknown,
  stored: unknown,
  together: readonly (readonly string[])[] = [],
): Merge {
  const [mine, theirs] = [partsOf(typed), partsOf(stored)];
  // A field in neither map controls how the form is submitted and is not a value of the record.
  const names = base ? new Set([...theirs.keys(), ...Object.keys(base)]) : theirs.keys();
  const states = [...names].map((name) => {
    const [left, right] = [fingerprint(mine.get(name)?.value), fingerprint(theirs.get(name)?.value)];
    const before = base && (base[name] ?? "");
    return { name, left, right, isMine: left !== before, isTheirs: right !== before };
  });
  const groupOf = (name: string) => together.find((group) => group.includes(name)) ?? [name];
  const isIn = (name: string, which: "isMine" | "isTheirs") =>
    states.some((state) => state[which] && groupOf(name).includes(state.name));

  const values = isRecord(typed) ? structuredClone(typed) : {};
  for (const name of frameFields) delete values[name];
  const [collisions, taken]: [string[], string[]] = [[], []];
  const next: Record<string, string> = {};
  let isChanged = false;
  for (const { name, left, right, isTheirs } of states) {
    const isOfMine = isIn(name, "isMine");
    const isCollision = isOfMine && isIn(name, "isTheirs") && left !== right;
    if (isCollision) collisions.push(name);
    if (isOfMine && left !== right) isChanged = true;
    if (!isOfMine && isTheirs) taken.push(name);
    const { path = [], value } = theirs.get(name) ?? {};
    if (!isOfMine && path.length > 0) setAtPath(values, path, toFormTexts(value));
    const print = isCollision ? base?.[name] : right;
    if (print) next[name] = print;
  }
  return { values, collisions, taken, isChanged, base: base && next, typed, stored };
}

function setAtPath(values: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [key = "", ...rest] = path;
  if (rest.length === 0) values[key] = value;
  else {
    const inner = isRecord(values[key]) ? values[key] : {};
    values[key] = inner;
    setAtPath(inner, rest, value);
  }
}

/** Stored values as a post would contain them. */
function toFormTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toFormTexts);
  if (isRecord(value))
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, toFormTexts(one)]));
  if (value === true) return "on";
  return value === undefined || value === null || value === false
    ? undefined
    : String(value as string | number);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
