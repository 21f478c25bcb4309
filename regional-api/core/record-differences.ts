/**
 * Differences of an object for audit entries: its fields before and after, as far as the log may show them.
 */
import type { Reader } from "../store/engine";
import type { Reading, RecordKind, RecordValue } from "./record-kinds";

export const recordActions = [
  "CREATED",
  "CHANGED",
  "ARCHIVED",
  "RESTORED",
  "DELETED",
  "DEIDENTIFIED",
  "SENT",
  "BOUGHT",
  "CHECKED_AGAIN",
  "STARTED",
  "STOPPED",
  "DONE",
  "SIGNED_IN",
  "LOCKED",
  "UNLOCKED",
  "CODE_VOIDED",
  "PASSWORD_SET",
  "APP_ADDED",
  "APP_REMOVED",
  "RECOVERY_CODES_MADE",
  "PASSKEY_ADDED",
  "PASSKEY_REMOVED",
  "FACTORS_RESET",
  "SIGN_IN_DISOWNED",
  "CONNECTED",
  "SIGNED_OUT",
  "SESSION_ENDED",
  "RELEASED",
  "RETENTION_APPLIED",
  "PACK_MADE",
  "PACK_FETCHED",
] as const;
export type RecordAction = (typeof recordActions)[number];

/** A changed field; without values if the log may not show them. */
export interface RecordedField {
  readonly field: string;
  readonly hidden?: "CHANGED" | "REPLACED";
  readonly before?: RecordValue;
  readonly after?: RecordValue;
}

/** An object in an audit entry, with its changed fields. */
export interface RecordedObject {
  readonly kind: string;
  readonly id: string;
  readonly name: string | null;
  readonly action: RecordAction;
  readonly fields: readonly RecordedField[];
}

const maxTextLength = 4_000;
const maxItemsShown = 200;

const truncate = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text);

function shortened(value: RecordValue): RecordValue {
  if (typeof value === "string") return truncate(value);
  if (!Array.isArray(value)) return value;
  const items: readonly string[] = value;
  return items.length > maxItemsShown
    ? [...items.slice(0, maxItemsShown).map(truncate), "…"]
    : items.map(truncate);
}

const isEmpty = (value: RecordValue) =>
  value === null || value === "" || (Array.isArray(value) && value.length === 0);

function fieldsOf(
  { fields }: RecordKind,
  before: Reading<string> | undefined,
  after: Reading<string> | undefined,
): RecordedField[] {
  return Object.entries(fields).flatMap(([field, shown]): RecordedField[] => {
    const was = before?.values[field] ?? null;
    const is = after?.values[field] ?? null;
    if (JSON.stringify(was) === JSON.stringify(is) || (isEmpty(was) && isEmpty(is))) return [];
    if (shown === "personal") return [{ field, hidden: "CHANGED" }];
    if (shown === "secret") return [{ field, hidden: "REPLACED" }];
    return [{ field, before: shortened(was), after: shortened(is) }];
  });
}

function actionOf(before: Reading<string> | undefined, after: Reading<string> | undefined): RecordAction {
  if (!before) return "CREATED";
  if (!after) return "DELETED";
  const was = before.isArchived ?? false;
  const is = after.isArchived ?? false;
  return was === is ? "CHANGED" : is ? "ARCHIVED" : "RESTORED";
}

/** An object of an audit entry, with the last state read. */
export type Difference = { object: RecordedObject; of: Reading<string>; rule?: string };

/** Compares two states of an object; undefined if nothing changed. */
export function differenceOf(
  kind: RecordKind,
  id: string,
  before: Reading<string> | undefined,
  after: Reading<string> | undefined,
  action: RecordAction | undefined,
): Difference | undefined {
  const state = after ?? before;
  if (!state) return undefined;
  const derived = actionOf(before, after);
  const fields = action && !before ? [] : fieldsOf(kind, before, after);
  const isSo = derived === "CHANGED" && fields.length === 0 && before?.version === after?.version;
  if (!action && isSo) return undefined;
  const rule = after?.rule && after.rule.seq > (before?.rule?.seq ?? 0) ? after.rule.text : undefined;
  const object = { kind: kind.kind, id, name: state.name, action: action ?? derived, fields };
  return { object, of: state, ...(rule !== undefined && { rule }) };
}

/** Describes a newly created object for an audit entry; undefined if it does not exist. */
export const describeCreated = async (db: Reader, kind: RecordKind, id: string) =>
  differenceOf(kind, id, undefined, await kind.read(db, id), undefined);
