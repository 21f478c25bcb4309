import { parse } from "@conform-to/react";
import { z } from "zod/v4";
import { sealValue, unsealValue } from "~/sessions.server";

/**
 * A form that was posted after the session had ended: sealed, for that person alone, for an hour. It travels through
 * the sign-in as a hidden field and comes back into the form; it is never submitted by itself.
 */
const draftSchema = z.object({
  userId: z.string(),
  /** Path and query of the screen. */
  to: z.string().regex(/^\/(?![/\\])/),
  fields: z.array(z.tuple([z.string(), z.string()])),
});
export type KeptDraft = z.infer<typeof draftSchema>;

const lifetime = 3600;
/** Not in capitals: those are the names of messages, such as FORGOT_PASSWORD. */
const secret = /[pP]assword(?!Reset)|[cC]redential|[sS]ecret|[tT]oken/;
const neverKept = /^csrf$|^idempotencyKey$|^intent$|^draft$|^__/i;

/** Which form it is and what it is about. */
const neverTyped = new Set(["ids", "list", "asOf", "form", "version", "newVersion", "base", "undo"]);

/** Whether a field holds what no page may show again. */
export const isSecretField = (name: string): boolean => secret.test(name);

const isKept = (name: string) => !isSecretField(name) && !neverKept.test(name);

/** Whether a field holds something that a person typed or chose, and that may be shown again. */
export const isTypedField = (name: string): boolean => isKept(name) && !neverTyped.has(name);

/** Seals what a form holds; null when there is nothing that was typed (a bulk action's ids are none). */
export async function sealDraft(userId: string, to: string, form: FormData): Promise<string | null> {
  const fields = [...form].filter(
    (entry): entry is [string, string] => typeof entry[1] === "string" && isKept(entry[0]),
  );
  if (fields.every(([name, value]) => neverTyped.has(name) || value === "")) return null;
  return sealValue({ userId, to, fields } satisfies KeptDraft, lifetime);
}

/** Opens a sealed draft; null when it is too old or altered. */
export function openDraft(sealed: unknown): Promise<KeptDraft | null> {
  return unsealValue(typeof sealed === "string" ? sealed : undefined, draftSchema);
}

/** Makes a form again of the values that were typed. */
export function keptForm(draft: KeptDraft): FormData {
  const form = new FormData();
  for (const [name, value] of draft.fields) form.append(name, value);
  return form;
}

/** The draft's values as a form's answer brings them back: `lastResult` of a submission that was not judged. */
export function keptResult(draft: KeptDraft) {
  const { initialValue } = parse(keptForm(draft), { resolve: () => ({ value: null }) }).reply();
  return { initialValue };
}
