import { afterEach, expect, test, vi } from "vitest";
import { getSetup } from "~/models/settings/setup.server";
import { beyondRightsReason } from "~/models/settings/sso-config.server";
import { apiMessages } from "~/services/api-messages";
import type { ConsoleArgs } from "~/services/console-args";
import { failureNotice, loaded, optional } from "~/services/failure.server";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";
import { errorLines } from "../error-lines";

const written = errorLines();
afterEach(() => void vi.restoreAllMocks());

const errorOf = (kind: ApiErrorKind) => new ApiError(kind, "no", "eu-west-1", "Settings");
const failing = (kind: ApiErrorKind) => Promise.reject(errorOf(kind));

/** Arguments for a screen's loader, for a person with every right and an API whose reads all fail with `kind`. */
const argsOf = (kind: ApiErrorKind, degrade = vi.fn()) =>
  ({
    api: { query: () => failing(kind) },
    scope: { customerId: "c", organizationId: "o", hierarchyId: "h", customerDisplayName: "Acme" },
    request: new Request("https://console.example/"),
    user: { _id: "person-1" },
    flags: {},
    timeZone: "UTC",
    rights: () => Promise.resolve(new Set(["org:editSettings", "org:viewSettings"])),
    once: (_key: string, read: () => Promise<unknown>) => read(),
    translate: () => (key: string) => key,
    degrade,
  }) as unknown as ConsoleArgs;

test("SESS-35 GEN-14 SESS-32 a refused read shows as refused in its part, and is not reported as a failure", async () => {
  const degrade = vi.fn();
  for (const part of ["main", "side"] as const)
    expect(await loaded(failing("FORBIDDEN"), argsOf("FORBIDDEN", degrade), "Failed", part)).toEqual({
      data: null,
      error: { tone: "warning", title: "noPermission", description: "Failed" },
    });
  expect(await optional(failing("FORBIDDEN"), "nothing")).toBe("nothing");
  expect(await getSetup(argsOf("FORBIDDEN"))).toBeNull();
  expect(degrade).not.toHaveBeenCalled();
  expect(written).not.toHaveBeenCalled();
});

test("SESS-35 SESS-33 any other failure of a part is reported", async () => {
  expect((await loaded(failing("UNEXPECTED"), argsOf("UNEXPECTED"), "Failed")).error?.tone).toBe("error");
  expect(await optional(failing("UNEXPECTED"), "nothing")).toBe("nothing");
  expect(await getSetup(argsOf("UNEXPECTED"))).toBeNull();
  // The last call logs the workflows separately; the others log their first failure.
  expect(written).toHaveBeenCalledTimes(4);
});

test("SSO-40 a save that requires more rights than the person has names them, other refusals do not", () => {
  const why = (message: string) =>
    beyondRightsReason(argsOf("FORBIDDEN"), new ApiError("FORBIDDEN", message, "eu-west-1", "Sso"));
  expect(why(apiMessages.beyondPeople)).toBe("beyondPeople");
  expect(why(apiMessages.beyondOwnRights)).toBe("beyondGroups");
  expect(why("Not allowed")).toBeUndefined();
});

test("SHELL-76 a save that can be retried says only that, all other failures say to contact support", () => {
  const failed = (kind: ApiErrorKind, description: string) =>
    failureNotice(errorOf(kind), argsOf(kind), { title: "Failed", description }).notice.description;
  for (const text of ["Not made. Please contact support.", "Not made, please contact support."]) {
    expect(failed("DOWNSTREAM", text)).toBe("Not made. cannotStore");
    expect(failed("UNEXPECTED", text)).toBe(text);
  }
});
