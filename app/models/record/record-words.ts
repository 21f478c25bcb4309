import { applications } from "~/i18n/applications";
import { notificationSettings } from "~/i18n/notification-settings";
import { record } from "~/i18n/record";
import { rules } from "~/i18n/rules";
import { sms } from "~/i18n/sms";
import { type Translate, translator } from "~/i18n/texts";
import { type Channel, entryLabel, notificationTabs } from "~/models/settings/notification-events";
import type { RecordedEntry, RecordEntry } from "./record.server";

type Translator = Translate<(typeof record)["en"]>;
type Named = Pick<
  RecordEntry,
  | "action"
  | "outcome"
  | "kind"
  | "objectName"
  | "objectCount"
  | "actor"
  | "source"
  | "objectId"
  | "_id"
  | "at"
>;

/** The acting user's current name (AUD-02). */
export function actorLabel(
  t: Translator,
  { actor, source, outcome }: Pick<Named, "actor" | "source" | "outcome">,
): string {
  if (actor) return actor.name ?? t("removedUser");
  return outcome === "FAILURE" && source === "CONSOLE" ? t("unknownPerson") : t("platform");
}

/** Short name of the action. */
export function actionLabel(t: Translator, { action, outcome }: Pick<Named, "action" | "outcome">): string {
  return outcome === "FAILURE" && action === "SIGNED_IN" ? t("refused") : t(`actions.${action}`);
}

/** The affected object. */
export function objectOf(
  t: Translator,
  { kind, objectName, objectCount }: Pick<Named, "kind" | "objectName" | "objectCount">,
) {
  const words = t(`kinds.${kind}`);
  if (objectCount > 1) return t("several", { kind: words, count: objectCount });
  return objectName === null ? words : t("named", { kind: words, name: objectName });
}

/** A row of the exported file. */
export type RecordRow = { _id: string; at: string; who: string; what: string; object: string };

/** The file's row of an audit entry. */
export const rowOf = (t: Translator, entry: Named): RecordRow => ({
  _id: entry._id,
  at: entry.at,
  who: actorLabel(t, entry),
  what: actionLabel(t, entry),
  object: objectOf(t, entry),
});

type Value = string | number | boolean | null | readonly string[];

const { fields, operators, values, moveStage, updateStatus } = rules.en;

/** Booleans displayed as yes or no; all others are displayed as on or off. */
const yesNoFields: ReadonlySet<string> = new Set(["isReleased", "isEnabled", "enabled"]);

/** Labels of coded values, by field. */
const codes: Readonly<Partial<Record<string, Readonly<Partial<Record<string, string>>>>>> = {
  ...record.en.codes,
  status: applications.en.status,
  rules: {
    ...{ ...fields, ...operators, ...values, ...applications.en.status },
    MOVE_STAGE: moveStage,
    UPDATE_STATUS: updateStatus.replace(" {{status}}", ""),
  },
};

const { tabs, channels } = notificationSettings.en;
const alerts: Readonly<Partial<Record<string, string>>> = {
  USAGE_REMINDER: sms.en.alerts.reminder,
  USAGE_ALERT: sms.en.alerts.alert,
};
const tabOf = (code: string) => notificationTabs.find((tab) => tab === code);
const languageOf = (code: string) => tabs[tabOf(code) ?? "default"];
const isChannel = (code: string): code is Channel => Object.hasOwn(channels, code);

/** Translates lines of settings that start with three codes; unknown codes stay. */
const translateThreeCodes = (
  line: string,
  words: (codes: readonly [string, string, string]) => string | undefined,
) =>
  line.replace(/^([\w-]+), ([\w-]+), ([\w-]+)/, (all, ...[one, two, three]: [string, string, string]) => {
    return words([one, two, three]) ?? all;
  });
const settingLines: Readonly<Partial<Record<string, (line: string) => string>>> = {
  alerts: (line) =>
    translateThreeCodes(line, ([type, channel, language]) =>
      isChannel(channel) && tabOf(language)
        ? `${alerts[type] ?? type}, ${channels[channel]}, ${languageOf(language)}`
        : undefined,
    ),
  languages: (text) =>
    [...text.matchAll(/[\w-]+/g)].map(([code]) => (tabOf(code) ? languageOf(code) : code)).join(", "),
  notifications: (line) =>
    translateThreeCodes(line, ([code, type, name]) => {
      const tab = tabOf(code);
      if (!tab || !isChannel(type)) return undefined;
      return `${tabs[tab]}, ${entryLabel(tab, { name, type }, translator(notificationSettings, "en"))}`;
    }),
};

/** Replaces codes in a field's text with their labels; the part before a colon is a name and stays. */
function codesToText(field: string, text: string): string {
  const lineWords = settingLines[field];
  if (lineWords) return lineWords(text);
  const words = codes[field];
  if (!words) return text;
  const [, name = "", rest = ""] = /^(.*?: )?(.*)$/s.exec(text) ?? [];
  return (
    name + rest.replace(/[A-Za-z_]+/g, (word) => (Object.hasOwn(words, word) ? (words[word] ?? word) : word))
  );
}

/** A field's value as text: one line per list item, labels for booleans and codes, empty if there is no value. */
export function valueOf(t: Translator, field: string, value: unknown): string {
  const known = value as Value;
  if (known === null || known === undefined) return "";
  if (typeof known === "boolean")
    return yesNoFields.has(field) ? t(known ? "yes" : "no") : t(known ? "on" : "off");
  if (typeof known === "object") return known.map((one) => codesToText(field, one)).join("\n");
  return codesToText(field, String(known));
}

type Field = RecordedEntry["objects"][number]["fields"][number];

/** A field's old and new value as text; for fields without stored values, only that they changed. */
export function valuesOf(t: Translator, { field, hidden, before, after }: Field) {
  if (hidden) return { before: "", after: t(hidden === "CHANGED" ? "changed" : "replaced") };
  return { before: valueOf(t, field, before), after: valueOf(t, field, after) };
}

/** Label of an authentication method; unknown methods keep the API's name. */
export const signInMethodLabel = (t: Translator, way: string): string =>
  isSignInMethod(way) ? t(`ways.${way}`) : way;

/** Label of a reason; unknown ones, e.g. for refused sign-ins, keep the API's text. */
export const reasonOf = (t: Translator, reason: string): string =>
  isReason(reason) ? t(`reasons.${reason}`) : reason;

const isReason = (name: string): name is keyof (typeof record)["en"]["reasons"] =>
  Object.hasOwn(record.en.reasons, name);

const isSignInMethod = (name: string): name is keyof (typeof record)["en"]["ways"] =>
  Object.hasOwn(record.en.ways, name);

const isField = (name: string): name is keyof (typeof record)["en"]["fields"] =>
  Object.hasOwn(record.en.fields, name);

/** Label of a field; unknown fields keep the API's name. */
export const fieldOf = (t: Translator, name: string): string => (isField(name) ? t(`fields.${name}`) : name);
