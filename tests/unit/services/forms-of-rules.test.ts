import { beforeEach, expect, test, vi } from "vitest";
import { action as groupAction } from "~/routes/groups/detail";
import { action as policyAction } from "~/routes/policies/form";
import { logger } from "~/services/log.server";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";

// Without scripts a ticked department is sent with all its children, and a customer may have thousands.

vi.mock("~/services/flags.server", () => ({
  flagsFor: () => Promise.resolve(new Proxy({}, { get: () => true })),
}));
vi.mock("~/services/session-user.server", () => ({
  sessionUserOf: () =>
    Promise.resolve({
      user: { _id: "u1", groupIds: [], customers: [{ customerId: "c1", awsRegion: "eu-west-1" }] },
    }),
}));
vi.mock("~/services/identity.server", async (original) => ({
  ...(await original<object>()),
  rightsOn: () => Promise.resolve(new Set(["org:listUser", "org:editUser"])),
}));
vi.mock("~/services/http-transport.server", () => ({
  httpFetch: () => Promise.reject(new Error("down")),
  ConnectionError: class extends Error {},
}));
beforeEach(() => {
  for (const level of ["error", "warn"] as const) vi.spyOn(logger, level).mockImplementation(() => undefined);
});

const session = { ...anonymousSession("eu-west-1"), userId: "u1", apiCookies: { "access-token": "a" } };
const cookie = (await sealSession(session)).split(";")[0] ?? "";
const params = { awsRegion: "eu-west-1", customerId: "c1" };
const departments = Array.from({ length: 2_000 }, (_, index) => `d${index}`);

test.each([
  ["PERM-32 of a permission tab", groupAction, { groupId: "g1" }],
  ["POL-09 of a policy", policyAction, {}],
])("PERM-63 the form %s keeps 2,000 ticked departments", async (_, action, ids) => {
  const body = new URLSearchParams({
    ...{ csrf: csrfToken(session), intent: "show:1.0", rules: "2" },
    ...{ "rows.1": "1", "customer.1.0": "c1", "was.1.0": "c1" },
  });
  for (const id of departments) body.append("department.1.0", id);
  const request = new Request("http://console.example/", { method: "POST", headers: { cookie }, body });
  const answer: unknown = await action({ request, params: { ...params, ...ids }, context: {} });
  expect(answer).toMatchObject({
    data: {
      draft: {
        rules: expect.arrayContaining([expect.objectContaining({ rows: [{ customer: "c1", departments }] })]),
      },
    },
  });
});
