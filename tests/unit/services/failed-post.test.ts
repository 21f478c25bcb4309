import { expect, test } from "vitest";
import { z } from "zod/v4";
import { publicAction } from "~/services/guard.server";
import { RequestState } from "~/services/request-state.server";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";

const session = { ...anonymousSession(), userId: "u1" };
const cookie = (await sealSession(session)).split(";")[0] ?? "";

const thrown = z.object({
  data: z.object({
    screen: z.literal("failed"),
    requestId: z.string(),
    post: z
      .object({
        fields: z.array(z.tuple([z.string(), z.string()])),
        typed: z.array(z.object({ label: z.string(), value: z.string() })),
        isIncomplete: z.boolean(),
      })
      .optional(),
  }),
  init: z.object({ status: z.number() }),
});

/** Posts to an action that throws an unexpected error. */
async function post(fields: Record<string, string>, context = {}) {
  const body = new URLSearchParams({ csrf: csrfToken(session), ...fields });
  const request = new Request("http://x.example/form", { method: "POST", headers: { cookie }, body });
  const action = publicAction(() => {
    throw new TypeError("a mistake");
  });
  const failed: unknown = await action({ request, params: {}, context }).catch((error: unknown) => error);
  const headers = new Headers();
  await (await RequestState.of(request, context)).commit(headers);
  return { ...thrown.parse(failed), header: headers.get("x-post-failed") };
}

test("SHELL-54 an unexpected error keeps the input, with the idempotency key", async () => {
  const sent = { idempotencyKey: "key-12345", displayName: "Typed", "people.lastName": "Also typed" };
  const { data, init, header } = await post(sent);
  expect(init.status).toBe(500);
  expect(Object.fromEntries(data.post?.fields ?? [])).toEqual(sent);
  expect(data.post?.typed).toEqual([
    { label: "Display name", value: "Typed" },
    { label: "People: last name", value: "Also typed" },
  ]);
  expect(header).toBeNull();
});

test("SHELL-54 a form without an idempotency key is given one, so that a retry is recognised", async () => {
  const { data } = await post({ displayName: "Typed" });
  expect(Object.fromEntries(data.post?.fields ?? []).idempotencyKey).toMatch(/^[\w-]{36}$/);
});

test("SHELL-54 no password is sent back; a form with one cannot be resent unchanged", async () => {
  const { data } = await post({ email: "a@b.example", password: "hidden-1", FORGOT_PASSWORD: "a template" });
  expect(JSON.stringify(data)).not.toContain("hidden-1");
  expect(data.post?.isIncomplete).toBe(true);
  expect(Object.fromEntries(data.post?.fields ?? [])).toMatchObject({ FORGOT_PASSWORD: "a template" });
});

test("SHELL-54 a script is informed by a header, and keeps its page: the input is not sent back", async () => {
  const { data, header } = await post({ displayName: "Typed" }, { isDataRequest: true });
  expect(data.post).toBeUndefined();
  expect(header).toBe(data.requestId);
});
