/** Pasted input in every rule of console and API that accepts it: the same verdict and the same value. */
import { describe, expect, test } from "vitest";
import type { z } from "zod/v4";
import { candidates } from "~/i18n/candidates";
import { customers } from "~/i18n/customers";
import { notificationSettings } from "~/i18n/notification-settings";
import { retention } from "~/i18n/retention";
import { savedViews } from "~/i18n/saved-views";
import { settingsBranding } from "~/i18n/settings-branding";
import { settingsSso } from "~/i18n/settings-sso";
import { groups } from "~/i18n/groups";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { sms } from "~/i18n/sms";
import { translator } from "~/i18n/texts";
import { users } from "~/i18n/users";
import { vacancies } from "~/i18n/vacancies";
import { candidateSchema } from "~/models/applications/candidate.schema";
import { invitationSchema } from "~/models/applications/invitation.schema";
import { newCustomerSchema } from "~/models/customers/customer.schema";
import { readEventSearch } from "~/models/event-logs/event-search.server";
import { groupSchema } from "~/models/groups/group.schema";
import { wholeNumber } from "~/models/form/text-rules";
import { savedViewSchema } from "~/models/list/saved-view.schema";
import { releaseSchema } from "~/models/retention/hold.schema";
import { searchText } from "~/models/search/search-state";
import { brandingSchema } from "~/models/settings/branding.schema";
import { partNames } from "~/models/settings/branding-theme";
import { groupsOf } from "~/models/settings/notification-events";
import { notificationSchema } from "~/models/settings/notification-settings.schema";
import { ssoConfigSchema } from "~/models/settings/sso-config.schema";
import { newEmailDomainSchema } from "~/models/settings/email-domain.schema";
import { smsSettingsSchema } from "~/models/settings/sms-credits.schema";
import { newUserSchema } from "~/models/users/user.schema";
import { vacancySchema } from "~/models/vacancies/vacancy.schema";
import { phoneNumber as consolePhone } from "~/services/phone.server";
import { candidateChanges, invitedPerson } from "../../../regional-api/areas/applications/candidates.rules";
import { theme } from "../../../regional-api/areas/branding/branding.rules";
import { senderName } from "../../../regional-api/areas/email-domain/email-domain.rules";
import { holdReason } from "../../../regional-api/areas/holds/holds.rules";
import { customTemplate } from "../../../regional-api/areas/notifications/notifications.rules";
import { savedViewRule } from "../../../regional-api/areas/saved-views/saved-views.rules";
import { accountName } from "../../../regional-api/areas/customers/account-name";
import { provisionedUser, checkNewUser } from "../../../regional-api/areas/users/users.rules";
import { vacancyFields } from "../../../regional-api/areas/vacancies/vacancies.rules";
import { linesRule, lineRule, webAddressRule } from "../../../regional-api/core/text-rules";
import { codeText, emailText, idText, isEmail, plainCharacters, searchedText } from "../../../shared/pasted";
import { phoneNumber as apiPhone } from "../../../regional-api/core/phone-numbers";
import { isSameName } from "../../../regional-api/core/text";

type Doors = Record<string, (text: string) => unknown>;

/** The value a rule makes of an input; undefined if it refuses it. */
const taken = (rule: z.ZodType, value: unknown): unknown => rule.safeParse(value).data;
/** A nested value of a result. */
const at = (value: unknown, ...path: (string | number)[]): unknown =>
  path.reduce<unknown>((one, key) => (one as Record<string | number, unknown> | undefined)?.[key], value);

const ann = { firstName: "Ann", lastName: "Lee" };
const place = { awsRegion: "ap-southeast-2", account: "123456789012" };
const eventName = "CREATE_NEW_USER";
const events = groupsOf("default").flatMap((group) => group.events);
const noEntries = Object.fromEntries(events.map(({ name }) => [name, { EMAIL: {}, SMS: {} }]));
const fields = {
  user: newUserSchema(translator(users, "en")),
  invitation: invitationSchema(translator(candidates, "en")).shape,
  candidate: candidateSchema(translator(candidates, "en"), {}).shape,
  people: vacancySchema(translator(vacancies, "en")).shape.people,
  sender: newEmailDomainSchema(translator(settingsEmailDomain, "en")).shape,
  sms: smsSettingsSchema(translator(sms, "en")).shape,
  group: groupSchema(translator(groups, "en")).shape,
  customer: newCustomerSchema(translator(customers, "en")).shape,
  release: releaseSchema(translator(retention, "en")).shape,
  view: savedViewSchema(translator(savedViews, "en")).shape,
  sso: ssoConfigSchema(translator(settingsSso, "en")).shape,
  branding: brandingSchema(translator(settingsBranding, "en")).shape,
  notifications: notificationSchema("default", place, translator(notificationSettings, "en")),
};
const lower = (value: unknown) => (typeof value === "string" ? value.toLowerCase() || undefined : undefined);
const eventSearch = (query: Record<string, string>) =>
  readEventSearch(new URLSearchParams(query), { timeZone: "UTC", now: new Date() }).filters;

const emails: Doors = {
  user: (email) => at(taken(fields.user, { ...ann, email, groupIds: [] }), "email"),
  "user in the API": (email) => at(checkNewUser({ ...ann, email }), "user", "email"),
  "single sign-on": (email) => provisionedUser({ ...ann, email })?.email,
  invitation: (email) => taken(fields.invitation.email, email),
  "invitation in the API": (email) => at(taken(invitedPerson, { ...ann, email }), "email"),
  candidate: (email) => taken(fields.candidate.email, email),
  "candidate in the API": (email) => at(taken(candidateChanges, { email }), "email"),
  manager: (email) =>
    lower(
      at(taken(fields.people, { managers: [{ ...ann, email }], recruiters: [] }), "managers", 0, "email"),
    ),
  "manager in the API": (email) =>
    lower(at(taken(vacancyFields.shape.managers, [{ ...ann, email, type: "RECRUITER" }]), 0, "email")),
  sender: (email) => lower(taken(fields.sender.emailAddress, email)),
};

const phones: Doors = {
  console: (text) => consolePhone(text) ?? undefined,
  "of a country": (text) => consolePhone(text, { short: "AU", code: "61" }) ?? undefined,
  API: apiPhone,
  "user in the API": (phoneNumber) =>
    at(checkNewUser({ ...ann, email: "a@b.example", phoneNumber }), "user", "phoneNumber") ?? undefined,
  "candidate in the API": (phoneNumber) =>
    at(taken(candidateChanges, { phoneNumber }), "phoneNumber") ?? undefined,
  "SMS log": (phone) => eventSearch({ tab: "sms", search: "1", phone }).phone,
};

const oneLines = lineRule("nameOfThisTest", 100, "it", "Please enter it");
const severalLines = linesRule("linesOfThisTest", 700, "it");
const names: Doors = {
  group: (text) => taken(fields.group.name, text),
  "group in the API": (text) => taken(oneLines, text),
};
const descriptions: Doors = {
  group: (text) => taken(fields.group.description, text),
  "group in the API": (text) => taken(severalLines, text),
};
const senderNames: Doors = {
  console: (text) => taken(fields.sender.displayName, text),
  API: (text) => taken(senderName, text),
};
const reasons: Doors = {
  console: (text) => taken(fields.release.reason, text),
  API: (text) => taken(holdReason, text),
};
const viewNames: Doors = {
  console: (text) => taken(fields.view.name, text),
  API: (name) => at(taken(savedViewRule, { name, query: "", isShared: false }), "name"),
};
const webAddresses: Doors = {
  "single sign-on": (text) => taken(fields.sso.loginUrl, text),
  "single sign-on in the API": (text) => taken(webAddressRule("url").min(1), text),
  logo: (text) => taken(fields.branding.logoUrl, text) || undefined,
  "logo in the API": (text) => taken(webAddressRule("url"), text) || undefined,
};
const blackTheme = partNames.map((name) => ({
  name,
  type: "object",
  value: { backgroundColor: "#ffffff", fontColor: "#000000" },
}));
const colours: Doors = {
  console: (text) => taken(fields.branding.theme.shape.header.shape.backgroundColor, text || "-"),
  API: (text) => {
    // The console truncates it (BRAND-09).
    const backgroundColor = plainCharacters(text).slice(0, 9);
    const [first, ...others] = blackTheme;
    const value = { ...first?.value, backgroundColor };
    return at(taken(theme, [{ ...first, value }, ...others]), 0, "value", "backgroundColor");
  },
};
const templates: Doors = {
  console: (template) => {
    const entries = { ...noEntries, [eventName]: { EMAIL: { custom: true, template }, SMS: {} } };
    return at(taken(fields.notifications, { entries }), "entries", eventName, "EMAIL", "template");
  },
  API: (text) => taken(customTemplate(place, "EMAIL"), text),
};
const accountNames: Doors = {
  customer: (text) => taken(fields.customer.uniqueName, text),
  API: (text) => taken(accountName, text),
};
const thresholds: Doors = {
  sms: (text) => taken(fields.sms.threshold, text),
  "other whole numbers": (text) => taken(wholeNumber(1, 200, "no"), text),
};
const recipients: Doors = {
  sms: (text) => (taken(fields.sms.reminderRecipients, text) as string[] | undefined)?.join(" "),
};
const codes: Doors = { both: codeText };
const ids: Doors = { "go to": idText, search: searchText };
const logs: Doors = {
  "email log": (recipient) =>
    eventSearch({ from: "2026-01-01", to: "2026-01-02", submit: "1", recipient }).recipient,
};

const template = "arn:aws:mobiletargeting:ap-southeast-2:123456789012:templates/";
const id = "65b0c0ffee65b0c0ffee65b0";
const url = "https://idp.example/a–b?c=d";
const other = "0".repeat(24);
const cat = "n\u0327\u0303".normalize("NFC");

test.each<[kind: string, doors: Doors, pasted: readonly string[], value: unknown]>([
  [
    "an email",
    emails,
    [
      "ann.lee@b.example",
      " Ann.Lee@B.example\u00A0",
      "\uFEFFann.lee@b.example\u3000",
      "ann.lee@b\u200B.example",
      "ann\u00AD.lee@b.example",
      "\u202Aann.lee@b.example\u202C",
      "\u2067ann.lee@b.example\u2069\u200F",
      "<ann.lee@b.example>",
      "Ann Lee <ann.lee@b.example>",
      '"Lee, Ann" <ann.lee@b.example>;',
      "mailto:ann.lee@b.example?subject=Hello",
      "<mailto:ann.lee@b.example>",
      "ann.lee@b.example;",
      "ann.lee@b.example, ",
      "ann.lee@b.example.",
      '"ann.lee@b.example"',
      "“ann.lee@b.example”",
      "(ann.lee@b.example)",
      "ann.lee＠b．example",
      "\u0085ann.lee@b.example\u17B4",
    ],
    "ann.lee@b.example",
  ],
  ["an email with dashes", emails, ["a\u2011l@b\u2013c.example", "a-l@b\u2010c.example"], "a-l@b-c.example"],
  ["an email of another script", emails, ["a@bücher.example", "a@BÜCHER.example"], "a@xn--bcher-kva.example"],
  ["r&d", emails, ["r&d@b.example"], "r&d@b.example"],
  ["dot-atoms", emails, ["~a/b=c!d#e%f'g@xn--e1afmkfd.xn--p1ai"], "~a/b=c!d#e%f'g@xn--e1afmkfd.xn--p1ai"],
  [
    "no email",
    emails,
    [
      "a..b@b.example",
      ".a@b.example",
      "a.@b.example",
      "a@-b.example",
      "a@b-.example",
      "a@b..example",
      "a\b@b.example",
      "a\u0000@b.example",
      "a b@b.example",
      "a@b@c.example",
      "a@b",
      "a@1.2.3.4",
      "jörg@b.example",
      "a@b.example x@y.example",
      "a@b.example; x@y.example",
      "Ann <a@b.example> Lee",
      "",
    ],
    undefined,
  ],
  [
    "a phone number",
    phones,
    [
      "+61412345678",
      "\u202A+61 412 345 678\u202C",
      "\u2068+61412345678\u2069",
      "+61 412\u2013345\u2011678",
      "+61\u00A0412\u2009345\u3000678",
      "tel:+61-412-345-678",
      '="+61412345678"',
      "=“+61412345678”",
      "'+61412345678",
      "＋６１ ４１２ ３４５ ６７８",
      "0061412345678",
      "00 61 412 345 678",
      "0011 61 412 345 678",
      "(+61) 412 345 678",
      "+٦١ ٤١٢ ٣٤٥ ٦٧٨",
      "+६१ ४१२ ३४५ ६७८",
      "+61 (0)412 345 678",
      "+61 412 345 678.",
      "(+61 412 345 678)",
      "+61 412 345\u200B 678",
      "\u0085+61 412 345 678\u17B5",
      "Ann Lee <+61 412 345 678>",
      '"Lee, Ann" <tel:+61412345678>;',
    ],
    "+61412345678",
  ],
  ["no phone number", phones, ["+61 1", "4.47912E+11", "call me", "+61412345678 or +61412345679"], undefined],
  [
    "a code",
    codes,
    [
      "405251",
      " 405251\n",
      "405 251",
      "405-251",
      "405\u2011251",
      "405\u00A0251",
      "Code: 405 251.",
      "Your verification code is 405251. It lasts for 10 minutes.",
      "４０５２５１",
      "٤٠٥٢٥١",
      "۴۰۵۲۵۱",
      "๔๐๕ ๒๕๑",
      "\u202A405251\u202C",
      "4 0 5 2 5 1",
    ],
    "405251",
  ],
  ["what is no code", codes, ["abc", "abc\u200B"], "abc"],
  [
    "an id",
    ids,
    [
      id,
      ` ${id.toUpperCase()}\u00A0`.toLowerCase(),
      `${id}.`,
      `${id},`,
      `"${id}"`,
      `(${id})`,
      `\u0085${id}\u17B4`,
      `ID: ${id}`,
      `id=${id};`,
      `https://console.example/region/ap-southeast-2/customers/${other}/users/${id}?tab=1#top`,
      `/region/ap-southeast-2/customers/${other}/users/${id}`,
    ],
    id,
  ],
  [
    "one line",
    names,
    [
      "Ann Lee",
      " Ann\nLee ",
      "Ann\r\nLee",
      "Ann\tLee",
      "Ann\u2028Lee",
      "Ann\u0085Lee",
      "Ann\u200B Lee\u00AD",
      "\u200EAnn Lee\uFEFF",
      "A\u2060nn Lee",
      "Ann\u0007Lee",
      "\u2067Ann\u00A0Lee\u2069",
      "Ann \u202F\u17B4 Lee",
    ],
    "Ann Lee",
  ],
  ["marks", names, ["A" + "\u0301".repeat(200)], `A${"\u0301".repeat(8)}`],
  [
    "letters with marks",
    names,
    [`${cat} \u0E19\u0E49\u0E33 שָׁלוֹם 👩\u200D👧`],
    `${cat} \u0E19\u0E49\u0E33 שָׁלוֹם 👩\u200D👧`,
  ],
  ["several lines", descriptions, ["a\r\nb", "a\rb", " a\nb\u200B", "a\u2028b"], "a\nb"],
  [
    "an account name",
    accountNames,
    ["acme-au", " acme-au ", "acme\u200B-au", "acme\u2011au", "ａcme-au\u00A0"],
    "acme-au",
  ],
  ["no account name", accountNames, ["\u0456nitech", "acme au", "acme-", ""], undefined],
  ["a threshold", thresholds, ["100", "100\u200B", " １００ ", "١٠٠", "\u202A100\u202C"], 100],
  [
    "recipients",
    recipients,
    [
      "a@b.example c@d.example",
      "Ann Lee <a@b.example>; <c@d.example>,\n",
      "a@b.example\u200B,mailto:c@d.example",
      "a@b.example\u00A0c@d.example a@b.example",
      '"Lee, Ann" <a@b.example>, "Roe; Bo" <c@d.example>',
      "Ann <a@b.example> Bo <c@d.example>",
      "Ann <a@b.example> c@d.example",
    ],
    "a@b.example c@d.example",
  ],
  [
    "a web address",
    webAddresses,
    [
      url,
      ` ${url}\u00A0`,
      `\u202A${url}\u202C`,
      `<${url}>`,
      `"${url}"`,
      url.replace("a–", "\u00ADa\u200B–\uFEFF"),
      url.replace("p.", "p\u2060.\u0085").replace("\u0085", ""),
    ],
    url,
  ],
  [
    "a colour",
    colours,
    ["#2d38ff", "\u00A0#2d38ff\u200B", "#2d\u00AD38ff", "\u202A#2d38ff\u202C", "\uFEFF＃2d38ff\u0085"],
    "#2d38ff",
  ],
  [
    "a template",
    templates,
    [
      `${template}a-b/EMAIL`,
      `\u00A0${template}a\u2011b\u200B/EMAIL\uFEFF`,
      `\u202A${template}a-b/EM\u00ADAIL\u202C`,
    ],
    `${template}a-b/EMAIL`,
  ],
  [
    "a person that is looked for",
    { API: searchedText },
    [
      "a@b.example",
      "<a@b.example>",
      "Ann <a@b.example>",
      '"Lee, Ann" <a@b.example>',
      "mailto:a@b.example",
      " a\u200B@b.example;\u00A0",
    ],
    "a@b.example",
  ],
  [
    "what is looked for besides",
    { API: searchedText },
    ["R&D @ Sydney", "R&D @ Sydney\u00A0", '"R&D @ Sydney"', " “R&D @ Sydney” ", "‘R&D @ Sydney’"],
    "R&D @ Sydney",
  ],
  ["a quote within what is looked for", { API: searchedText }, ["Pat “Paddy” Lee"], "Pat “Paddy” Lee"],
  ["no recipients", recipients, ["a@b.example, c", "a..b@c.example"], undefined],
  [
    "a recipient of the log",
    logs,
    [
      "a@b.example",
      "<a@b.example>",
      "Ann <a@b.example>",
      "mailto:a@b.example",
      "a@b.example;",
      '"a@b.example"',
      "a@b\u200B.example",
    ],
    "a@b.example",
  ],
])("SHELL-103 USER-69 %s is read the same at every entry point", (_kind, doors, pasted, value) => {
  for (const text of pasted)
    for (const [door, take] of Object.entries(doors))
      expect(take(text), `${door}: ${JSON.stringify(text)}`).toBe(value);
});

/** A seeded random generator of numbers below `most`, the same in every run. */
function random(seed: number) {
  let state = seed;
  return (most: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

/** Characters that no stored text may contain. */
const unseen = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|\u17B4/;

const noise = [
  ..." .,;:<>()[]\"'“”=+-_/@\t\n\r\u0007\u00A0\u00AD\u034F\u061C\u180E\u2009\u200B\u200D\u200E\u202A\u202C\u2011\u2013\u2028\u2060\u2066\u2069\u3000\u0085\u17B4\u2800\uFE0F\uFEFF０＋＠．éß\u0301👩",
  "mailto:",
  "tel:",
  "00",
  "(0)",
  "Ann <",
  ">;",
  "ID: ",
];

describe("SHELL-103 console and API agree on 2,000 texts of each kind", () => {
  test.each<[kind: string, doors: Doors, seeds: readonly string[]]>([
    ["emails", emails, ["a.lee@b.example", "r&d@xn--p1ai.xn--p1ai", "a..b@c", "x@bücher.de"]],
    ["phone numbers", phones, ["+61412345678", "0061 412 345 678", "+61 (0)2 9999 9999", "0412345678"]],
    ["names", names, ["Ann Lee", "Zoë", "Müller-Lüdenscheidt", "明"]],
    ["descriptions", descriptions, ["Ann\nLee", "a\r\nb"]],
    ["names of senders", senderNames, ["Acme Jobs", "👩", "😀".repeat(99)]],
    ["names of views", viewNames, ["Open", "👩‍👧", "😀".repeat(59)]],
    ["reasons", reasons, ["Asked by Legal", "👍", "-", "?\n!", ""]],
    [
      "web addresses",
      webAddresses,
      ["https://idp.example/a–b?c=d;", "http://bücher.example", "ftp://a", "/a"],
    ],
    ["colours", colours, ["#2d38ff", "#FFF", "#000000de", "red"]],
    ["templates", templates, [`${template}a-b/EMAIL`, `${template}a/SMS`]],
    ["account names", accountNames, ["acme-au", "a1", "Acme"]],
    ["codes", codes, ["405251", "Code: 405 251."]],
    ["ids", { "go to": idText }, [id, `/users/${id}`]],
  ])("%s", (_kind, doors, seeds) => {
    const below = random(20_260_101);
    const differences: string[] = [];
    for (let turn = 0; turn < 2_000; turn += 1) {
      const signs = Array.from(seeds[below(seeds.length)] ?? "");
      for (let more = below(4); more > 0; more -= 1)
        signs.splice(below(signs.length + 1), below(2), noise[below(noise.length)] ?? "");
      const text = signs.join("");
      const [[first, take], ...others] = Object.entries(doors) as [[string, (text: string) => unknown]];
      const value = take(text);
      const tell = (door: string, other: unknown) => {
        if (other !== value) differences.push(`${first}, ${door}: ${JSON.stringify([text, value, other])}`);
      };
      // A national number is valid only together with its country.
      for (const [door, other] of others as [string, (text: string) => unknown][])
        if (door !== "of a country" && door !== "SMS log") tell(door, other(text));
      if (typeof value === "string") tell("again", take(value));
      if (typeof value === "string" && unseen.test(value)) tell("unseen", value.replace(unseen, ""));
    }
    expect(differences.slice(0, 5)).toEqual([]);
  });
});

describe("SSO-60 a person as a directory names them", () => {
  const email = "a@b.example";
  test.each([
    [
      { firstName: "\u2067Noa\u2069", lastName: "\u202BLevi\u202C" },
      { firstName: "Noa", lastName: "Levi" },
    ],
    [
      { firstName: "x".repeat(51), lastName: "👩\u200D👧".repeat(60) },
      { firstName: "x".repeat(50), lastName: "👩\u200D👧".repeat(50) },
    ],
    [{ firstName: "Suharto" }, { firstName: "Suharto", lastName: "" }],
    [
      { lastName: "Suharto", firstName: " \u200B" },
      { firstName: "Suharto", lastName: "" },
    ],
    [
      { firstName: "A\nB", lastName: "C\tD" },
      { firstName: "A B", lastName: "C D" },
    ],
  ])("%j", (given, stored) => {
    expect(provisionedUser({ email, ...given })).toEqual({ email, ...stored });
  });
  test("contains none of the characters that have no replacement", () => {
    for (const given of [{ email }, { email, firstName: "\u2067\u2069" }, { email: "a", ...ann }, ann])
      expect(provisionedUser(given)).toBeUndefined();
  });
});

test("CUST-31 USER-69 account names and emails cannot imitate one another: letters outside a-z are refused or converted to ASCII", () => {
  // Cyrillic і, а and е, Greek ο, a full-width letter, a zero-width space, a soft hyphen.
  const twins = ["іnitech", "initеch", "аcme", "acme-gοod", "ｉnitech", "init\u200Bech", "ini\u00ADtech"];
  for (const twin of twins) {
    const name = accountName.safeParse(twin);
    expect([twin, name.success ? name.data : "refused"]).toEqual([
      twin,
      /[\u0370-\u04FF]/.test(twin) ? "refused" : "initech",
    ]);
    for (const email of [`${twin}@acme.example`, `ann@${twin}.example`]) {
      const read = emailText(email);
      // With other letters it is not a valid email; a domain is shown by its ASCII name.
      expect(isEmail(read)).toBe(!/[^\0-\x7F]/.test(read));
      if (isEmail(read) && /[\u0370-\u04FF]/.test(email)) expect(read).toContain("@xn--");
    }
  }
});

test("SHELL-103 WFS-20 ORG-34 names that look alike are equal, accents and letters distinguish", () => {
  for (const name of [
    "Sales\u00A0team",
    " sales team",
    "Sales\u200B team",
    "S\u00ADales\u2003team\u2060",
    "\u2067Sales team",
  ])
    expect(isSameName("Sales team", name), JSON.stringify(name)).toBe(true);
  expect(isSameName("Night\u2011shift", "Night-shift")).toBe(true);
  for (const [one, other] of [
    ["Cafe", "Café"],
    ["Salesteam", "Sales team"],
  ] as const)
    expect(isSameName(one, other)).toBe(false);
});
