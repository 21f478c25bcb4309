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
  // What AuthMe said of the session is known from here on.
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

test("SHELL-40, SESS-23: what was read beside AuthMe waits for it, however long that takes", async () => {
  stand.sydney.fail({ kind: "hold", until: () => sleep(400) }, { operation: "AuthMe" });
  const page = await open();
  expect(page.status).toBe(200);
  expect(page.ms).toBeGreaterThan(390);
});

test("SHELL-40: rights are asked once more when AuthMe tells of other groups, and what was read before is dropped", async () => {
  stand.sydney.fail(retyped("groupIds", ["0123456789abcdef01234567"]), { operation: "AuthMe" });
  expect((await open()).status).toBe(200);
  const identities = stand.sydney.callsOf("CommonCheckPolicy").map(({ variables }) => variables.policy);
  expect(identities).toHaveLength(2);
  expect(identities[1]).toMatchObject({ identity: { groupIds: ["0123456789abcdef01234567"] } });
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(2);
  // From then on the next page assumes this.
  stand.sydney.calls = [];
  expect((await open()).status).toBe(200);
  expect(stand.sydney.calls).toHaveLength(reads.length);
});

test("SHELL-41: a customer that AuthMe no longer names is refused, although its page was read already", async () => {
  stand.sydney.fail(retyped("customers", []), { operation: "AuthMe" });
  const page = await open();
  expect(page.status).toBe(403);
  expect(stand.sydney.callsOf("ORGGetCustomers")).toHaveLength(1);
  expect(page.html).not.toContain("<table");
});

test("SESS-21: a session that AuthMe refuses shows nothing of what was read, and leads to the sign-in", async () => {
  stand.sydney.fail(refusal("Not signed in", "UNAUTHENTICATED", "Authentication Error"), {
    operation: "AuthMe",
  });
  const page = await open();
  expect([page.status, page.location?.startsWith("/login")]).toEqual([302, true]);
  expect(textOf(page)).not.toContain("Customers");
});

test("SHELL-40: a right that was taken away shows on the very next page", async () => {
  stand.sydney.fail(retyped("policyResult", false), { operation: "CommonCheckPolicy" });
  const page = await open();
  expect(page.status).toBe(403);
});

test("SHELL-31, SHELL-41: what a page that is dropped would have said is not said on the next one", async () => {
  const list = await person.client.get(`${person.base}/vacancies`);
  const vacancy = /\/vacancies\/[0-9a-f]{24}/.exec(list.html)?.[0] ?? "";
  const gone = `${person.base}${vacancy}/applications/0123456789abcdef01234567`;
  const said = "This candidate is no longer";
  expect((await person.client.get(gone)).status).toBe(303);
  expect(textOf(await open())).toContain(said);
  stand.sydney.fail(retyped("customers", []), { operation: "AuthMe", times: 1 });
  expect((await person.client.get(gone)).status).toBe(403);
  expect(textOf(await open())).not.toContain(said);
});
