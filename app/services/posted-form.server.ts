import { parse } from "@conform-to/react";
import { isCsrfToken } from "~/sessions.server";
import { isTypedField } from "./draft.server";
import { type FormKind, readFields, UntrustedForm } from "./form-limits.server";
import type { RequestState } from "./request-state.server";
import { forbiddenPost, unacceptablePost } from "./screens.server";

/**
 * Reads a posted form after making sure that it is no larger than a form can be, and that one of this session's pages
 * made it (SESS-40). A large one is read to its end when `takesFile` lets it. The one door for every post of the console.
 */
export async function readForm(
  state: RequestState,
  request: Request,
  kind: FormKind = {},
  takesFile: () => Promise<boolean> = async () => false,
): Promise<FormData> {
  if (request.method !== "POST") throw forbiddenPost();
  const form = await acceptableForm(state, request, kind, takesFile);
  if (!form) throw unacceptablePost();
  if (!isCsrfToken(state.session, form.get("csrf"))) throw forbiddenPost();
  state.sentForm = form;
  return form;
}

/** The form within its bounds; null when it is none, or holds what no page of ours sends. Throws for a large one of others. */
async function acceptableForm(
  { session }: RequestState,
  request: Request,
  kind: FormKind,
  takesFile: () => Promise<boolean>,
): Promise<FormData | null> {
  try {
    const isTrusted = async (token?: string) => isCsrfToken(session, token) && (await takesFile());
    const form = await readFields(request, kind, isTrusted);
    // Adding a row where there is no list fails only when it is carried out.
    if (form.has("__intent__")) parse(form, { resolve: () => ({ value: null }) });
    return form;
  } catch (error) {
    if (error instanceof UntrustedForm) throw forbiddenPost();
    // A screen in its place.
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

/**
 * A form that comes back keeps its key until its change is known to be done: what may have been done already is not
 * done again by pressing the button once more. The form finds the key in the action's answer (`FormSecrets`).
 */
export function withFormKey<T>(answer: T, idempotencyKey: string): T {
  if (answer instanceof Response || !isRecord(answer) || !isRecord(answer.data)) return answer;
  return { ...answer, data: { ...answer.data, idempotencyKey } };
}

/**
 * Adds the values chosen in a list and its bar to an answer that refuses them or reports a failure: without scripts the
 * page is made again and its boxes would be empty (SHELL-33). `usePosted` finds them in the answer.
 */
export function withPosted<T>(answer: T, form: FormData): T {
  const list = form.get("list");
  if (typeof list !== "string" || answer instanceof Response) return answer;
  if (!isRecord(answer) || !isRecord(answer.data)) return answer;
  const values: Record<string, string[]> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && (name === "ids" || isTypedField(name)))
      (values[name] ??= []).push(value);
  const posted: Posted = { list, values };
  return { ...answer, data: { ...answer.data, posted } };
}

/** The values posted from a list, by the list's name and field. */
export type Posted = { list: string; values: Readonly<Record<string, readonly string[]>> };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The one-time key that a form brought; a new one when it brought none (GEN-22). */
export function idempotencyKeyOf(form: FormData): string {
  const key = form.get("idempotencyKey");
  return typeof key === "string" && /^[\w-]{8,64}$/.test(key) ? key : crypto.randomUUID();
}
