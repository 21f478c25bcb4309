import { csrfToken } from "~/sessions.server";
import { isSecretField, isTypedField, openDraft, sealDraft } from "./draft.server";
import type { RequestState } from "./request-state.server";

/** A post that failed, for a page that can send it again: everything it held except secrets and files. */
export type FailedPost = {
  csrf: string;
  /** The fields as they were sent, the one-time key among them. */
  fields: [name: string, value: string][];
  /** The values a person typed or chose, with readable names. */
  typed: { label: string; value: string }[];
  /** Secrets or files were left out: they must be entered again, so the post cannot be sent again as it is. */
  isIncomplete: boolean;
  /** The typed values, sealed for the form that can show them again; null when there is no such form. */
  draft: string | null;
};

/** Values that mean nothing to a reader: ids, ticked boxes, and what a form keeps for itself as JSON. */
const unreadable = /^(on|[0-9a-f]{24}|[0-9a-f-]{36}|[[{]".*[\]}]|\[\]|\{\}|)$/s;

/** The names of fields that say what others held when the page was sent. */
const heldBefore = /^(?:was|templateWas)(?=[-.])/;

/** A field that nobody changed since the page was sent. */
const isUntouched = (fields: readonly (readonly [string, string])[], name: string, value: string) =>
  fields.some(([other, before]) => other === name.replace(/^[^-.]+/, "was") && before === value);

/** Reads `address.postCode` as "Address: post code"; an id in a name is left out. */
function labelOf(name: string): string {
  const words = name
    .replace(/-(?:[0-9a-f]{24}|new-\d+)$/, "")
    .replace(/\[(\d+)\]/g, (_, index: string) => `.${Number(index) + 1}`)
    .replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .split(".")
    .join(": ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What a person typed or chose of these fields, in the words of a reader. */
function typedOf(fields: readonly (readonly [string, string])[]): FailedPost["typed"] {
  const typed = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!isTypedField(name) || unreadable.test(value) || heldBefore.test(name)) continue;
    if (isUntouched(fields, name, value)) continue;
    const label = labelOf(name);
    const before = typed.get(label);
    typed.set(label, before === undefined ? value : `${before}, ${value}`);
  }
  return [...typed].map(([label, value]) => ({ label, value }));
}

/** The values of this request's failed post; undefined when it posted no form of the console. */
export async function failedPost(state: RequestState, from: URL): Promise<FailedPost | undefined> {
  const { sentForm: form, session } = state;
  if (!form) return undefined;
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string");
  const fields = texts.filter(([name]) => name !== "csrf" && !isSecretField(name));
  const isSecretTyped = texts.some(([name, value]) => name !== "csrf" && isSecretField(name) && value !== "");
  const isFileChosen = [...form.values()].some((value) => typeof value !== "string" && value.size > 0);
  const { userId } = session;
  // On its way back into its form, what was typed is sealed.
  const kept = await openDraft(form.get("draft"));
  return {
    csrf: csrfToken(session),
    fields,
    typed: typedOf(kept && kept.userId === userId ? kept.fields : fields),
    isIncomplete: isSecretTyped || isFileChosen,
    draft: userId && state.bringsBack ? await sealDraft(userId, from.pathname + from.search, form) : null,
  };
}
