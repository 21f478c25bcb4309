import { data } from "@remix-run/node";
import { isCsrfToken } from "~/sessions.server";
import type { RequestState } from "./request-state.server";
import { forbiddenPost } from "./screens.server";

/** Reads a posted form after making sure that one of this session's pages made it (SESS-40). */
export async function readForm(state: RequestState, request: Request): Promise<FormData> {
  if (request.method !== "POST") throw forbiddenPost();
  const form = await request.formData().catch(() => {
    throw data({ screen: "failed" }, { status: 400 });
  });
  if (!isCsrfToken(state.session, form.get("csrf"))) throw forbiddenPost();
  return form;
}

/**
 * A form that comes back keeps its key until its change is known to be done: what may have been done already is not
 * done again by pressing the button once more. The form finds the key in the action's answer (`FormSecrets`).
 */
export function withFormKey<T>(answer: T, idempotencyKey: string): T {
  if (answer instanceof Response || !isRecord(answer) || !isRecord(answer.data)) return answer;
  return { ...answer, data: { ...answer.data, idempotencyKey } };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

/** The one-time key that a form brought; a new one when it brought none (GEN-22). */
export function idempotencyKeyOf(form: FormData): string {
  const key = form.get("idempotencyKey");
  return typeof key === "string" && /^[\w-]{8,64}$/.test(key) ? key : crypto.randomUUID();
}
