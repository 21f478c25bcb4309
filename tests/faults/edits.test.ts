import { readdirSync, readFileSync } from "node:fs";
import { buildSchema, getNamedType, type GraphQLObjectType, isInputObjectType } from "graphql";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod/v4";
import {
  demoAccounts,
  demoCustomers,
  demoId,
  demoOrganizations,
  demoVacancyId,
} from "../../regional-api/seed/ids";
import { areas } from "../contract/fixtures/areas";
import { unreachableIdentityProvider } from "../../regional-api/seed/settings";
import { type Answer, type ConsoleClient, type Fields, formWith, textOf } from "../support/console-client";
import { broken } from "../support/fault-proxy";
import { type Person, signIn } from "./support/stand";
import { useStand } from "./support/use-stand";

// Every edit form, with two people in it at once (GEN-22).

/** Changed fields of a form by name; a box to be cleared is "off". */
type Changes = Record<string, string>;

type EditForm = {
  /** The form's requirements. */
  rows: string;
  /** The `id` passed to `useConsoleForm`. */
  form: string;
  /** The path below the customer; a function where ids are only known once there is data. */
  at: string | (() => Promise<string>);
  intent?: string;
  /** The API operation that saves. */
  operation: string;
  mine: Changes;
  theirs: Changes;
  /** The message when saving fails, and its requirement. */
  failed: readonly [row: string, said: string];
  /** The button used by the person who saves first, if it is another one on the same page. */
  theirIntent?: string;
  /** The second person's conflict text: field, their value, stored value. */
  conflictText: string;
  /** Changes to other fields of the form and the resulting text, or why there are none. */
  apart: { theirs: Changes; mine?: Changes; text: string } | "one field" | "by entry";
  /** The confirmation word that must be typed before saving. */
  word?: string;
  /** Provider-only or personal: both windows belong to one person. */
  isOwn?: true;
};

const vacancyId = demoVacancyId("acmeRetail", 0);
/** The name field of the root department. */
const rootName = `name-${demoCustomers.acmeRetail.rootHierarchyId}`;
const workflowId = demoId("workflow:acme-retail:1");
const workflowSetId = demoId("workflow-set:acme-retail:0");
const ssoValues = {
  loginUrl: "https://idp.example/first",
  publicCertificates: unreachableIdentityProvider.certificate,
  enabled: "on",
};
const template = (name: string) =>
  `arn:aws:mobiletargeting:ap-southeast-2:000000000000:templates/${name}/EMAIL`;
const customTemplate = (name: string) => ({
  "entries.FI_INVITE.EMAIL.custom": "on",
  "entries.FI_INVITE.EMAIL.template": template(name),
});

/** A form in which both people change the text `field`, labelled `label`, or one changes it and the other `other`. */
const texts = (
  at: EditForm["at"],
  [rows, form, operation]: readonly [rows: string, form: string, operation: string],
  [field, label, other]: readonly [field: string, label: string, other: string],
  ...failed: EditForm["failed"]
): EditForm => ({
  ...{ rows, form, operation, at, failed },
  mine: { [field]: "Mine" },
  theirs: { [field]: "Theirs" },
  conflictText: `${label} Mine Theirs`,
  apart: { theirs: { [other]: "Elsewhere" }, text: "Elsewhere" },
});

/** Forms whose area declares everything needed in its fixture. */
const declared = areas.flatMap(({ screens = [] }) =>
  screens.flatMap(({ path, calls: { edit }, demo, fails, field, edited }): EditForm[] => {
    if (!edit || !fails.edit || !field || !edited) return [];
    const [rows, form, label, other] = edited;
    return [texts(`${path}/${demo}/edit`, [rows, form, edit], [field, label, other], ...fails.edit)];
  }),
);

const forms: EditForm[] = [
  ...declared,
  {
    rows: "ORG-48",
    form: "organization",
    isOwn: true,
    at: `organisations/${demoOrganizations.globex.id}`,
    operation: "ORGUpdateOrganization",
    mine: { displayName: "Globex mine" },
    theirs: { displayName: "Globex theirs" },
    failed: ["ORG-46", "Rename organisation failed."],
    conflictText: "Display name Globex mine Globex theirs",
    apart: "one field",
  },
  {
    rows: "DEPT-32",
    form: "departments",
    at: "departments/edit",
    operation: "ORGUpdateHierarchies",
    mine: { [rootName]: "Mine" },
    theirs: { [rootName]: "Theirs" },
    failed: ["DEPT-27", "Unexpected error Failed to edit department. Please contact support."],
    conflictText:
      "What will change “Theirs” is renamed “Mine” Casey Custodian: “Acme Retail” is renamed “Theirs”",
    apart: "by entry",
  },
  {
    rows: "USER-81",
    form: "user",
    at: `users/${demoAccounts.recruiter.id}/edit`,
    operation: "ORGUpdateUser",
    mine: { firstName: "Mine" },
    theirs: { firstName: "Theirs" },
    failed: ["USER-85", "Failed to edit user. Please contact support."],
    conflictText: "First name Mine Theirs",
    apart: { theirs: { lastName: "Elsewhere" }, text: "Last name Recruiter Elsewhere" },
  },
  {
    rows: "SSO-33",
    form: "sso",
    at: "settings/sso",
    operation: "IDPUpdateSSOConfig",
    // Saving SSO after someone else turned it off turns it on again, which needs the word.
    word: "ENABLE WITHOUT TEST",
    mine: { loginUrl: "https://idp.example/mine" },
    theirs: { loginUrl: "https://idp.example/theirs" },
    failed: ["SSO-33", "Something went wrong SSO create or update error"],
    conflictText: "Login URL https://idp.example/mine https://idp.example/theirs",
    apart: { theirs: { enabled: "off" }, text: "Yes No" },
  },
  {
    rows: "MFA-06",
    form: "sign-in-policy",
    at: "settings/sign-in",
    operation: "AuthUpdateSignInPolicy",
    mine: { fromDay: "2030-01-02" },
    theirs: { fromDay: "2030-02-03" },
    failed: ["MFA-06", "Failed to save the sign-in settings. Please contact support."],
    conflictText: "From 2030-01-02 2030-02-03",
    apart: "one field",
  },
  {
    rows: "PIPE-06",
    form: "decline-reasons",
    at: "settings/decline-reasons",
    operation: "AppsUpdateDeclineSetting",
    mine: { "reasons[0].name": "Mine" },
    theirs: { "reasons[0].name": "Theirs" },
    failed: ["PIPE-06", "Failed to save the decline reasons. Please contact support."],
    conflictText: "Mine Theirs",
    apart: { theirs: { asks: "REQUIRED" }, text: "Required" },
  },
  {
    rows: "DEC-04",
    form: "review",
    intent: "review",
    // The last decision of a page does not wait for a person.
    at: async () => {
      const { html } = await first.client.get(`${first.base}/decisions`);
      const ids = [...html.matchAll(/decisions\/([0-9a-f]{24})/g)];
      return `decisions/${ids.at(-1)?.[1]}`;
    },
    operation: "DECReviewDecision",
    mine: { decision: "CONFIRM", reason: "Mine" },
    theirs: { decision: "CONFIRM", reason: "Theirs" },
    failed: ["DEC-04", "The review could not be saved"],
    conflictText: "Reason Mine Theirs",
    apart: "one field",
  },
  {
    rows: "BRAND-16",
    form: "branding",
    at: "settings/branding",
    operation: "FIEditBranding",
    mine: { title: "Mine" },
    theirs: { title: "Theirs" },
    failed: ["BRAND-17", "Edit customer branding failed."],
    conflictText: "Title Mine Theirs",
    apart: { theirs: { "theme.header.backgroundColor": "#123456" }, text: "#123456" },
  },
  {
    rows: "COMP-10",
    form: "retention",
    at: "settings/compliance",
    operation: "AppsUpdateCustomerSetting",
    mine: { videoRetentionPeriod: "71" },
    theirs: { videoRetentionPeriod: "72" },
    failed: ["COMP-13", "Failed to update customer compliance setting. Please contact support."],
    conflictText: "Video retention (months) 71 72",
    apart: { theirs: { candidatePiiRetentionPeriod: "73" }, text: "73" },
    word: "UPDATE RETENTION",
  },
  {
    rows: "SMS-12",
    form: "alerts",
    at: "settings/sms",
    operation: "AppsUpdateSMSNotificationSettings",
    mine: { threshold: "71" },
    theirs: { threshold: "72" },
    failed: ["SMS-15", "Settings failed to save"],
    conflictText: "71 72",
    apart: { theirs: { reminderRecipients: "else@where.example" }, text: "else@where.example" },
  },
  {
    rows: "MAIL-12",
    form: "sender",
    at: "settings/email-domain",
    intent: "rename",
    operation: "NotifUpdateEmailDomainSetting",
    mine: { displayName: "Mine" },
    theirs: { displayName: "Theirs" },
    failed: ["MAIL-12", "Display name failed to update"],
    conflictText: "Display name Mine Theirs",
    apart: "one field",
  },
  {
    rows: "MAIL-22",
    form: "switch",
    at: "settings/email-domain",
    intent: "switch",
    operation: "NotifUpdateEmailDomainSetting",
    mine: {},
    theirs: { displayName: "Renamed" },
    failed: ["MAIL-22", "Customised email domain failed to switch off."],
    theirIntent: "rename",
    // The name is a separate form on the page; the two do not affect each other.
    conflictText: "You and they changed different fields",
    apart: "one field",
  },
  {
    rows: "NOTIF-30",
    form: "notifications",
    at: "settings/notification?language=en-US",
    operation: "NotifUpdateNotificationSettingsV2",
    mine: customTemplate("mine"),
    theirs: customTemplate("theirs"),
    failed: ["NOTIF-25", "Failed to edit notification settings. Please contact support."],
    conflictText: `${template("mine")} ${template("theirs")}`,
    apart: "by entry",
  },
  {
    rows: "TEN-25",
    form: "tenant",
    isOwn: true,
    at: async () => {
      const { html } = await second.client.get(`${second.base}/settings/ats-tenants`);
      return /\/(settings\/ats-tenants\/[0-9a-f]{24})"[^>]*><span title="PEOPLE_FLOW"/.exec(html)?.[1] ?? "";
    },
    operation: "AtsUpdateTenant",
    mine: { "texts.customerName": "Mine" },
    theirs: { "texts.customerName": "Theirs" },
    failed: ["TEN-29", "Something went wrong The ATS configuration was not saved. Please contact support."],
    conflictText: "Mine Theirs",
    apart: { theirs: { "texts.externalTenantId": "elsewhere" }, text: "elsewhere" },
  },
  {
    ...texts(
      `workflow-sets/workflows/${workflowId}/edit`,
      ["WF-36", "workflow", "AppsUpdateWorkflow"],
      ["name", "Workflow Name", "stages[0].name"],
      ...(["WF-38", "Workflow updation failed."] as const),
    ),
    isOwn: true,
  },
  {
    rows: "WFS-36",
    form: "workflow-set",
    isOwn: true,
    at: `workflow-sets/${workflowSetId}/edit`,
    operation: "AppsUpdateWorkflowSet",
    mine: { name: "Mine", "options[1].displayName": "My graduates" },
    theirs: { name: "Theirs" },
    failed: ["WFS-36", "Mine failed to update"],
    conflictText: "Workflow Set Name Mine Theirs",
    apart: { theirs: { description: "Elsewhere" }, text: "Elsewhere" },
  },
  texts(
    async () => {
      const { html } = await second.client.get(`${second.base}/vacancies/${vacancyId}`);
      const id = /name="ids"[^>]*value="([0-9a-f]{24})"/.exec(html)?.[1] ?? "";
      return `vacancies/${vacancyId}/applications/${id}/edit`;
    },
    ["CAND-13", "candidate", "AppsUpdateApplicationCandidate"],
    ["firstName", "First name", "lastName"],
    ...(["CAND-13", "Candidate's information is not updated, please try again."] as const),
  ),
  {
    rows: "DI-07",
    form: "dashboard-layout",
    isOwn: true,
    at: "di/layout",
    operation: "CommonUpdateDashboardLayout",
    mine: { "completedCount.h": "5" },
    theirs: { "completedCount.h": "6" },
    failed: ["DI-07", "The layout was not saved Failed to save the layout. Please contact support."],
    conflictText: "Height of Chat interviews completed 5 6",
    apart: { theirs: { "completedCount.w": "5" }, text: "5" },
  },
  {
    rows: "GEN-33",
    form: "saved-view",
    at: async () => {
      const from = `${second.base}/groups?sort=name`;
      const query = new URLSearchParams({ list: "groups", from });
      const create = `views/create?${query}`;
      const shared = { name: "Everybody's", isShared: "on" };
      await send(
        second.client,
        `${second.base}/${create}`,
        await second.client.get(`${second.base}/${create}`),
        "save",
        shared,
      );
      const { html } = await second.client.get(`${second.base}/views?${query}`);
      const id = /views\/edit\?[^"]*id=([0-9a-f]{24})/.exec(html)?.[1] ?? "";
      return `views/edit?${query}&id=${id}`;
    },
    operation: "CommonUpdateSavedView",
    mine: { name: "Mine" },
    theirs: { name: "Theirs" },
    failed: ["GEN-34", "Failed to save the view."],
    conflictText: "Name Mine Theirs",
    // A shared view can only be unshared by its creator.
    apart: "one field",
  },
];

const { stand, person: second } = useStand();
let first: Person;

beforeAll(async () => {
  first = await signIn(stand, demoAccounts.customerAdmin.email);
  // Adds the only record of these that the demo data lack.
  const path = `${first.base}/settings/sso?setup=1`;
  const answer = await send(
    first.client,
    path,
    await first.client.get(path),
    "save",
    ssoValues,
    "ENABLE WITHOUT TEST",
  );
  expect(answer.status).toBe(303);
});

/** Fills in a form, presses its button and confirms any question. */
async function send(
  client: ConsoleClient,
  path: string,
  page: Answer,
  intent: string,
  changes: Changes = {},
  word = "",
): Promise<Answer> {
  const answer = await client.post(path, formWith(page, intent, changes));
  const confirmIntent = `${intent}:confirm`;
  if (!answer.html.includes(`value="${confirmIntent}"`)) return answer;
  return client.post(path, formWith(answer, confirmIntent, { confirmation: word }));
}

const valueIn = (fields: Fields, name: string) => fields.findLast(([one]) => one === name)?.[1];

/** The form's own version, from its element and its hidden field. */
function versionIn({ html }: Answer, id: string, intent: string): number {
  const tag = (html.match(/<form[^>]*>/g) ?? []).find((one) => one.includes(` id="${id}"`)) ?? "";
  const version = /data-version="(\d+)"/.exec(tag)?.[1];
  const fields = formWith({ html }, intent);
  expect(valueIn(fields, "form")).toBe(id);
  expect(version, `data-version of ${id}`).toBeDefined();
  expect(valueIn(fields, "version")).toBe(version);
  return Number(version);
}

/** The version sent with the last call of an operation; notifications send one per entry. */
function lastVersion(operation: string): number {
  const variables = stand.sydney.callsOf(operation).at(-1)?.variables;
  // A workflow is sent as a single input.
  const sent = versionSent.parse(wholeInput.safeParse(variables).data?.updateWorkflowInput ?? variables);
  return sent.settings?.[0]?.version ?? sent.version;
}
const wholeInput = z.object({ updateWorkflowInput: z.object({ version: z.number() }) });
const versionSent = z.object({
  version: z.number(),
  settings: z.array(z.object({ version: z.number() })).optional(),
});

test.each(forms)(
  "$failed.0 SHELL-33 $form: a failed save says so, changes nothing, and keeps the input",
  async ({ form, at, intent = "save", operation, mine, failed: [, said], word }) => {
    const path = `${second.base}/${typeof at === "string" ? at : await at()}`;
    const page = await second.client.get(path);
    stand.sydney.fail(broken, { operation });
    const answer = await send(second.client, path, page, intent, mine, word);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(textOf(answer)).toContain(said);
    expect(textOf(answer)).not.toContain("Validation Error");
    const stored = Object.fromEntries(formWith(page, intent));
    // A workflow is reset to what was loaded.
    const { name } = stored;
    const shown = form === "workflow" ? { name } : mine;
    expect(Object.fromEntries(formWith(answer, intent))).toMatchObject(shown);
    if (form !== "switch") expect(versionIn(answer, form, intent)).toBe(versionIn(page, form, intent));
    await stand.heal();
    const now = Object.fromEntries(formWith(await second.client.get(path), intent));
    for (const field of Object.keys(mine)) expect(now[field], field).toBe(stored[field]);
  },
);

test.each(forms)(
  "$rows GEN-22 GEN-41 $form: the second of two savers is shown who changed what",
  async (edit) => {
    const {
      form,
      intent = "save",
      theirIntent = intent,
      operation,
      mine,
      theirs,
      conflictText,
      word,
      isOwn,
    } = edit;
    const path = `${second.base}/${typeof edit.at === "string" ? edit.at : await edit.at()}`;
    const page = await second.client.get(path);
    const version = versionIn(page, form, intent);
    const { client } = isOwn ? second : first;
    expect((await send(client, path, await client.get(path), theirIntent, theirs, word)).status).toBe(303);

    const read = lastVersion(operation);
    // Notifications send the versions of their entries, which `seen` contains.
    if (form !== "notifications") expect(read).toBe(version);

    const conflict = await send(second.client, path, page, intent, mine, word);
    expect(conflict.status).toBe(200);
    expect(textOf(conflict)).toContain(
      isOwn ? "You changed this in another tab or browser" : "Someone else has changed this",
    );
    expect(textOf(conflict)).toContain(isOwn ? "You saved a change at" : "Casey Custodian saved a change at");
    expect(textOf(conflict)).toContain(conflictText);
    expect(lastVersion(operation)).toBe(read);

    // Pressing the same button is refused again; "Save mine" confirms the overwrite.
    if (intent === "switch") expect((await send(second.client, path, conflict, intent)).status).toBe(303);
    else {
      const again = await send(second.client, path, conflict, intent, {}, word);
      expect(textOf(again)).toContain(conflictText);
      expect((await second.client.post(path, formWith(again, `${intent}:over`))).status).toBe(303);
    }
    const now = await second.client.get(path);
    expect(lastVersion(operation)).toBe(read + 1);
    if (intent === "switch") expect(textOf(now)).toContain("Customised email domain Off");
    else expect(Object.fromEntries(formWith(now, intent))).toMatchObject(mine);
  },
);

const merged = forms.flatMap(({ apart, ...edit }) => (typeof apart === "string" ? [] : [{ ...edit, apart }]));

test.each(merged)(
  "$rows GEN-42 $form: two people who change different fields both save, and neither is asked to choose",
  async ({ at, intent = "save", operation, theirs: mine, apart, word, isOwn }) => {
    const path = `${second.base}/${typeof at === "string" ? at : await at()}`;
    const page = await second.client.get(path);
    const { client } = isOwn ? second : first;
    const before = await client.get(path);
    expect((await send(client, path, before, intent, apart.theirs, word)).status).toBe(303);
    const read = lastVersion(operation);

    const conflict = await send(second.client, path, page, intent, mine, word);
    const shownText = textOf(conflict);
    expect(shownText).toContain(
      isOwn ? "You changed different fields there" : "You and they changed different fields",
    );
    if (isOwn) expect(shownText).not.toMatch(/Changed only by them|Use theirs/);
    expect(shownText).toContain(apart.text);
    expect(shownText).not.toContain("What you typed");
    expect(shownText).not.toContain("Save mine");
    // The form shows the other person's changes and the input of this one.
    expect(Object.fromEntries(formWith(conflict, intent))).toMatchObject(
      shownAs({ ...apart.theirs, ...mine }),
    );

    expect((await send(second.client, path, conflict, intent, {}, word)).status).toBe(303);
    expect(lastVersion(operation)).toBe(read + 1);
    const now = Object.fromEntries(formWith(await second.client.get(path), intent));
    expect(now).toMatchObject(shownAs({ ...apart.theirs, ...mine }));
    for (const [name, value] of Object.entries(apart.theirs))
      if (value === "off") expect(now).not.toHaveProperty([name]);
  },
);

/** The fields a form sends for these changes: a box that is off sends nothing. */
const shownAs = (changes: Changes) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== "off"));

test("MAIL-08 GEN-22 the second of two people who set up an email domain is shown the first one's", async () => {
  const path = `${second.base}/settings/email-domain`;
  const page = await second.client.get(path);
  const typed = { displayName: "Mine", emailAddress: "jobs@mine.example" };
  // As the form was before a domain existed: no version, but an address.
  const fields = [...formWith(page, "rename", typed)].filter(
    ([name]) => !["version", "base", "intent"].includes(name),
  );
  const answer = await second.client.post(path, [...fields, ["intent", "create:confirm"]]);
  // Without a choice between the two, since the stored address cannot be replaced.
  expect(answer.status).toBe(303);
  const now = await second.client.get(path);
  expect(textOf(now)).toContain("The email domain has been set up in the meantime, as shown here.");
  expect(textOf(now)).not.toContain("jobs@mine.example");
  const named = (at: typeof now) => Object.fromEntries(formWith(at, "rename"))["displayName"];
  expect(named(now)).toBe(named(page));
});

/** All files below a folder with this ending. */
const filesIn = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(end))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8"));

test("every form that edits something has a row here", () => {
  const ids = filesIn("app", ".tsx").flatMap((text) =>
    [...text.matchAll(/useConsoleForm[<(][\s\S]*?\bid: "([\w-]+)"([\s\S]*?)\);/g)]
      // Forms that only create records have no version.
      .filter(([, , options = ""]) => !options.includes("version: null"))
      .map(([, id]) => id),
  );
  expect(
    ids.sort(),
    "add it as `edited` to its fixture's `screens`, or to `forms` of tests/faults/edits.test.ts",
  ).toEqual(forms.map(({ form }) => form).sort());
});

/** Permission tabs, access policies and a contest are all buttons: a press is kept, and the page says who else saved. */
const tabs = [
  "CommonUpdatePermissionTabPolicies",
  "CommonUpdatePolicy",
  "CommonUpdatePolicyV2",
  "DECContestDecision",
  "ORGGroupSetPolicies",
];

test("every edit of the API that the console makes has a row here", () => {
  const mutations = (
    buildSchema(readFileSync("contract/schema.graphql", "utf8")).getMutationType() as GraphQLObjectType
  ).getFields();
  const edits = Object.values(mutations).filter(({ args }) =>
    args.some(({ name, type }) => {
      const input = getNamedType(type);
      return name === "version" || (isInputObjectType(input) && "version" in input.getFields());
    }),
  );
  const models = filesIn("app", ".server.ts").join("\n");
  const used = edits
    .map(({ name }) => name)
    .filter((name) => new RegExp(`\\b${name}\\(|\\bmutationOf\\(\\s*"${name}"`).test(models));
  expect(
    used.sort(),
    "add it as `edited` to its fixture's `screens`, or to `forms` of tests/faults/edits.test.ts",
  ).toEqual([...new Set([...tabs, ...forms.map(({ operation }) => operation)])].sort());
});
