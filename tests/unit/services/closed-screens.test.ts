import { beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod/v4";
import { consoleAction, consoleLoader, fileAction, fileLoader } from "~/services/guard.server";
import type { Gate } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";

// Malformed ids in the address of a screen without access.

const mocked = vi.hoisted(() => ({ flags: {} as object, rights: new Set<string>() }));
vi.mock("~/services/flags.server", () => ({ flagsFor: () => Promise.resolve(mocked.flags) }));
vi.mock("~/services/session-user.server", () => ({
  sessionUserOf: () =>
    Promise.resolve({
      user: { _id: "u1", groupIds: [], customers: [{ customerId: "c1", awsRegion: "eu-west-1" }] },
    }),
}));
vi.mock("~/services/identity.server", async (original) => ({
  ...(await original<object>()),
  rightsOn: () => Promise.resolve(mocked.rights),
}));

beforeEach(() => {
  mocked.flags = { edgeGroupListEnabled: true };
  mocked.rights = new Set(["org:listUser"]);
});

const gate: Gate = { flag: "edgeGroupListEnabled", right: "org:listUser" };
const params = { awsRegion: "eu-west-1", customerId: "c1", groupId: "<group>" };
const session = { ...anonymousSession("eu-west-1"), userId: "u1", apiCookies: { "access-token": "a" } };
const cookie = (await sealSession(session)).split(";")[0] ?? "";
const address = "http://console.example/region/eu-west-1/customers/c1/groups/x";

const ways = {
  opened: () =>
    consoleLoader(
      gate,
      () => "open",
    )({ request: new Request(address, { headers: { cookie } }), params, context: {} }),
  posted: () => {
    const body = new URLSearchParams({ csrf: csrfToken(session), intent: "save" });
    const request = new Request(address, { method: "POST", headers: { cookie }, body });
    return consoleAction(gate, { save: () => "open" })({ request, params, context: {} });
  },
};

describe.each(["opened", "posted"] as const)("%s", (way) => {
  test("GRP-36 an accessible screen reports that the record does not exist", async () => {
    await expect(ways[way]()).rejects.toMatchObject({ data: { screen: "group-not-found" } });
  });

  test("SHELL-37 SHELL-13 a screen whose flag is off is not found, without a link to a list that is off too", async () => {
    mocked.flags = {};
    await expect(ways[way]()).rejects.toMatchObject({ data: { screen: "not-found" }, init: { status: 404 } });
  });

  test("SHELL-39 a screen without the right is denied", async () => {
    mocked.rights = new Set();
    await expect(ways[way]()).rejects.toMatchObject({ data: { screen: "denied" }, init: { status: 403 } });
  });
});

test.each([
  ["NOT_FOUND", "not-found", 404],
  ["FORBIDDEN", "denied", 403],
] as const)(
  "SHELL-37 SHELL-39 what the API answers with %s shows the screen %s",
  async (kind, screen, status) => {
    const load = consoleLoader(gate, () => Promise.reject(new ApiError(kind, "no", "eu-west-1", "Group")));
    const params = { awsRegion: "eu-west-1", customerId: "c1" };
    const opened = load({ request: new Request(address, { headers: { cookie } }), params, context: {} });
    await expect(opened).rejects.toMatchObject({ data: { screen }, init: { status } });
  },
);

test("USER-95 an inaccessible file redirects to its page, which explains it; an accessible one is sent", async () => {
  const file = fileLoader(gate, () => "the file");
  const params = { awsRegion: "eu-west-1", customerId: "c1" };
  const url = `${address}/template`;
  const load = () => file({ request: new Request(url, { headers: { cookie } }), params, context: {} });
  expect(await load()).toBe("the file");
  for (const close of [() => (mocked.rights = new Set()), () => (mocked.flags = {})]) {
    close();
    const answer = await load().catch((thrown: unknown) => thrown as Response);
    expect(answer).toMatchObject({ status: 303 });
    expect((answer as unknown as Response).headers.get("Location")).toBe(new URL(address).pathname);
  }
});

test("USER-95 RET-12 a file requested by a post does the same", async () => {
  const file = fileAction(gate, { fetch: () => "the file" });
  const params = { awsRegion: "eu-west-1", customerId: "c1" };
  const load = () => {
    const body = new URLSearchParams({ csrf: csrfToken(session), intent: "fetch" });
    const request = new Request(`${address}/pack`, { method: "POST", headers: { cookie }, body });
    return file({ request, params, context: {} });
  };
  expect(await load()).toBe("the file");
  mocked.rights = new Set();
  const answer = await load().catch((thrown: unknown) => thrown as Response);
  expect(answer).toMatchObject({ status: 303 });
  expect((answer as Response).headers.get("Location")).toBe(new URL(address).pathname);
});

describe("SHELL-54 a post by a person who has lost access", () => {
  const post = (fields: Record<string, string>, isDataRequest = false) => {
    const body = new URLSearchParams({ csrf: csrfToken(session), intent: "save", ...fields });
    const request = new Request(address, { method: "POST", headers: { cookie }, body });
    const ids = { awsRegion: "eu-west-1", customerId: "c1" };
    const act = consoleAction(gate, { save: () => "open" });
    return Promise.resolve(act({ request, params: ids, context: { isDataRequest } })).catch(
      (thrown: unknown) => thrown,
    );
  };
  const typed = { name: "Typed", idempotencyKey: "key-12345" };
  const kept = {
    typed: [{ label: "Name", value: "Typed" }],
    fields: [
      ["intent", "save"],
      ["name", "Typed"],
      ["idempotencyKey", "key-12345"],
    ],
  };

  test.each([false, true])("keeps the input, for a script: %s", async (isDataRequest) => {
    mocked.rights = new Set();
    expect(await post(typed, isDataRequest)).toMatchObject({
      data: { screen: "denied", post: kept },
      init: { status: 403 },
    });
  });

  test("keeps the input when it is restored to the form", async () => {
    mocked.rights = new Set();
    const first = z.object({ data: z.object({ post: z.object({ draft: z.string() }) }) });
    const { draft } = first.parse(await post(typed)).data.post;
    expect(await post({ intent: "bring-back", draft })).toMatchObject({
      data: { screen: "denied", post: { typed: kept.typed } },
    });
  });

  test("is the usual page if there was no input", async () => {
    mocked.rights = new Set();
    expect(await post({ ids: "0123456789abcdef01234567" })).not.toHaveProperty("data.post");
  });
});
