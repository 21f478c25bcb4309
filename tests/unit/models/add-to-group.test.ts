import { expect, test, vi } from "vitest";
import type { FormArgs } from "~/services/console-args";
import { logger } from "~/services/log.server";
import type { FormApi } from "~/services/customer-api.server";
import { ApiError } from "~/services/regional-api.server";
import { action } from "~/routes/users/add-to-group";
import { argsOf } from "./answering-api";

vi.mock("~/services/guard.server", () => ({
  consoleLoader: () => undefined,
  consoleAction: (_gate: object, handlers: object) => handlers,
}));

const { add } = action as unknown as { add: (args: FormArgs) => Promise<object> };
const groups = ["Auditors", "Recruiters"].map((name) => ({ _id: name.toLowerCase(), name, usersCount: 1 }));

/** Adds two people to these groups, of which `failing` refuse. */
async function added(groupIds: string[], failing: Record<string, string>) {
  vi.spyOn(logger, "error").mockImplementation(() => undefined);
  vi.spyOn(logger, "warn").mockImplementation(() => undefined);
  const url = new URL("http://console.example/base/users/add-to-group?search=a&ids=one&ids=two");
  const form = groupIds.map((id): [string, string] => ["groupIds", id]);
  const { args, notices } = argsOf(
    { GroupOptions: { ORGGetGroups: { data: groups, pagination: { totalPages: 1 } } } },
    { form, url },
  );
  const calls: unknown[] = [];
  const mutate = (_document: unknown, variables: { groupId: string }) => {
    calls.push(variables);
    const message = failing[variables.groupId];
    return message === undefined
      ? Promise.resolve({ ORGGroupAddUsers: [] })
      : Promise.reject(new ApiError("CONFLICT", message, "eu-west-1", "AddUsersToGroup"));
  };
  const api = { ...args.api, mutate } as unknown as FormApi;
  return { answer: await add({ ...args, api }), calls, notices };
}

const notice = (description: string) => ({
  data: { notice: { tone: "error", title: "Add user to group failed.", description } },
});

test("USER-26 if every group accepted the people: back to the list in its previous state, with one sentence", async () => {
  const { answer, calls, notices } = await added(["auditors", "recruiters"], {});
  expect(calls).toEqual(["auditors", "recruiters"].map((groupId) => ({ groupId, userIds: ["one", "two"] })));
  expect(notices).toEqual([{ tone: "success", title: "User added to group." }]);
  expect((answer as Response).headers.get("location")).toBe("/base/users?search=a");
});

test("USER-26 only failed groups are named, and the others are still tried", async () => {
  const one = await added(["auditors", "recruiters"], { auditors: "no" });
  expect(one.answer).toMatchObject(notice("Groups: Auditors"));
  expect(one.calls).toHaveLength(2);
  expect(one.notices).toEqual([]);
  const all = await added(["auditors", "recruiters"], { auditors: "no", recruiters: "no" });
  expect(all.answer).toMatchObject(notice("Groups: Auditors, Recruiters"));
});

test("USER-26 USER-90 a deleted group is reported without a name, and a known reason with the names", async () => {
  const gone = await added(["0f0f"], { "0f0f": "not found" });
  expect(gone.answer).toMatchObject(notice("Groups: a group that no longer exists"));
  const last = await added(["auditors"], { auditors: "No one at Retail could edit users any more." });
  expect(JSON.stringify(last.answer)).toMatch(
    /Groups: Auditors\. No one at Retail could edit users any more/,
  );
});
