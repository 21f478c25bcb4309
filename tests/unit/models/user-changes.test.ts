import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { resetPassword } from "~/models/users/user-changes-screen.server";
import type { FormArgs } from "~/services/console-args";

const calls = vi.hoisted(() => ({ getUser: vi.fn(), mailResetLink: vi.fn() }));
vi.mock("~/models/users/user.server", async (original) => ({ ...(await original<object>()), ...calls }));

const user = {
  ...{ _id: "u1", email: "a@b.example", canChange: true, archivedAt: null },
  ...{ hasPassword: true, isResetMailOn: true },
};
beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  calls.mailResetLink.mockReset();
  calls.mailResetLink.mockResolvedValue({ isVerifyEmailSuccess: true });
});
afterEach(() => void vi.restoreAllMocks());

const argsOf = (rights: string[]) =>
  ({
    api: {},
    scope: { awsRegion: "eu-west-1" },
    base: "/base",
    flags: { edgeUserResetPasswordEnabled: true },
    param: () => "u1",
    idempotencyKey: "k1",
    request: new Request("https://console.example/base/users/u1"),
    url: new URL("https://console.example/base/users/u1"),
    rights: () => Promise.resolve(new Set(rights)),
    translate: () => (key: string) => key,
    notify: vi.fn(),
  }) as unknown as FormArgs;

const denied = {
  data: { notice: { tone: "warning", title: "noPermission", description: "detail.resetFailed" } },
  init: { status: 403 },
};
test.each([
  ["by somebody who may not edit users", user, ["org:viewUser"], denied],
  ["of a user with more rights", { ...user, canChange: false }, ["org:editUser"], denied],
  [
    "of an archived user",
    { ...user, archivedAt: "2026-01-01T00:00:00.000Z" },
    ["org:editUser"],
    { data: { notice: { tone: "warning", title: "archived" } }, init: { status: 400 } },
  ],
  [
    "of an account that single sign-on made",
    { ...user, hasPassword: false },
    ["org:editUser"],
    { data: { notice: { title: "detail.resetFailed" } }, init: { status: 400 } },
  ],
])(
  "USER-57 USER-86 GEN-25 a reset of the password %s is refused before any mail",
  async (_, found, rights, refusal) => {
    calls.getUser.mockResolvedValue(found);
    expect(await resetPassword(argsOf(rights))).toMatchObject(refusal);
    expect(calls.mailResetLink).not.toHaveBeenCalled();
  },
);

test("USER-56 USER-86 with the right to edit users the mail is sent", async () => {
  calls.getUser.mockResolvedValue(user);
  const args = argsOf(["org:editUser"]);
  expect(await resetPassword(args)).toMatchObject({ status: 303 });
  expect(calls.mailResetLink).toHaveBeenCalledExactlyOnceWith(args.api, { email: user.email });
});

test("USER-56 NOTIF-32 no mail is promised if the customer has turned it off", async () => {
  calls.getUser.mockResolvedValue({ ...user, isResetMailOn: false });
  const args = argsOf(["org:editUser"]);
  expect(await resetPassword(args)).toMatchObject({ status: 303 });
  expect(args.notify).toHaveBeenCalledExactlyOnceWith({ tone: "warning", title: "detail.resetMailOff" });
});
