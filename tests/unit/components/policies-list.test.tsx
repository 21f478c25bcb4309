import { expect, it, vi } from "vitest";
import Policies, { loader } from "~/routes/policies/list";
import { screenAt, text } from "./render";

vi.mock("~/services/guard.server", () => ({
  consoleLoader: (_gate: object, load: object) => load,
  consoleAction: () => undefined,
}));
vi.mock("~/models/policies/policy.server", () => {
  const policy = (name: string, isEditable: boolean, groups: object[]) => ({
    ...{ _id: name, name, description: null, statementsCount: 1, isEditable, groups },
    updatedAt: "2026-01-15T12:00:00.000Z",
  });
  const group = (isOwn: boolean, archivedAt: string | null) => ({ _id: "g", isOwn, archivedAt });
  const at = "2026-01-15T12:00:00.000Z";
  const data = [
    policy("Christmas casuals", true, [group(true, at)]),
    policy("Recruiters", true, [group(true, null)]),
    policy("Shared", true, [group(false, at)]),
    policy("Closed", false, []),
  ];
  const pagination = { totalItems: 4, totalPages: 1, currentPage: 1, pageSize: 30 };
  return { getPolicies: () => Promise.resolve({ data, pagination }) };
});

it("POL-38 POL-02 only the own policy of an archived group is marked as not editable", async () => {
  // There are no saved views.
  const html = await screenAt("/base/policies", Policies, loader, { once: () => Promise.resolve([]) });
  const rows = html.split("<tr").slice(2).map(text);
  const rowOf = (name: string) => rows.find((row) => row.includes(name)) ?? "";
  expect(rowOf("Christmas casuals")).toContain("No, its group is archived");
  expect(rowOf("Recruiters")).toContain("Yes");
  expect(rowOf("Shared")).toContain("Yes");
  expect(rowOf("Closed")).toMatch(/No(?!,)/);
});
