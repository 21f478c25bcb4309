import type { Channel, Entries, EntryValues } from "./notification-events";

/** Fields of a stored entry needed for saving. */
type StoredEntry = {
  name: string;
  type: Channel;
  enabled: boolean;
  template: string;
  standardTemplate: string;
  customTemplate: string | null;
  version: number;
};
type StoredTab = { isGlobalSmsEnabled: boolean; version: number; settings: readonly StoredEntry[] };

/** A tab's changes to send: changed entries, each with the version it is based on. */
export type NotificationChanges = {
  entries: { name: string; type: Channel; enabled: boolean; template: string; version: number }[];
  isGlobalSmsEnabled: boolean | undefined;
  version: number;
};

/** Form values of a stored entry; the identifier is the last custom one, even if not in use (NOTIF-21). */
export function valuesOf(entry: StoredEntry): EntryValues {
  return {
    enabled: entry.enabled,
    custom: entry.template !== entry.standardTemplate,
    template: entry.customTemplate ?? "",
  };
}

/** Form values of all entries of a tab. */
export function entriesOf(settings: readonly StoredEntry[]): Entries {
  const entries: Record<string, Partial<Record<Channel, EntryValues>>> = {};
  for (const entry of settings)
    entries[entry.name] = { ...entries[entry.name], [entry.type]: valuesOf(entry) };
  return entries;
}

type InitialEntry = EntryValues & { version: number };

/** A tab's initial form values; changes are detected against these, regardless of other users' saves. */
export type InitialTab = { sms: boolean; version: number; entries: Entries<InitialEntry> };

/** Defaults of an entry that was never saved; such entries are omitted from `InitialTab`. */
const defaultEntry = { version: 0, enabled: true, custom: false, template: "" };

/** The form's initial values as the text of a hidden field. */
export function initialTabText({ isGlobalSmsEnabled, version, settings }: StoredTab): string {
  const entries: Record<string, Partial<Record<Channel, InitialEntry>>> = {};
  for (const entry of settings.filter((one) => one.version > 0 || !isSameEntry(valuesOf(one), defaultEntry)))
    entries[entry.name] = {
      ...entries[entry.name],
      [entry.type]: { version: entry.version, ...valuesOf(entry) },
    };
  return JSON.stringify({ sms: isGlobalSmsEnabled, version, entries } satisfies InitialTab);
}

/** Parses `initialTabText`; null if invalid. Without zod, because the form needs it before any input. */
export function parseInitialTab(text: unknown): InitialTab | null {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : null;
    return isInitialTab(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isVersion = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isInitialEntry = (value: unknown): boolean =>
  isObject(value) &&
  isVersion(value.version) &&
  typeof value.enabled === "boolean" &&
  typeof value.custom === "boolean" &&
  typeof value.template === "string";

const isInitialTab = (value: unknown): value is InitialTab =>
  isObject(value) &&
  typeof value.sms === "boolean" &&
  isVersion(value.version) &&
  isObject(value.entries) &&
  Object.values(value.entries).every(
    (channels) =>
      isObject(channels) &&
      Object.entries(channels).every(([type, one]) => ["EMAIL", "SMS"].includes(type) && isInitialEntry(one)),
  );

/** An entry's initial state: the defaults if nothing was stored. */
export const initialEntryOf = (seen: InitialTab, name: string, type: Channel) =>
  seen.entries[name]?.[type] ?? defaultEntry;

/** True if two entries have the same effect; an identifier not in use makes no difference. */
export const isSameEntry = (one: EntryValues, other: EntryValues): boolean =>
  one.enabled === other.enabled &&
  one.custom === other.custom &&
  (!one.custom || one.template === other.template);

type TypedTab = { isGlobalSmsEnabled: boolean; entries: Entries; seen: InitialTab };

/**
 * The user's changes to a tab (NOTIF-30), and others' changes. `based` is the state the changes are based on: the
 * form's initial values, or the latest state shown since.
 */
export function changedEntries(
  typed: TypedTab,
  stored: StoredTab,
  based: InitialTab = typed.seen,
): { changes: NotificationChanges; changedByOthers: StoredEntry[] } {
  const { seen, isGlobalSmsEnabled } = typed;
  const entries: NotificationChanges["entries"] = [];
  const changedByOthers: StoredEntry[] = [];
  // While SMS is off globally, its entries are read-only (NOTIF-23).
  const isLocked = (type: Channel) => type === "SMS" && !seen.sms && !isGlobalSmsEnabled;
  for (const entry of stored.settings) {
    const { name, type, standardTemplate } = entry;
    const before = initialEntryOf(seen, name, type);
    const now = typed.entries[name]?.[type];
    if (now && !isLocked(type) && !isSameEntry(now, before)) {
      const template = now.custom ? now.template : standardTemplate;
      const { version } = initialEntryOf(based, name, type);
      entries.push({ name, type, enabled: now.enabled, template, version });
    } else if (entry.version !== before.version) changedByOthers.push(entry);
  }
  const isTurned = isGlobalSmsEnabled !== seen.sms && isGlobalSmsEnabled !== stored.isGlobalSmsEnabled;
  return {
    changes: {
      entries,
      isGlobalSmsEnabled: isTurned ? isGlobalSmsEnabled : undefined,
      version: based.version,
    },
    changedByOthers,
  };
}
