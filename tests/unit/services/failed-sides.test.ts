import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loader as shell } from "~/routes/region/shell";
import { loader as settingsFrame } from "~/routes/settings/frame";
import { loader as overview } from "~/routes/settings/overview";
import { loader as userDetails } from "~/routes/users/detail";
import { ApiError, type ApiErrorKind } from "~/services/regional-api.server";

const reads = vi.hoisted(() => ({
  getUserPermissions: vi.fn(),
  getUserSignIns: vi.fn(),
  summary: vi.fn(),
  rightsOf: vi.fn(),
}));
vi.mock("~/services/guard.server", async (original) => ({
  ...(await original<object>()),
  consoleLoader: (_gate: unknown, load: unknown) => load,
  frameLoader: (_region: unknown, load: (args: unknown) => unknown) => load,
}));
vi.mock("~/services/access.server", async (original) => ({
  ...(await original<object>()),
  rightsOf: reads.rightsOf,
}));
vi.mock("~/models/customers/customer-screen.server", () => ({ customerPlace: () => Promise.resolve(null) }));
vi.mock("~/models/customers/customer.server", () => ({
  customerOfAddress: () => Promise.resolve({ displayName: "Acme", uniqueName: "acme" }),
}));
vi.mock("~/models/users/user.server", async (original) => ({
  ...(await original<object>()),
  getUserPermissions: reads.getUserPermissions,
}));
vi.mock("~/models/users/sign-in.server", () => ({ getUserSignIns: reads.getUserSignIns }));
vi.mock("~/models/users/user-screen.server", () => ({
  movableUsers: {},
  userOfAddress: () =>
    Promise.resolve({ _id: "u1", archivedAt: null, canChange: true, createdAt: "2026-01-01" }),
  userPlace: () => Promise.resolve(null),
  withoutAdministrator: () => undefined,
}));
vi.mock("~/models/settings/customer-setting.server", () => ({ getRetention: () => Promise.resolve(null) }));
vi.mock("~/models/settings/sign-in-policy.server", () => ({ getSignInPolicy: () => Promise.resolve(null) }));
vi.mock("~/models/settings/settings-summary.server", () => ({ settingsSummaryOf: reads.summary }));

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  reads.getUserPermissions.mockResolvedValue([]);
  reads.getUserSignIns.mockResolvedValue({ sessions: [], devices: [], signIns: [] });
});
afterEach(() => void vi.restoreAllMocks());

const failing = (kind: ApiErrorKind) => new ApiError(kind, "no", "eu-west-1", "Read");

const customer = {
  awsRegion: "eu-west-1",
  customerId: "c1",
  customerDisplayName: "Acme",
  organizationDisplayName: "Acme Group",
};

/** The result of the page's loader. */
const opened = (load: unknown) =>
  (load as (args: unknown) => Promise<Record<string, unknown>>)({
    api: {},
    scope: { awsRegion: "eu-west-1", organizationDisplayName: "acme" },
    base: "/base",
    flags: {},
    param: () => "u1",
    // The layout routes get these in place of a screen's arguments.
    request: new Request("https://console.example/"),
    url: new URL("https://console.example/"),
    params: { awsRegion: "eu-west-1", customerId: "c1" },
    state: { takeNotices: () => Promise.resolve([]), addCookie: () => undefined, session: {} },
    user: { _id: "me", groupIds: [], firstName: "Ada", lastName: "", customers: [customer] },
    rights: () => Promise.resolve(new Set(["org:viewSettings"])),
    translate: () => (key: string) => key,
    degrade: () => undefined,
  });

test("SET-09 GEN-14 an overview reports that the state of the settings failed to load, and shows the rest", async () => {
  for (const kind of ["UNEXPECTED", "UNAVAILABLE"] as const) {
    reads.summary.mockRejectedValue(failing(kind));
    expect(await opened(overview)).toMatchObject({
      cards: null,
      displayName: "Acme",
      problems: [{ tone: "error", description: "overview.cardsFailed" }],
    });
  }
});

test("SESS-33 USER-88 USER-89 a user's details name the part that failed to load", async () => {
  reads.getUserPermissions.mockRejectedValue(failing("UNEXPECTED"));
  reads.getUserSignIns.mockRejectedValue(failing("UNEXPECTED"));
  expect(await opened(userDetails)).toMatchObject({
    user: { _id: "u1" },
    permissions: { permissions: [], problem: { description: "loadFailed" } },
    signIns: null,
    problems: [{ description: "signIns.loadFailed" }],
  });
});

test("GEN-14 SHELL-38 layouts are shown without the parts that the region cannot load or refuses", async () => {
  for (const kind of ["UNEXPECTED", "UNAVAILABLE", "FORBIDDEN"] as const) {
    reads.summary.mockRejectedValue(failing(kind));
    const { tabs } = await opened(settingsFrame);
    expect(tabs).toContainEqual({ key: "overview", search: "", state: undefined });
    reads.rightsOf.mockRejectedValue(failing(kind));
    // The menu already rendered stays (SHELL-38).
    expect(await opened(shell)).toMatchObject({ menu: null, current: null });
  }
  reads.rightsOf.mockResolvedValue(null);
  expect(await opened(shell)).toMatchObject({ menu: [], current: null });
});

test.each([
  ["an ended session", failing("UNAUTHENTICATED")],
  ["a fault of the console", new TypeError("x is undefined")],
])("SESS-19 SESS-33 %s is never mistaken for an empty part", async (_, error) => {
  for (const [load, read] of [
    [overview, reads.summary],
    [settingsFrame, reads.summary],
    [shell, reads.rightsOf],
    [userDetails, reads.getUserPermissions],
    [userDetails, reads.getUserSignIns],
  ] as const) {
    read.mockRejectedValueOnce(error);
    await expect(opened(load)).rejects.toBe(error);
  }
});
