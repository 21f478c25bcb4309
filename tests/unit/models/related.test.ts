import { expect, test } from "vitest";
import { firstMembers } from "~/models/groups/group-screen.server";
import { newestCustomers } from "~/models/customers/customer-screen.server";
import { vacanciesOfPerson, vacanciesUsing } from "~/models/vacancies/vacancy-screen.server";
import { flagNames } from "~/flags";
import { ApiError } from "~/services/regional-api.server";
import { type Right, rightNames } from "~/services/rights";
import { argsOf } from "./answering-api";

const all = Object.fromEntries(flagNames.map((name) => [name, true]));

/** Arguments of a person with these rights, of all by default. */
const argsWith = (
  answers: Parameters<typeof argsOf>[0],
  rights: readonly Right[] = rightNames,
  flags = all,
) =>
  argsOf(answers, {
    flags,
    rights: () => Promise.resolve(new Set(rights)),
    scope: {
      awsRegion: "eu-west-1",
      uniqueName: "retail",
      ...{ customerId: "retail", customerDisplayName: "Retail" },
      ...{ organizationId: "acme", organizationDisplayName: "Acme", hierarchyId: "root" },
    },
  });

const page = (data: object[], totalItems = data.length) => ({
  data,
  pagination: { totalItems, totalPages: 1, currentPage: 1 },
});
const vacancies = {
  RelatedVacancies: {
    AppsGetVacancyListV2: page(
      [
        { _id: "v1", title: "Barista", canView: true, managers: [{ email: "A@x.example" }] },
        { _id: "v2", title: "Baker", canView: false, managers: [{ email: "a@x.example" }] },
      ],
      57,
    ),
  },
};
const refused = (name: string, kind: "FORBIDDEN" | "UNEXPECTED" = "FORBIDDEN") => ({
  [name]: new ApiError(kind, "broken", "eu-west-1", name),
});

test("GEN-142 WF-71 a workflow names its first ten vacancies, and links to those that the person may open", async () => {
  const { args, sent } = argsWith(vacancies);
  const { active, archived } = await vacanciesUsing(args, "w1");
  expect(active).toEqual({
    total: 57,
    allHref: "/base/vacancies?workflow=w1",
    rows: [
      { _id: "v1", name: "Barista", href: "/base/vacancies/v1" },
      { _id: "v2", name: "Baker", href: undefined },
    ],
  });
  expect(archived?.allHref).toBe("/base/vacancies/archive?workflow=w1");
  expect(sent.map(({ variables }) => variables)).toMatchObject([
    { filter: { workflowId: "w1", isArchived: false, limitEq: 10 } },
    { filter: { workflowId: "w1", isArchived: true, limitEq: 1 } },
  ]);
});

test("GEN-142 without the right to a list its records are left out; without that to their pages they are no links", async () => {
  expect(await vacanciesUsing(argsWith(vacancies, []).args, "w1")).toEqual({ active: null, archived: null });
  const mayList = argsWith(vacancies, ["apps:listVacancy somewhere"]).args;
  expect((await vacanciesOfPerson(mayList, "a@x.example"))?.rows.map(({ href }) => href)).toEqual([
    undefined,
    undefined,
  ]);
  // Refused by the API, or not answered: the page is shown without them.
  for (const kind of ["FORBIDDEN", "UNEXPECTED"] as const)
    expect(
      await vacanciesOfPerson(argsWith(refused("RelatedVacancies", kind)).args, "a@x.example"),
    ).toBeNull();
});

test("GEN-142 USER-141 a user's vacancies are found by email, with the flag of their list's filter", async () => {
  const { args, sent } = argsWith(vacancies);
  expect((await vacanciesOfPerson(args, "a+b@x.example"))?.allHref).toBe(
    "/base/vacancies?manager=a%2Bb%40x.example",
  );
  expect(sent[0]?.variables).toMatchObject({ filter: { managerText: "a+b@x.example", limitEq: 10 } });
  const without = argsWith(vacancies, rightNames, { ...all, edgeVacancyFiltersEnabled: false });
  expect(await vacanciesOfPerson(without.args, "a@x.example")).toBeNull();
  expect(without.sent).toEqual([]);
});

test("GEN-142 GRP-67 a group names its first ten users by name", async () => {
  const user = { username: "u", firstName: "Ann", lastName: "Lee", email: "a@x.example", locked: false };
  const { args, sent } = argsWith({
    GroupPeople: { ORGGetUsers: page([{ ...user, _id: "u1", canView: true, groupIds: ["group"] }], 57) },
  });
  expect(await firstMembers(args)).toEqual({
    total: 57,
    allHref: "/base/groups/group?tab=users",
    rows: [{ _id: "u1", name: "Ann Lee", href: "/base/users/u1" }],
  });
  expect(sent[0]?.variables).toMatchObject({ filter: { groupIds: ["group"], skip: 0, limit: 10 } });
});

test("GEN-142 an organisation names its newest customers, whose list is theirs", async () => {
  const { args, sent } = argsWith({
    CustomersPage: { ORGGetCustomers: [{ _id: "c1", displayName: "Acme Retail" }], ORGCountCustomers: 12 },
  });
  expect(await newestCustomers(args, "other")).toEqual({
    total: 12,
    allHref: "/region/eu-west-1/customers/c1/customers",
    rows: [{ _id: "c1", name: "Acme Retail", href: "/region/eu-west-1/customers/c1" }],
  });
  expect(sent[0]?.variables).toMatchObject({ filter: { organizationId: "other", limitEq: 10 } });
});
