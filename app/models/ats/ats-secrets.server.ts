import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod/v4";
import { sealValue, unsealValue } from "~/sessions.server";
import { fieldKey, isSecret, type TemplateItem } from "./ats-template";

/** Typed but unsaved credentials by `fieldKey`, bound to the user who typed them. */
const sealedSecrets = z.object({ userId: z.string(), typed: z.record(z.string(), z.string()) });

const lifetime = 3600;

const secretKeys = (items: readonly TemplateItem[]) =>
  items.filter((item) => isSecret(item) && !item.isReadOnly).map(fieldKey);

/** Recognises a credential by name when no template is available: `fieldKey` keeps the prefix. */
const isNamedSecret = (key: string) => key.startsWith("credential-");

const secretFieldsOf = (form: FormData) =>
  [...form.keys()]
    .filter((name) => name.startsWith("texts."))
    .map((name) => name.slice("texts.".length))
    .filter(isNamedSecret);

/**
 * Credentials of a posted form: as typed now, else as typed before a row was added or an error was shown. In between
 * they travel through the browser sealed, so nothing is lost or readable. `items` is null if the template cannot be
 * read.
 */
export async function typedSecrets(
  form: FormData,
  items: readonly TemplateItem[] | null,
  userId: string,
): Promise<Record<string, string>> {
  const sealed = form.get("secrets");
  const before = await unsealValue(typeof sealed === "string" ? sealed : undefined, sealedSecrets);
  const typed = before?.userId === userId ? before.typed : {};
  const keys = items ? secretKeys(items) : new Set([...Object.keys(typed), ...secretFieldsOf(form)]);
  const pairs = [...keys].map((key) => {
    const now = String(form.get(`texts.${key}`) ?? "").trim();
    return [key, now || (Object.hasOwn(typed, key) ? (typed[key] ?? "") : "")] as const;
  });
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}

/** Seals typed secrets with the user's id for the round trip through the browser. */
export async function sealSecrets(
  typed: Record<string, string>,
  userId: string,
): Promise<{ sealed: string; keys: string[] }> {
  const value: z.infer<typeof sealedSecrets> = { userId, typed };
  return { sealed: await sealValue(value, lifetime), keys: Object.keys(typed) };
}

/** A form result without its credentials, safe to send to the browser. */
export function withoutSecrets(
  result: SubmissionResult<string[]>,
  items: readonly TemplateItem[] | null,
): SubmissionResult<string[]> {
  const { texts, ...rest } = result.initialValue ?? {};
  if (typeof texts !== "object" || texts === null || Array.isArray(texts)) return result;
  const secret = items && new Set(secretKeys(items));
  const isKept = (key: string) => !(secret ? secret.has(key) : isNamedSecret(key));
  const kept = Object.fromEntries(Object.entries(texts).filter(([key]) => isKept(key)));
  return { ...result, initialValue: { ...rest, texts: kept } };
}

/** Fields never echoed back: regenerated with every form, or sealed. */
const unechoedFields = ["csrf", "idempotencyKey", "intent", "__intent__", "secrets"];

/** Fields of a posted form without its credentials, so the form can be resubmitted unchanged. */
export function nonSecretFields(form: FormData): Record<string, string[]> {
  const secret = secretFieldsOf(form).map((key) => `texts.${key}`);
  const names = [...new Set(form.keys())].filter((name) => ![...unechoedFields, ...secret].includes(name));
  return Object.fromEntries(
    names.map((name) => [name, form.getAll(name).filter((value) => typeof value === "string")]),
  );
}
