import { parse } from "@conform-to/react";
import { z } from "zod/v4";
import { sealValue, unsealValue } from "~/sessions.server";

/**
 * A form posted after its session ended, sealed for that user for one hour. It passes through the sign-in as a hidden
 * field and refills the form; it is never submitted automatically.
 */
const draftSchema = z.object({
  userId: z.string(),
  /** The screen's path and query. */
  to: z.string().regex(/^\/(?![/\\])/),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type SealedDraft = z.infer<typeof draftSchema>;

const lifetime = 3600;
/** Case-sensitive on purpose: upper-case names are message types, such as FORGOT_PASSWORD. */
const secret = /[pP]assword(?!Reset)|[cC]redential|[sS]ecret|[tT]oken/;
const unstoredFields = /^csrf$|^idempotencyKey$|^intent$|^draft$|^__/i;

/** Fields that identify a form and its subject. */
const technicalFields = new Set(["ids", "list", "asOf", "form", "version", "newVersion", "base", "undo"]);

/** True if a field's value must never be shown again. */
export const isSecretField = (name: string): boolean => secret.test(name);

const isStoredField = (name: string) => !isSecretField(name) && !unstoredFields.test(name);

/** True if a field holds user input that may be shown again. */
export const isTypedField = (name: string): boolean => isStoredField(name) && !technicalFields.has(name);

/** Seals a form's fields; null if it has no user input (a bulk action's ids do not count). */
export async function sealDraft(userId: string, to: string, form: FormData): Promise<string | null> {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && isStoredField(entry[0]),
  );
  if (fields.every(([name, value]) => technicalFields.has(name) || value === "")) return null;
  return sealValue({ userId, to, fields } satisfies SealedDraft, lifetime);
}

/** Opens a sealed draft; null if it has expired or was tampered with. */
export function openDraft(sealed: unknown): Promise<SealedDraft | null> {
  return unsealValue(typeof sealed === "string" ? sealed : undefined, draftSchema);
}

/** Rebuilds a form from a draft. */
export function keptForm(draft: SealedDraft): FormData {
  const form = new FormData();
  for (const [name, value] of draft.fields) form.append(name, value);
  return form;
}

/** The draft's values as `lastResult` of an unvalidated submission. */
export function draftResult(draft: SealedDraft) {
  const { initialValue } = parse(keptForm(draft), { resolve: () => ({ value: null }) }).reply();
  return { initialValue };
}
