import { parse } from "@conform-to/react";
import { isCsrfToken } from "~/sessions.server";
import { isTypedField } from "./draft.server";
import { type FormKind, readFields, UntrustedForm } from "./form-limits.server";
import type { RequestState } from "./request-state.server";
import { forbiddenPost, unacceptablePost } from "./screens.server";

/**
 * Reads a posted form after checking its size and that a page of this session made it (SESS-40). Large forms are read
 * to the end only if `takesFile` allows it. Every post of the console goes through here.
 */
export async function readForm(
  state: RequestState,
  request: Request,
  kind: FormKind = {},
  takesFile: () => Promise<boolean> = async () => false,
): Promise<FormData> {
  if (request.method !== "POST") throw forbiddenPost();
  const form = await readAcceptableForm(state, request, kind, takesFile);
  if (!form) throw unacceptablePost();
  if (!isCsrfToken(state.session, form.get("csrf"))) throw forbiddenPost();
  state.sentForm = form;
  return form;
}

/** The form if within limits; null if no console page could have sent it. Throws for a large untrusted one. */
async function readAcceptableForm(
  { session }: RequestState,
  request: Request,
  kind: FormKind,
  takesFile: () => Promise<boolean>,
): Promise<FormData | null> {
  try {
    const isTrusted = async (token?: string) => isCsrfToken(session, token) && (await takesFile());
    const form = await readFields(request, kind, isTrusted);
    // Executes the intent: adding a row to a field that is not a list fails only then.
    if (form.has("__intent__")) parse(form, { resolve: () => ({ value: null }) });
    return form;
  } catch (error) {
    if (error instanceof UntrustedForm) throw forbiddenPost();
    // Not an Error, but an error screen.
    if (!(error instanceof Error)) throw error;
    return null;
  }
}

/**
 * A form shown again keeps its key until its change is confirmed: pressing the button again must not repeat what may
 * already be done. The form takes the key from the action's result (`FormSecrets`).
 */
export function withFormKey<T>(answer: T, idempotencyKey: string): T {
  if (answer instanceof Response || !isRecord(answer) || !isRecord(answer.data)) return answer;
  return { ...answer, data: { ...answer.data, idempotencyKey } };
}

/**
 * Adds a list's posted values to an error result: without JS the page is rendered again and its boxes would be empty
 * (SHELL-33). `usePostedValues` reads them.
 */
export function withPostedValues<T>(answer: T, form: FormData): T {
  const list = form.get("list");
  if (typeof list !== "string" || answer instanceof Response) return answer;
  if (!isRecord(answer) || !isRecord(answer.data)) return answer;
  const values: Record<string, string[]> = {};
  for (const [name, value] of form)
    if (typeof value === "string" && (name === "ids" || isTypedField(name)))
      (values[name] ??= []).push(value);
  const posted: PostedValues = { list, values };
  return { ...answer, data: { ...answer.data, posted } };
}

/** Values posted from a list, by list name and field. */
export type PostedValues = { list: string; values: Readonly<Record<string, readonly string[]>> };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The form's idempotency key; a new one if missing (GEN-22). */
export function idempotencyKeyOf(form: FormData): string {
  const key = form.get("idempotencyKey");
  return typeof key === "string" && /^[\w-]{8,64}$/.test(key) ? key : crypto.randomUUID();
}
