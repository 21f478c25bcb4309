import { beforeAll, expect, test } from "vitest";
import { type Answer, type Fields, formWith, postForms, textOf } from "../support/console-client";
import { type Fault, html500 } from "../support/fault-proxy";
import { sampleAddresses } from "../support/route-samples";
import { pathOfRoute } from "../support/screens";
import { useStand } from "./support/use-stand";

// A failing post never loses input (SHELL-54).

const faults: Readonly<Record<string, Fault>> = {
  "500 as a page": html500,
  "503": { kind: "answer", status: 503, type: "text/plain", body: "unavailable" },
  "broken JSON": { kind: "answer", status: 200, body: '{"data":{' },
  "data: null": { kind: "answer", status: 200, body: '{"data":null}' },
  "silence @all": { kind: "silence" },
};

type Cell = { route: string; address: string; intent: string; fields: Fields };

const { stand, person } = useStand();
let cells: Cell[];

beforeAll(async () => {
  cells = await everyPost();
}, 300_000);

/** A page with every box ticked and the last option of each list selected. */
const allChosen = (page: Answer): Answer => ({
  ...page,
  html: page.html
    .replace(/<input[^>]*type="checkbox"[^>]*>/g, (box) =>
      /\s(checked|disabled)/.test(box) ? box : box.replace("<input", '<input checked=""'),
    )
    .replace(/<select[\s\S]*?<\/select>/g, (select) =>
      select.replace(/\sselected=""/g, "").replace(/<option(?![\s\S]*<option)/, '<option selected=""'),
    ),
});

/**
 * Each form and button of each screen once, with every text field filled in and the first rows of lists ticked;
 * `prepared` selects more.
 */
async function everyPost(prepared = (page: Answer) => page): Promise<Cell[]> {
  const found = new Map<string, Cell>();
  for (const { name, address, isPublic } of await sampleAddresses(person, pathOfRoute)) {
    if (isPublic) continue;
    const page = prepared(await person.client.get(address));
    const rows = [...page.html.matchAll(/name="ids"[^>]*value="([^"]+)"/g)].slice(0, 2);
    for (const { action, fields, intents } of postForms(page, (field) => `typed into ${field}`)) {
      const to = action || address;
      if (!to.startsWith(`${person.base}/`)) continue;
      for (const intent of intents.length > 0 ? intents : [""]) {
        const key = [name, fields.map(([field]) => field).join(), intent.replace(/:.*/, "")].join(" ");
        const ticked = rows.map(([, id = ""]) => ["ids", id] as const);
        const isOfRows = !fields.some(([field]) => field === "ids" || field === "form");
        const all = [
          ...fields,
          ...(isOfRows ? ticked : []),
          ...(intent ? [["intent", intent] as const] : []),
        ];
        if (!found.has(key)) found.set(key, { route: name, address: to, intent, fields: all });
      }
    }
  }
  return [...found.values()];
}

const secret = /[pP]assword(?!Reset)|[cC]redential|[sS]ecret|[tT]oken/;
const isEssential = ([name, value]: readonly [string, string]) =>
  value !== "" && name !== "csrf" && !name.startsWith("__") && !secret.test(name);

/** Fields of a post that are in no form of its answer. */
function lost(sent: Fields, answer: { html: string }): string[] {
  const held = new Set(postForms(answer).flatMap(({ fields }) => fields.map((field) => field.join("="))));
  return sent
    .filter((field) => isEssential(field) && field[0] !== "intent" && !held.has(field.join("=")))
    .map(([name]) => name);
}

test("SHELL-54 every form of the console is covered by these tests", () => {
  expect(new Set(cells.map(({ route }) => route)).size).toBeGreaterThan(45);
  expect(cells.length).toBeGreaterThan(90);
});

test.each(Object.entries(faults))(
  "SHELL-54 SESS-34 %s from the first call on loses nothing of any form of the console",
  async (_, fault) => {
    stand.sydney.fail(fault);
    stand.ireland.fail(fault);
    stand.virginia.fail(fault);
    const wrong: string[] = [];
    const waiting = cells.entries();
    const work = async () => {
      for (const [, { route, address, intent, fields }] of waiting) {
        const answer = await person.client.post(address, fields);
        const reference = answer.headers.get("x-request-id") ?? "none";
        const problems = [
          ...(answer.status === 502 || answer.status === 503 ? [] : [`status ${answer.status}`]),
          ...(textOf(answer).includes(`Reference: ${reference}`) ? [] : ["no reference"]),
          ...lost(fields, answer).map((name) => `${name} lost`),
        ];
        if (problems.length > 0) wrong.push(`${route} ${intent}: ${problems.join(", ")}`);
      }
    };
    // Silent faults only wait, so more of them run at once.
    await Promise.all(Array.from({ length: fault.kind === "silence" ? 30 : 8 }, work));
    expect(wrong).toEqual([]);
  },
  240_000,
);

test("SHELL-54 the page of a failed post lists the input, without a form's hidden fields", async () => {
  stand.sydney.fail(html500);
  const wrong: string[] = [];
  let listed = 0;
  for (const { route, address, intent, fields } of cells) {
    const text = textOf(await person.client.post(address, fields));
    const entered = text.split("What you entered ")[1]?.replace(/typed into \S+/g, "");
    if (entered === undefined) continue;
    listed += 1;
    const odd = /[0-9a-f]{24}|[[{]"|\bwas\b/i.exec(entered);
    if (odd) wrong.push(`${route} ${intent}: ${entered.slice(Math.max(0, odd.index - 60), odd.index + 60)}`);
  }
  expect(wrong).toEqual([]);
  expect(listed).toBeGreaterThan(20);
}, 240_000);

test("SHELL-54 the page of a failed post of the department tree lists the changed names", async () => {
  const path = `${person.base}/departments/edit`;
  const page = await person.client.get(path);
  const [name = ""] = formWith(page, "save").find(([, value]) => value === "Payroll") ?? [];
  stand.sydney.fail(html500);
  const failed = await person.client.post(path, formWith(page, "save", { [name]: "Wages" }));
  expect(textOf(failed)).toMatch(/What you entered Name Wages *$/);
});

test("SHELL-54 a failed post can go back into its form", async () => {
  const path = `${person.base}/groups/create`;
  const typed = { name: "Brought back", description: "Not sent yet" };
  const page = await person.client.get(path);
  stand.sydney.fail(html500);
  const failed = await person.client.post(path, formWith(page, "save", typed));
  await stand.heal();
  const back = await person.client.post(path, formWith(failed, "bring-back"));
  expect(back.status).toBe(200);
  expect(Object.fromEntries(formWith(back, "save"))).toMatchObject(typed);
});

const pass: Fault = { kind: "hold", until: () => Promise.resolve() };

/** Posts of lists: with row boxes and the other choices in their bars. */
const ofLists = () =>
  cells.filter(
    // The boxes above a group's member list belong to people who are not members.
    ({ route, fields }) =>
      route !== "routes/groups/add-users.tsx" && fields.some(([name]) => name === "list"),
  );

/** The path of a list below the customer, without ids. */
const pathOf = ({ address }: Cell) =>
  address
    .replace(person.base, "")
    .replace(/\?.*/s, "")
    .replace(/[0-9a-f]{24}/g, ":id");

test("SHELL-90 every list with boxes is covered by these tests", () => {
  const paths = ofLists().map(pathOf);
  for (const path of [
    "/vacancies",
    "/vacancies/:id",
    "/users",
    "/groups",
    "/customers",
    "/settings/ats-tenants",
  ])
    expect(paths).toContain(path);
});

test("SHELL-90 SHELL-33 a list's selection is kept without scripts when its post is refused, asks or fails", async () => {
  const wrong: string[] = [];
  const seen = new Map<number, number>();
  // First only changes fail; then every call after the person is known; last nothing fails, since that changes the
  // lists.
  for (const way of ["changes fail", "all fails", "nothing fails"]) {
    for (const { route, address, intent, fields } of ofLists()) {
      await stand.heal();
      if (way === "changes fail") stand.sydney.fail(html500, { isChange: true });
      if (way === "all fails") stand.sydney.fail(pass, { times: 2 });
      if (way === "all fails") stand.sydney.fail(html500);
      const answer = await person.client.post(address, fields);
      if (answer.status < 400) continue;
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      const shown = [...answer.html.matchAll(/<input[^>]*name="ids"[^>]*>/g)].map(([tag]) => tag);
      const isShown = (value: string) => shown.some((tag) => tag.includes(`value="${value}"`));
      const isTicked = (value: string) =>
        shown.some((tag) => tag.includes(`value="${value}"`) && /checked|type="hidden"/.test(tag));
      const gone = fields.filter(
        ([name, value]) => name === "ids" && !isTicked(value) && (way !== "nothing fails" || isShown(value)),
      ).length;
      if (gone > 0) wrong.push(`${route} ${intent}: ${answer.status} where ${way}, ${gone} boxes`);
    }
  }
  expect(wrong).toEqual([]);
  expect(seen.get(400) ?? 0).toBeGreaterThan(3);
  expect([...seen].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)).toBeGreaterThan(
    10,
  );
}, 240_000);

test("SHELL-90 the selected status is restored with the boxes", async () => {
  const cell = ofLists().find((one) => pathOf(one) === "/vacancies/:id" && one.intent === "status");
  if (!cell) throw new Error("no such form");
  const chosen = cell.fields.map(([name, value]): [string, string] => [
    name,
    name === "newStatus" ? "APPS_APPLICATION_OFFERED" : value,
  ]);
  stand.sydney.fail(html500, { operation: "AppsUpdateApplicationStatus" });
  const answer = await person.client.post(cell.address, chosen);
  expect(answer.status).toBe(502);
  expect(answer.html).toMatch(/<option value="APPS_APPLICATION_OFFERED" selected/);
});

test("SHELL-54 SESS-34 a region that fails after identifying the person loses no input of any form of the console", async () => {
  const wrong: string[] = [];
  let failed = 0;
  for (const { route, address, intent, fields } of cells) {
    await stand.heal();
    stand.sydney.fail(pass, { times: 1 });
    stand.sydney.fail(html500);
    const answer = await person.client.post(address, fields);
    // Calls before the failing one may have succeeded, and forms handle invalid values themselves.
    if (answer.status < 500) continue;
    failed += 1;
    const gone = lost(fields, answer);
    if (gone.length > 0) wrong.push(`${route} ${intent}: ${answer.status}, lost ${gone.join(", ")}`);
  }
  expect(wrong).toEqual([]);
  expect(failed).toBeGreaterThan(20);
}, 240_000);

test("SHELL-54 USER-64 boxes and choices of a form are kept if every call after the one for the person, or for the rights, fails", async () => {
  const wrong: string[] = [];
  let answered = 0;
  const known = [["AuthMe"], ["AuthMe", "CommonCheckPolicy"]];
  for (const { route, address, intent, fields } of await everyPost(allChosen)) {
    // Other buttons change the form.
    if (intent !== "save" || !fields.some(([name]) => name === "form")) continue;
    for (const operations of known) {
      await stand.heal();
      for (const operation of operations) stand.sydney.fail(pass, { operation });
      stand.sydney.fail(html500);
      const answer = await person.client.post(address, fields);
      if (answer.status < 400) continue;
      answered += 1;
      // The template of a new workflow is not part of it, and the answer's tree draft contains more than was sent.
      const gone = lost(fields, answer).filter((name) => name !== "copyWorkflowId" && name !== "draft");
      if (gone.length > 0) wrong.push(`${route}: ${answer.status}, lost ${gone.join(", ")}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(20);
}, 240_000);
