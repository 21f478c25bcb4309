import { z } from "zod/v4";
import { sealValue, unsealValue } from "~/sessions.server";
import { fieldName, isSecret, type ItemValues, type TemplateItem } from "./ats-tenant.schema";

/** Credentials that were typed and not saved yet, by item key, for the person who typed them. */
const sealedSecrets = z.object({ userId: z.string(), typed: z.record(z.string(), z.string()) });

const lifetime = 3600;

/**
 * The credentials of a posted form: as typed, else as typed before a row was added or a field was wrong. They went to
 * the browser and came back sealed, so that nothing typed is lost and nothing is readable.
 */
export async function typedSecrets(
  form: FormData,
  items: readonly TemplateItem[],
  userId: string,
): Promise<Record<string, string>> {
  const sealed = form.get("secrets");
  const before = await unsealValue(typeof sealed === "string" ? sealed : undefined, sealedSecrets);
  const typed = before?.userId === userId ? before.typed : {};
  const pairs = items
    .filter((item) => isSecret(item) && !item.isReadOnly)
    .map(({ key }) => {
      const now = String(form.get(fieldName(key)) ?? "").trim();
      return [key, now || (Object.hasOwn(typed, key) ? (typed[key] ?? "") : "")] as const;
    });
  return Object.fromEntries(pairs.filter(([, text]) => text !== ""));
}

/** The same on its way through the browser. */
export async function sealSecrets(
  typed: Record<string, string>,
  userId: string,
): Promise<{ sealed: string; keys: string[] }> {
  const value: z.infer<typeof sealedSecrets> = { userId, typed };
  return { sealed: await sealValue(value, lifetime), keys: Object.keys(typed) };
}

/** The values with the typed credentials in place. */
export function withSecrets(values: ItemValues, typed: Record<string, string>): ItemValues {
  return { ...values, ...mapText(typed) };
}

/** The values with every credential emptied: what may go to the browser. */
export function withoutSecrets(values: ItemValues, items: readonly TemplateItem[]): ItemValues {
  return { ...values, ...mapText(Object.fromEntries(items.filter(isSecret).map(({ key }) => [key, ""]))) };
}

function mapText(texts: Record<string, string>): ItemValues {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, { kind: "text", text }]));
}
