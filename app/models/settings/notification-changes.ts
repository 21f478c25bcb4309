import type { Channel, Entries, EntryValues } from "./notification-events";

/** The part of a stored entry that saving needs. */
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

/** The changes of a tab to send: the changed entries, each with the version that it is based on. */
export type NotificationChanges = {
  entries: { name: string; type: Channel; enabled: boolean; template: string; version: number }[];
  isGlobalSmsEnabled: boolean | undefined;
  version: number;
};

/** The form's values of a saved entry; the identifier is the last custom one, in force or not (NOTIF-21). */
export function valuesOf(entry: StoredEntry): EntryValues {
  return {
    enabled: entry.enabled,
    custom: entry.template !== entry.standardTemplate,
    template: entry.customTemplate ?? "",
  };
}

/** The values of all entries of a tab. */
export function entriesOf(settings: readonly StoredEntry[]): Entries {
  const entries: Record<string, Partial<Record<Channel, EntryValues>>> = {};
  for (const entry of settings)
    entries[entry.name] = { ...entries[entry.name], [entry.type]: valuesOf(entry) };
  return entries;
}

type SeenEntry = EntryValues & { version: number };

/** A tab as its form began: what was changed is told by it, whatever others saved meanwhile. */
export type Seen = { sms: boolean; version: number; entries: Entries<SeenEntry> };

/** An entry that nobody ever saved; those are left out of what a form has seen. */
const asDelivered = { version: 0, enabled: true, custom: false, template: "" };

/** The form's first values, as the text of a hidden field. */
export function seenText({ isGlobalSmsEnabled, version, settings }: StoredTab): string {
  const entries: Record<string, Partial<Record<Channel, SeenEntry>>> = {};
  for (const entry of settings.filter((one) => one.version > 0 || !isSameEntry(valuesOf(one), asDelivered)))
    entries[entry.name] = {
      ...entries[entry.name],
      [entry.type]: { version: entry.version, ...valuesOf(entry) },
    };
  return JSON.stringify({ sms: isGlobalSmsEnabled, version, entries } satisfies Seen);
}

/** Reads such a text; null when it is none. Without zod: the form needs it before anybody types. */
export function readSeen(text: unknown): Seen | null {
  try {
    const value: unknown = typeof text === "string" ? JSON.parse(text) : null;
    return isSeen(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isVersion = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

const isSeenEntry = (value: unknown): boolean =>
  isObject(value) &&
  isVersion(value.version) &&
  typeof value.enabled === "boolean" &&
  typeof value.custom === "boolean" &&
  typeof value.template === "string";

const isSeen = (value: unknown): value is Seen =>
  isObject(value) &&
  typeof value.sms === "boolean" &&
  isVersion(value.version) &&
  isObject(value.entries) &&
  Object.values(value.entries).every(
    (channels) =>
      isObject(channels) &&
      Object.entries(channels).every(([type, one]) => ["EMAIL", "SMS"].includes(type) && isSeenEntry(one)),
  );

/** How an entry stood when the form was opened: as it is delivered unless something was stored. */
export const seenEntryOf = (seen: Seen, name: string, type: Channel) =>
  seen.entries[name]?.[type] ?? asDelivered;

/** Whether two are the same for whom they are sent to: an identifier that is not in force makes no difference. */
export const isSameEntry = (one: EntryValues, other: EntryValues): boolean =>
  one.enabled === other.enabled &&
  one.custom === other.custom &&
  (!one.custom || one.template === other.template);

type Typed = { isGlobalSmsEnabled: boolean; entries: Entries; seen: Seen };

/**
 * The person's changes of a tab (NOTIF-30), and the changes of others that the person did not make. `based` is what the
 * changes are based on: what the form began with, or the newest state it was shown since.
 */
export function changedEntries(
  typed: Typed,
  stored: StoredTab,
  based: Seen = typed.seen,
): { changes: NotificationChanges; changedByOthers: StoredEntry[] } {
  const { seen, isGlobalSmsEnabled } = typed;
  const entries: NotificationChanges["entries"] = [];
  const changedByOthers: StoredEntry[] = [];
  // While SMS is off for all, its entries cannot be changed (NOTIF-23).
  const isLocked = (type: Channel) => type === "SMS" && !seen.sms && !isGlobalSmsEnabled;
  for (const entry of stored.settings) {
    const { name, type, standardTemplate } = entry;
    const before = seenEntryOf(seen, name, type);
    const now = typed.entries[name]?.[type];
    if (now && !isLocked(type) && !isSameEntry(now, before)) {
      const template = now.custom ? now.template : standardTemplate;
      const { version } = seenEntryOf(based, name, type);
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
