/** Audit entries as sentences, with their changed fields in a few words (AUD-17). */
import { record } from "~/i18n/record";
import { recordSentences } from "~/i18n/record-sentences";
import { dayIn } from "~/i18n/wall-time";
import type { ConsoleArgs } from "~/services/console-args";
import { fieldOf, reasonOf, valuesOf, signInMethodLabel, actorLabel } from "./record-words";
import type { ListedEntry, RecordEntry } from "./record.server";

type TranslatorArgs = Pick<ConsoleArgs, "translate">;
type Fields = ListedEntry["objects"][number]["fields"];

/** A part of a sentence; the person and the object stand out, and an object may be text without a name. */
type SentencePart = { text: string; is?: "who" | "object" };

const has = <Key extends string>(texts: Readonly<Record<Key, string>>, key: string): key is Key =>
  Object.hasOwn(texts, key);

/** A kind's label within a sentence: "ATS tenant" stays as it is. */
const labelInSentence = (label: string) =>
  /^\p{Lu}\p{Lu}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1);

/** The affected object as a noun, before its name. */
function nounOf({ translate }: TranslatorArgs, { kind, objectCount: count }: RecordEntry): string {
  const [t, s] = [translate(record), translate(recordSentences)];
  const label = labelInSentence(t(`kinds.${kind}`));
  const { nouns, plurals } = recordSentences.en;
  if (count > 1)
    return s("several", { count, nouns: has(plurals, kind) ? s(`plurals.${kind}`) : `${label}s` });
  return has(nouns, kind) ? s(`nouns.${kind}`) : s("the", { noun: label });
}

const nameFields = ["name", "title", "displayName", "customerName"];

/** The sentence with markers for its person, object and name. */
function patternOf({ translate }: TranslatorArgs, entry: RecordEntry, fields: Fields): string {
  const s = translate(recordSentences);
  const { own, refused, refusedUnknown } = recordSentences.en;
  const { action, outcome, objectName, objectId, kind, actor } = entry;
  const marked = { who: "\uE001", object: "\uE002", name: "\uE003" };
  if (outcome === "FAILURE" && has(refused, action))
    return objectName === null && has(refusedUnknown, action)
      ? s(`refusedUnknown.${action}`)
      : s(`refused.${action}`, marked);
  if (kind === "USER" && actor?._id === objectId && has(own, action)) return s(`own.${action}`, marked);
  const isRenamed =
    action === "CHANGED" && fields.length === 1 && nameFields.includes(fields[0]?.field ?? "");
  return s(isRenamed ? "renamed" : `actions.${action}`, marked);
}

/** The entry's sentence in parts. One that names no object is about what was done. */
export function sentenceParts(args: TranslatorArgs, entry: RecordEntry, fields: Fields = []): SentencePart[] {
  const noun = nounOf(args, entry);
  const { objectName, objectCount } = entry;
  const name = objectCount > 1 ? null : objectName;
  const pattern = patternOf(args, entry, fields);
  const isNamed = /[\uE002\uE003]/.test(pattern);
  return pattern.split(/([\uE001-\uE003])/).flatMap((text): SentencePart[] => {
    if (text === "") return [];
    if (text === "\uE001") return [{ text: actorLabel(args.translate(record), entry), is: "who" }];
    if (text === "\uE002" && name !== null) return [{ text: `${noun} ` }, { text: name, is: "object" }];
    if (text === "\uE002" || text === "\uE003") return [{ text: name ?? noun, is: "object" }];
    if (isNamed) return [{ text }];
    const words = text.trimStart();
    return [{ text: text.slice(0, text.length - words.length) }, { text: words, is: "object" }];
  });
}

/** The entry's sentence as plain text, e.g. for a title. */
export const sentenceOf = (args: TranslatorArgs, entry: RecordEntry, fields?: Fields): string =>
  sentenceParts(args, entry, fields)
    .map(({ text }) => text)
    .join("");

/** The changed fields of the object that the entry is about; of several objects, of the first. */
export const fieldsOf = ({
  objects,
  kind,
  objectId,
}: Pick<ListedEntry, "objects" | "kind" | "objectId">): Fields =>
  (objects.find((one) => one.kind === kind && one._id === objectId) ?? objects[0])?.fields ?? [];

const maxTextLength = 80;
const toOneLine = (text: string) => {
  const line = text.replace(/\s*\n\s*/g, ", ");
  return line.length > maxTextLength ? `${line.slice(0, maxTextLength).trimEnd()}…` : line;
};

/** One changed field: both values, or what joined and left a list. */
function changeOf({ translate }: TranslatorArgs, field: Fields[number], isSame: boolean): string {
  const [t, s] = [translate(record), translate(recordSentences)];
  const { before, after } = valuesOf(t, field);
  const name = fieldOf(t, field.field);
  if (!isSame) return name;
  if (field.hidden) return s("changeTo", { field: name, after });
  if (Array.isArray(field.before) || Array.isArray(field.after)) {
    const [was, is] = [before, after].map((lines) => lines.split("\n").filter(Boolean));
    const turned = [
      ...(is ?? []).filter((one) => !was?.includes(one)).map((one) => `+ ${one}`),
      ...(was ?? []).filter((one) => !is?.includes(one)).map((one) => `− ${one}`),
    ];
    return turned.length > 0 ? s("changeTo", { field: name, after: toOneLine(turned.join("\n")) }) : name;
  }
  const [from, to] = [before, after].map((text) => toOneLine(text) || s("nothing"));
  return s("change", { field: name, before: from ?? "", after: to ?? "" });
}

/** The first changed field, and the number of others; empty for what was created, whose fields are all new. */
function changesOf(args: TranslatorArgs, entry: ListedEntry): string {
  const [first, ...others] = fieldsOf(entry);
  if (!first || entry.action === "CREATED") return "";
  // Of several objects, only a change that all of them share has values.
  const isSame = entry.objects.every(
    ({ kind, fields: [one] }) => kind !== entry.kind || JSON.stringify(one) === JSON.stringify(first),
  );
  const change = changeOf(args, first, isSame);
  const count = others.length;
  return count > 0 ? args.translate(recordSentences)("more", { change, count }) : change;
}

/**
 * The list's text below the sentence: changes, reason, counts, and a source other than the console's pages.
 */
function detailOf(args: TranslatorArgs, entry: ListedEntry): string | null {
  const t = args.translate(record);
  const { reason, by, counts, source } = entry;
  const isOrdinary = source === "CONSOLE" || source === "BULK";
  const parts = [
    changesOf(args, entry),
    reason !== null ? reasonOf(t, reason) : by !== null && signInMethodLabel(t, by),
    counts && t("countsText", counts),
    !isOrdinary && t(`sources.${source}`),
  ];
  return parts.filter(Boolean).join(" · ") || null;
}

/** The word for what was refused; null for what was done. */
export function markOf({ translate }: TranslatorArgs, { action, outcome }: RecordEntry): string | null {
  if (outcome !== "FAILURE") return null;
  return translate(recordSentences)(`marks.${has(recordSentences.en.refused, action) ? action : "other"}`);
}

/** A row of the list, with texts made on the server. */
export type EntryRow = {
  _id: string;
  at: string;
  sentence: SentencePart[];
  detail: string | null;
  mark: string | null;
  /** The person's sign-ins just before this one, newest first. */
  signIns: { _id: string; at: string; detail: string | null }[];
};

const isSignIn = ({ action, outcome, actor }: RecordEntry) =>
  action === "SIGNED_IN" && outcome === "SUCCESS" && actor !== null;

/** The rows of a page: a person's consecutive sign-ins of a day are one. */
export function entryRows(
  args: Pick<ConsoleArgs, "translate" | "timeZone">,
  entries: readonly ListedEntry[],
): EntryRow[] {
  const dayOf = ({ at }: RecordEntry) => dayIn(args.timeZone, new Date(at));
  const rows: EntryRow[] = [];
  for (const [index, entry] of entries.entries()) {
    const { _id, at } = entry;
    const [newer, row] = [entries[index - 1], rows.at(-1)];
    const detail = detailOf(args, entry);
    const isFolded = newer && isSignIn(entry) && isSignIn(newer) && newer.actor?._id === entry.actor?._id;
    if (row && isFolded && dayOf(newer) === dayOf(entry)) row.signIns.push({ _id, at, detail });
    else {
      const sentence = sentenceParts(args, entry, fieldsOf(entry));
      rows.push({ _id, at, sentence, detail, mark: markOf(args, entry), signIns: [] });
    }
  }
  return rows;
}
