import { describe, expect, test } from "vitest";
import { impactOf } from "../../../regional-api/domain/permission-impact";
import type { PolicyStatement, ResourceScope } from "../../../regional-api/domain/policy";

const scope: ResourceScope = {
  awsRegion: "eu-west-1",
  organizationId: "org",
  customerId: "acme",
  hierarchyId: "root",
};
const anyDepartment = { ...scope, hierarchyId: "*" };
const grant = ({ awsRegion, organizationId, customerId, hierarchyId }: ResourceScope): PolicyStatement => ({
  effect: "Allow",
  actions: ["org:viewUser"],
  resources: [["pf", "*", awsRegion, organizationId, customerId, hierarchyId].join(":")],
});
const action = "User Management - View user details";
const paths = { pathOf: (id: string) => [id], prefix: "pf" };
const member = { count: 3, isCallers: true, others: [] };

describe("PERM-68 what a change means", () => {
  test("an action that comes is told with how many lack it", () => {
    const change = { added: [{ action, scope }], removed: [] };
    expect(impactOf(change, { before: [], after: [grant(scope)] }, [member], paths)).toEqual([
      { action, scope, isAdded: true, people: 3, isCallerAmong: true },
    ]);
  });

  test("the same right in other words is no change", () => {
    const change = { added: [{ action, scope }], removed: [{ action, scope: anyDepartment }] };
    const statements = { before: [grant(anyDepartment)], after: [grant(scope), grant(anyDepartment)] };
    expect(impactOf(change, statements, [member], paths)).toEqual([]);
  });

  test("a right that really becomes narrower is told", () => {
    const change = { added: [{ action, scope }], removed: [{ action, scope: anyDepartment }] };
    const told = impactOf(change, { before: [grant(anyDepartment)], after: [grant(scope)] }, [member], paths);
    expect(told).toEqual([{ action, scope: anyDepartment, isAdded: false, people: 3, isCallerAmong: true }]);
  });

  test("what another group gives or denies counts for those alone who are in it", () => {
    const change = { added: [{ action, scope }], removed: [] };
    const giving = [grant(scope)];
    const denying: PolicyStatement[] = [{ ...grant(scope), effect: "Deny" }];
    const people = [
      { count: 1, isCallers: true, others: [giving] },
      { count: 2, isCallers: false, others: [giving, denying] },
      { count: 4, isCallers: false, others: [[], denying] },
      { count: 8, isCallers: false, others: [[]] },
      { count: 16, isCallers: false, others: [[], []] },
    ];
    const statements = { before: [], after: [grant(scope)] };
    expect(impactOf(change, statements, people, paths)).toMatchObject([{ people: 24, isCallerAmong: false }]);
    const back = { added: [], removed: change.added };
    expect(impactOf(back, { before: statements.after, after: [] }, people, paths)).toMatchObject([
      { people: 24, isCallerAmong: false },
    ]);
  });
});
