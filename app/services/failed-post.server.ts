import { csrfToken } from "~/sessions.server";
import { isSecretField, isTypedField, openDraft, sealDraft } from "./draft.server";
import type { RequestState } from "./request-state.server";

/** A failed post, kept so that the page can resend it: everything except secrets and files. */
export type FailedPost = {
  csrf: string;
  /** The fields as sent, including the idempotency key. */
  fields: [name: string, value: string][];
  /** User input with readable labels. */
  typed: { label: string; value: string }[];
  /** True if secrets or files were left out: they must be entered again, so the post cannot simply be resent. */
  isIncomplete: boolean;
  /** User input, sealed for the form that can show it again; null if there is no such form. */
  draft: string | null;
};

/** Values meaningless to a reader: ids, ticked boxes, and JSON used internally by forms. */
const unreadable = /^(on|[0-9a-f]{24}|[0-9a-f-]{36}|[[{]".*[\]}]|\[\]|\{\}|)$/s;

/** Names of fields that hold the values stored when the page was rendered. */
const storedValueName = /^(?:was|templateWas)(?=[-.])/;

/** True if a field is unchanged since the page was rendered. */
const isUntouched = (fields: readonly (readonly [string, string])[], name: string, value: string) =>
  fields.some(([other, before]) => other === name.replace(/^[^-.]+/, "was") && before === value);

/** Readable label for a field name: `address.postCode` gives "Address: post code"; ids are dropped. */
function labelOf(name: string): string {
  const words = name
    .replace(/-(?:[0-9a-f]{24}|new-\d+)$/, "")
    .replace(/\[(\d+)\]/g, (_, index: string) => `.${Number(index) + 1}`)
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .split(".")
    .join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** User input among these fields, with readable labels. */
function typedFields(fields: readonly (readonly [string, string])[]): FailedPost["typed"] {
  const typed = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!isTypedField(name) || unreadable.test(value) || storedValueName.test(name)) continue;
    if (isUntouched(fields, name, value)) continue;
    const label = labelOf(name);
    const before = typed.get(label);
    typed.set(label, before === undefined ? value : `${before}, ${value}`);
  }
  return [...typed].map(([label, value]) => ({ label, value }));
}

/** The failed post of this request; undefined if it posted no console form. */
export async function failedPost(state: RequestState, from: URL): Promise<FailedPost | undefined> {
  const { sentForm: form, session } = state;
  if (!form) return undefined;
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = texts.filter(([name]) => name !== "csrf" && !isSecretField(name));
  const isSecretTyped = texts.some(([name, value]) => name !== "csrf" && isSecretField(name) && value !== "");
  const isFileChosen = [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
  const { userId } = session;
  // While a draft is being restored, the input is inside the sealed draft.
  const kept = await openDraft(form.get("draft"));
  return {
    csrf: csrfToken(session),
    fields,
    typed: typedFields(kept && kept.userId === userId ? kept.fields : fields),
    isIncomplete: isSecretTyped || isFileChosen,
    draft: userId && state.bringsBack ? await sealDraft(userId, from.pathname + from.search, form) : null,
  };
}
