import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { textOf } from "../support/console-client";
import { refusal, retyped } from "../support/fault-proxy";
import { type Person, signIn } from "./support/stand";
import { useStand } from "./support/use-stand";

const { stand } = useStand();
let person: Person;

beforeEach(async () => {
  person = await signIn(stand);
  // From here on the session's last AuthMe result is known.
  expect((await open()).status).toBe(200);
  await stand.heal();
});

const open = () => person.client.get(`${person.base}/customers`);
const reads = ["AuthMe", "CommonCheckPolicy", "ORGGetCustomers", "CommonGetSavedViews"];

test("quality 3: every call of a session's next page leaves before the first of them is answered", async () => {
  let release = () => {};
  const until = new Promise<void>((resolve) => (release = resolve));
  for (const operation of reads) stand.sydney.fail({ kind: "hold", until: () => until }, { operation });
  const page = open();
  await expect.poll(() => reads.map((name) => stand.sydney.callsOf(name).length)).toEqual(reads.map(() => 1));
  release();
  expect((await page).status).toBe(200);
  expect(stand.sydney.calls).toHaveLength(reads.length);
});

test("SHELL-40, SESS-23: data read in parallel with AuthMe waits for AuthMe, however long it takes", async () => {
  stand.sydney.fail({ kind: "hold", until: () => sleep(400) }, { operation: "AuthMe" });
  const page = await open();
  expect(page.status).toBe(200);
  expect(page.ms).toBeGreaterThan(390);
});

test("SHELL-40: rights are read again if AuthMe returns other groups, and data read before is dropped", async () => {
  stand.sydney.fail(retyped("groupIds", ["0123456789abcdef01234567"]), { operation: "AuthMe" });
  expect((await open()).status).toBe(200);
  const identities = stand.sydney.callsOf("CommonCheckPolicy").map(({ variables }) => variables.policy);
  expect(identities).toHaveLength(2);
  expect(identities[1]).toMatchObject({ identity: { groupIds: ["0123456789abcdef01234567"] } });
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(2);
  // The next page assumes the new groups.
  stand.sydney.calls = [];
  expect((await open()).status).toBe(200);
  expect(stand.sydney.calls).toHaveLength(reads.length);
});

test("SHELL-41: a customer missing from AuthMe is refused, although its page's data was already read", async () => {
  stand.sydney.fail(retyped("customers", []), { operation: "AuthMe" });
  const page = await open();
  expect(page.status).toBe(403);
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(1);
  expect(page.html).not.toContain("<table");
});

test("SESS-21: a session that AuthMe refuses shows none of the data read, and redirects to the sign-in", async () => {
  stand.sydney.fail(refusal("Not signed in", "UNAUTHENTICATED", "Authentication Error"), {
    operation: "AuthMe",
  });
  const page = await open();
  expect([page.status, page.location?.startsWith("/login")]).toEqual([302, true]);
  expect(textOf(page)).not.toContain("Customers");
});

test("SHELL-31, SHELL-41: the notice of a dropped page does not appear on the next one", async () => {
  const list = await person.client.get(`${person.base}/vacancies`);
  const vacancy = /\/vacancies\/[0-9a-f]{24}/.exec(list.html)?.[0] ?? "";
  const gone = `${person.base}${vacancy}/applications/0123456789abcdef01234567`;
  const noticeText = "This candidate is no longer";
  expect((await person.client.get(gone)).status).toBe(303);
  expect(textOf(await open())).toContain(noticeText);
  stand.sydney.fail(retyped("customers", []), { operation: "AuthMe", times: 1 });
  expect((await person.client.get(gone)).status).toBe(403);
  expect(textOf(await open())).not.toContain(noticeText);
});
