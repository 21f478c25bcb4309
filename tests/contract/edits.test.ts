import { beforeAll, describe, expect, test } from "vitest";
import type { GraphQLInputObjectType, GraphQLObjectType } from "graphql";
import { buildSchema } from "../../regional-api/schema";
import { spendSmsCredits } from "../../regional-api/areas/sms/sms-credits.store";
import { atsIds } from "./fixtures/ats";
import { type Client } from "./fixtures/client";
import { editedType, type EditCase, type Edition, editionOf, edits } from "./fixtures/edits";
import { externalIdOf, vacancies } from "./fixtures/hiring";
import { invitation } from "./fixtures/application-operations";
import { retail } from "./fixtures/ids";
import { retentionPeriod } from "./fixtures/settings-operations";
import { snapshot } from "./fixtures/snapshot";
import { ids, people } from "./fixtures/world";
import { useWorld, useClient } from "./fixtures/use-world";

// ---- every edit is covered ----

/** Verbs for actions on a whole object, which overwrite nothing another person typed. */
const otherVerbs =
  /^(Apps|Ats|Auth|Common|FI|IDP|Notif|ORG)(Create|Add|Archive|Restore|Delete|Purge|Resend|Retry|Purchase|Invite)/;

/** Mutations with other verbs that send no version, with the reason. */
const exempt: Record<string, string> = {
  AppsUpdateApplicationStatus: "many at once: `unchangedSince` refuses each row changed in the meantime",
  AppsMoveApplication: "many at once: `unchangedSince` refuses each row changed in the meantime",
  AppsUndoApplicationStatus: "`changedAt` refuses one by one those to which anything was done since",
  AppsMarkAssessmentViewed: "can only be set, and to the same value by everyone",
  ORGGroupAddUsers: "one by one: existing members stay",
  ORGGroupRemoveUsers: "one by one: non-members stay out",
  CommonChooseDefaultView: "one's own choice, as a whole",
  IDPBeginSSOTest: "tries what it is given, and changes nothing",
  BulkPlanApplications: "writes down what would be done, and does nothing",
  BulkPlanVacancies: "writes down what would be done, and does nothing",
  BulkPlanUndo: "writes down what would be done, and does nothing",
  BulkRunJob: "each row is refused that was changed since the plan",
  BulkCancelPlan: "is refused once it was started",
  BulkStopJob: "can only be set, and to the same value by everyone",
  AppsCancelRetentionChange: "names the change: another one, or one that was cancelled, is refused",
  RETPlaceHold: "makes one more",
  RETReleaseHold: "can only be set, and is refused once it was",
  RETMakePack: "makes one more",
  DECDrawSample: "makes one more",
  RETFetchPack: "changes nothing that is shown",
  AuthEmailLogin: "signs in",
  AuthMfaLogin: "signs in",
  AuthEnrol: "signs in",
  AuthPasskeyLogin: "signs in",
  AuthBeginPasskey: "one's own: makes a challenge, and the one before is void",
  AuthAddPasskey: "makes one more",
  AuthRenamePasskey: "the person's own name for it, which no one else sees",
  AuthRemovePasskey: "one's own, with the password",
  AuthForgetPassword: "signs in",
  ORGCheckEndUsers: "stores a file of the caller's own, and creates no user",
  AuthDisownSignIn: "one's own sessions and password, with a link that works once",
  AuthResetPassword: "one's own password, with a link that works once",
  AuthLogout: "signs out",
  AuthSSOLogin: "signs in",
  AuthSignOutEverywhere: "signs out",
  AuthEndSession: "signs out",
  AuthUpdateOwnAccount: "one's own name and default customer",
  ORGSignOutUser: "signs out",
  AuthBeginAuthenticator: "one's own: makes a key, and the one before is void",
  AuthConfirmAuthenticator: "one's own, with a code of the key that waits",
  AuthMakeRecoveryCodes: "one's own, with a code: those before are void",
  AuthRemoveAuthenticator: "one's own, with a code",
  ORGResetUserFactors: "can only be set, and to the same value by everyone",
  ORGSetUsersMfa: "many at once: on or off as a whole, and to the same value by everyone",
  AuthUnlockUser: "can only be set, and to the same value by everyone",
  IDPAuthSSOLogin: "signs in",
};

const schema = buildSchema();
const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
const editing = mutations.filter(({ name }) => !otherVerbs.test(name) && !(name in exempt));

/** The type of `version` among arguments or fields of an input. */
const versionTypeIn = (fields: readonly { name: string; type: object }[]) =>
  fields.find(({ name }) => name === "version")?.type.toString();

/** The fields of a mutation's input objects. */
const inputFields = (args: readonly { type: object }[]) =>
  args.flatMap(({ type }) => {
    const input = schema.getType(type.toString().replaceAll(/[!]/g, "")) as
      Partial<GraphQLInputObjectType> | undefined;
    return Object.values(input?.getFields?.() ?? {});
  });

test.each(editing)("$name requires the version that was read", ({ args }) => {
  expect(versionTypeIn([...args, ...inputFields(args)])).toBe("Int!");
});

test("each notification in a joint save has its own version", () => {
  const input = schema.getType("NotificationSettingInput") as GraphQLInputObjectType;
  expect(versionTypeIn(Object.values(input.getFields()))).toBe("Int!");
});

test("edited types report their version, and when and by whom they were changed", () => {
  for (const edit of edits) {
    const type = schema.getType(editedType(edit)) as GraphQLObjectType;
    expect(type.getInterfaces().map(String), `${edit.what}: ${type.name}`).toContain("Edited");
  }
  // Nothing else does, except for a conflict's details and a collection of edited entries.
  const said = Object.values(schema.getTypeMap()).filter((type) =>
    (type as Partial<GraphQLObjectType>).getInterfaces?.().some(({ name }) => name === "Edited"),
  );
  const others = ["Edition", "NotificationSettings"];
  expect(said.map(({ name }) => name).sort()).toEqual(
    [...new Set([...edits.map(editedType), ...others])].sort(),
  );
});

test("every edit is in the table of edits, and no exemption is unused", () => {
  const hint = "add it to `edits` of its area in tests/contract/fixtures, or a reason to `exempt` above";
  expect([...new Set(edits.map(({ mutation }) => mutation))].sort(), hint).toEqual(
    editing.map(({ name }) => name).sort(),
  );
  const names = mutations.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(Object.keys(exempt)));
});

// ---- concurrent edits ----

const world = useWorld("all tests", {
  AUTH_CALLS_PER_MINUTE: "1000",
  EMAIL_DOMAIN_VERIFICATION_SECONDS: "60",
});
const first = useClient(world, "admin", "all tests");
const second = useClient(world, "staff", "all tests");
beforeAll(async () => {
  // Staff belong to the provider's customer, the admin to the edited one.
});

const send = (client: Client, { mutation }: EditCase, variables: Record<string, unknown>, key?: string) =>
  client.send(mutation, variables, key ? { headers: { "idempotency-key": key } } : {});

/** An idempotency key without spaces. */
const keyOf = (prefix: string, { what }: EditCase) => `${prefix}-${what.replaceAll(" ", "-")}`;

const next = ({ version }: Edition, changedBy: string): Edition => ({
  version: version + 1,
  changedAt: new Date(world.now()).toISOString(),
  changedBy,
});

describe.each(edits)("GEN-22 $what, by $mutation", (edit) => {
  const saver = () => (edit.by === "staff" ? second : first);
  const saverName = `${edit.by ?? "admin"} Test`;

  beforeAll(async () => {
    await edit.prepare?.(second);
    world.pass(1_000);
  });

  test("the second of two savers learns who saved when, and nothing changes", async () => {
    const read = await editionOf(edit, second);
    const saved = await send(saver(), edit, edit.variables("one", read.version));
    expect(saved.error).toBeUndefined();
    const now = next(read, saverName);
    expect(await editionOf(edit, second)).toEqual(now);

    world.pass(1_000);
    const untouched = snapshot(world.databases);
    const late = await send(second, edit, edit.variables("other", read.version), keyOf("late", edit));
    expect(late).toMatchObject({ error: "Conflict Error", code: "CONFLICT", conflict: now });
    expect(late.data[edit.mutation]).toBeFalsy();
    expect(snapshot(world.databases)).toBe(untouched);

    // Now aware of it, they save again.
    expect((await send(second, edit, edit.variables("other", now.version))).error).toBeUndefined();
    expect(await editionOf(edit, second)).toEqual(next(now, "staff Test"));
  });

  test("a retry with the same idempotency key gets the first answer, and does not count as an edit", async () => {
    const read = await editionOf(edit, second);
    const variables = edit.variables("again-and-again", read.version);
    const saved = await send(second, edit, variables, keyOf("again", edit));
    expect(saved.error).toBeUndefined();
    world.pass(1_000);
    // Even after another person's save, which a retry must not undo.
    const later = await send(second, edit, edit.variables("later", read.version + 1));
    expect(later.error).toBeUndefined();
    const after = snapshot(world.databases);
    const repeats = await Promise.all(
      Array.from({ length: 3 }, () => send(second, edit, variables, keyOf("again", edit))),
    );
    for (const repeat of repeats) expect(repeat.data).toEqual(saved.data);
    expect(snapshot(world.databases)).toBe(after);
  });

  test("only one of two simultaneous saves succeeds", async () => {
    const read = await editionOf(edit, second);
    const answers = await Promise.all(
      ["left", "right-side"].map((text) => send(second, edit, edit.variables(text, read.version))),
    );
    expect(answers.map(({ error }) => error).sort()).toEqual(["Conflict Error", undefined]);
    expect(await editionOf(edit, second)).toMatchObject({ version: read.version + 1 });
  });
});

// ---- what counts as an edit ----

const editOf = (what: string): EditCase => {
  const found = edits.find((edit) => edit.what === what);
  if (!found) throw new Error(`no edit of ${what}`);
  return found;
};

/** Runs `act` and checks that an edit based on the version read before still succeeds. */
async function leavesAlone(edit: EditCase, act: () => unknown) {
  const read = await editionOf(edit, second);
  await act();
  expect(await editionOf(edit, second)).toEqual(read);
  const saved = await send(second, edit, edit.variables(`v${read.version}`, read.version));
  expect(saved.error).toBeUndefined();
}

const sydney = () => world.databases.region("ap-southeast-2");

test("SMS-06 SMS-18 buying and spending credits, and sent alerts, do not count as edits of the alerts", async () => {
  await leavesAlone(editOf("SMS alerts"), async () => {
    await first.result("NotifPurchaseSMSCreditsByCustomerId", {
      ...retail,
      purchaseUserId: people.admin,
      purchaseUserEmail: "admin@test.example",
      purchaseAmount: 1,
    });
    expect(await sydney().write((writer) => spendSmsCredits(writer, ids.retail, 1, world.now()))).toBe(true);
    const { smsNotificationSettings } = sydney()
      .statement<{ smsNotificationSettings: string }>("SELECT smsNotificationSettings FROM customer_settings")
      .get() ?? { smsNotificationSettings: "" };
    expect(smsNotificationSettings).toContain(new Date(world.now()).toISOString());
  });
});

test("COMP-10 SMS-12 retention and SMS alerts share a row but not a version", async () => {
  const [retention, alerts] = [editOf("retention"), editOf("SMS alerts")];
  await leavesAlone(retention, async () => {
    const { version } = await editionOf(alerts, second);
    expect((await send(first, alerts, alerts.variables("apart", version))).error).toBeUndefined();
  });
});

test("COMP-02 SMS-14 a setting created for SMS alerts has no retention yet, which can be created", async () => {
  const bank = { organizationId: ids.acme, customerId: ids.bank };
  const { hierarchyId } = sydney()
    .statement<{ hierarchyId: string }>("SELECT rootHierarchyId AS hierarchyId FROM customers WHERE id = ?")
    .get(ids.bank) ?? { hierarchyId: "" };
  const scope = { ...bank, hierarchyId };
  const alerts = editOf("SMS alerts").variables("bank", 0);
  await second.result("AppsUpdateSMSNotificationSettings", { ...alerts, ...scope });
  const create = () => second.send("AppsCreateCustomerSetting", { ...scope, retentionPeriod });
  expect((await create()).data["AppsCreateCustomerSetting"]).toMatchObject({
    // The unlimited default applies until the shorter periods do (RET-04).
    retentionPeriod: { candidatePiiRetentionPeriod: 1200, videoRetentionPeriod: 1200 },
    pendingChange: retentionPeriod,
    smsNotificationSettings: [{ type: "USAGE_ALERT" }],
  });
  expect(await create()).toMatchObject({
    message: "Customer setting already exists",
    code: "CONFLICT",
    conflict: { version: 1, changedBy: "staff Test", changedAt: new Date(world.now()).toISOString() },
  });
});

test("MAIL-20 MAIL-23 a finished verification does not count as an edit of the email domain", async () => {
  await leavesAlone(editOf("email domain"), () => {
    world.pass(60_000);
  });
});

test("VAC-19 archiving, restoring and new applications do not count as edits of a vacancy", async () => {
  const variables = { externalVacancyIds: [externalIdOf("main")], ...retail };
  await leavesAlone(editOf("a vacancy"), async () => {
    await second.send("AppsArchiveVacanciesByExternalVacancyIds", variables);
    await second.send("AppsRestoreVacanciesByExternalVacancyIds", variables);
    const invite = { atsApplicationInput: invitation({ email: "one.more@mail.example" }) };
    await second.result("CommonInviteCandidate", invite);
  });
});

test("BRAND-15 SSO-03 MAIL-07 the second of two who create the same gets a conflict", async () => {
  for (const what of ["single sign-on", "branding", "email domain"]) {
    const edit = editOf(what);
    const stored = await editionOf(edit, second);
    const untouched = snapshot(world.databases);
    const again = (await edit.prepare?.(first)) as { code?: string; conflict?: Edition };
    expect(again).toMatchObject({ code: "CONFLICT", conflict: stored });
    expect(snapshot(world.databases)).toBe(untouched);
  }
});

describe("GEN-25 archived records cannot be changed", () => {
  test("a vacancy, with any version", async () => {
    for (const version of [0, 1, 99]) {
      const variables = {
        ...editOf("a vacancy").variables("Changed", version),
        vacancyId: vacancies.archived,
      };
      const answer = await second.send("AppsUpdateVacancyById", variables);
      expect([answer.code, answer.message]).toEqual([
        "INTERNAL_SERVER_ERROR",
        "An archived vacancy cannot be changed",
      ]);
    }
  });

  test("an ATS tenant; another customer's is not found", async () => {
    const variables = editOf("an ATS tenant").variables("Changed", 1);
    const call = (_id: string) => second.send("AtsUpdateTenant", { ...variables, _id });
    expect((await call(atsIds.archivedTenant)).message).toBe("An archived ATS tenant cannot be changed");
    expect((await call(atsIds.foreignTenant)).error).toBe("Not Found Error");
  });
});

describe("notifications", () => {
  const name = "NotifUpdateNotificationSettingsV2";
  interface Entry extends Edition {
    name: string;
    type: string;
    enabled: boolean;
    template: string;
  }
  interface Tab extends Edition {
    isLanguageEnabled: boolean;
    settings: Entry[];
  }
  const get = async (templateType: string): Promise<Tab> => {
    const { data } = await second.call(
      `query ($customerId: ID!, $templateType: String!) {
        NotifGetNotificationSettingsV2(customerId: $customerId, templateType: $templateType) {
          isLanguageEnabled version changedAt changedBy
          settings { name type enabled template version changedAt changedBy }
        }
      }`,
      { customerId: ids.retail, templateType },
    );
    return data["NotifGetNotificationSettingsV2"] as Tab;
  };
  const save = (client: Client, language: string, entries: Entry[], more: object = {}) =>
    client.send(name, {
      customerId: ids.retail,
      isEdgeCustomer: false,
      templateType: language,
      settings: entries.map(({ name, type, enabled, template, version }) => ({
        name,
        type,
        enabled,
        template,
        version,
        language,
      })),
      version: 0,
      ...more,
    });
  const entryOf = ({ settings }: Tab, index: number): Entry => {
    const entry = settings[index];
    if (!entry) throw new Error(`no entry ${index}`);
    return entry;
  };

  test("NOTIF-24 two people changing different entries both save, each sending only their changes", async () => {
    const read = await get("en-US");
    const off = (index: number) => [{ ...entryOf(read, index), enabled: false }];
    expect((await save(first, "en-US", off(0))).error).toBeUndefined();
    expect((await save(second, "en-US", off(1))).error).toBeUndefined();
    const now = await get("en-US");
    expect(now.settings.map(({ enabled }) => enabled).slice(0, 3)).toEqual([false, false, true]);
    expect(now.settings.map(({ changedBy }) => changedBy).slice(0, 3)).toEqual([
      "admin Test",
      "staff Test",
      null,
    ]);
    // A stale save of the whole tab is refused as a whole.
    const untouched = snapshot(world.databases);
    expect(await save(second, "en-US", read.settings)).toMatchObject({
      code: "CONFLICT",
      conflict: { version: 1, changedBy: "admin Test" },
    });
    expect(snapshot(world.databases)).toBe(untouched);
  });

  test("an entry equal to the stored one is not saved, and keeps its version", async () => {
    const read = await get("en-US");
    expect((await save(second, "en-US", read.settings)).error).toBeUndefined();
    expect(await get("en-US")).toEqual(read);
  });

  test("NOTIF-06 enabling a language saves no entry, and enabling it again keeps changes made since", async () => {
    const stale = await get("fr");
    expect(stale.isLanguageEnabled).toBe(false);
    expect((await save(first, "fr", [])).error).toBeUndefined();
    const enabled = await get("fr");
    expect(enabled.isLanguageEnabled).toBe(true);
    expect(enabled.settings.every((entry) => entry.enabled && entry.version === 0)).toBe(true);
    expect((await save(first, "fr", [{ ...entryOf(enabled, 0), enabled: false }])).error).toBeUndefined();

    const changed = await get("fr");
    expect((await save(second, "fr", [])).error).toBeUndefined();
    expect(await get("fr")).toEqual(changed);
    // A stale page that sends all default entries does not overwrite them either.
    const delivered = stale.settings.map((entry) => ({ ...entry, enabled: true }));
    expect(await save(second, "fr", delivered)).toMatchObject({
      code: "CONFLICT",
      conflict: { version: 1, changedBy: "admin Test" },
    });
    expect(await get("fr")).toEqual(changed);
  });

  test("NOTIF-22 enabling a language does not count as an edit of the switch over all SMS", async () => {
    await leavesAlone(editOf("the switch over all SMS"), () => save(first, "it", []));
  });
});
