import { unreachableIdentityProvider } from "../../../regional-api/seed/settings";
import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { z } from "zod/v4";
import { settingsBranding } from "~/i18n/settings-branding";
import { settingsCompliance } from "~/i18n/settings-compliance";
import { settingsEmailDomain } from "~/i18n/settings-email-domain";
import { settingsSso } from "~/i18n/settings-sso";
import { translator } from "~/i18n/texts";
import { brandingSchema } from "~/models/settings/branding.schema";
import {
  defaultTheme,
  renderableTheme,
  isNeverShown,
  lowContrasts,
  partNames,
  readBranding,
  replaceBadLinks,
  type Theme,
} from "~/models/settings/branding-theme";
import { isHexColour } from "~/models/settings/colours";
import { retentionSchema } from "~/models/settings/customer-setting.schema";
import { newEmailDomainSchema } from "~/models/settings/email-domain.schema";
import { dnsRecordsOf, zoneFileOf } from "~/models/settings/email-domain-records";
import { ssoConfigSchema } from "~/models/settings/sso-config.schema";

function formOf(entries: Record<string, string | string[]>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries))
    for (const one of [value].flat()) form.append(name, one);
  return form;
}

/** The result of a posted form: its value, or its messages by field. */
function parse<T>(schema: z.ZodType<T>, entries: Record<string, string | string[]>) {
  const submission = parseWithZod(formOf(entries), { schema });
  return submission.status === "success"
    ? { value: submission.value }
    : { errors: submission.reply().error ?? {} };
}

describe("single sign-on", () => {
  const schema = ssoConfigSchema(translator(settingsSso, "en-GB"));
  const { certificate } = unreachableIdentityProvider;
  const right = { loginUrl: "https://idp.example/login", publicCertificates: certificate };

  test("SSO-12 SSO-15 SSO-17 trims, and reads a missing switch as off and missing groups as none", () => {
    expect(parse(schema, { ...right, publicCertificates: `\n ${certificate} ` }).value).toEqual({
      ...right,
      groupIds: [],
      enabled: false,
      idpEntityId: null,
      nameIdFormat: "EMAIL",
    });
    const all = { ...right, logoutUrl: "https://idp.example/out", enabled: "on", groupIds: ["a", "b"] };
    const named = { idpEntityId: null, nameIdFormat: "EMAIL" };
    expect(parse(schema, all).value).toEqual({ ...all, ...named, enabled: true });
    expect(parse(schema, { ...right, groupIds: "a" }).value).toMatchObject({ groupIds: ["a"] });
  });

  test.each([
    ["loginUrl", "", "Please enter the login url"],
    ["loginUrl", "  ", "Please enter the login url"],
    ["loginUrl", "idp", "Please enter a valid url"],
    ["loginUrl", "javascript:alert(1)", "Please enter a valid url"],
    ["loginUrl", `https://x/${"a".repeat(991)}`, "Please keep the login url within 1000 characters"],
    ["logoutUrl", "idp", "Please enter a valid url"],
    ["logoutUrl", `https://x/${"a".repeat(991)}`, "Please keep the logout url within 1000 characters"],
    ["publicCertificates", " ", "Please enter the public certificate"],
    ["publicCertificates", "a".repeat(5001), "Please keep the public certificate within 5000 characters"],
  ])("SSO-13 SSO-14 SSO-15 %s %j", (name, value, message) => {
    expect(parse(schema, { ...right, [name]: value }).errors).toEqual({ [name]: [message] });
  });

  test("SSO-15 text around certificates is ignored", () => {
    const block = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
    const publicCertificates = `${"Bag Attributes\r\n".repeat(1000)}${block}`;
    expect(parse(schema, { ...right, publicCertificates }).value?.publicCertificates).toBe(certificate);
  });

  test("SSO-13 SSO-14 SSO-15 SSO-16 values at the limits pass", () => {
    const url = `https://x/${"a".repeat(990)}`;
    expect(url).toHaveLength(1000);
    const most = {
      loginUrl: url,
      logoutUrl: url,
      publicCertificates: certificate,
      groupIds: Array.from({ length: 100 }, String),
    };
    expect(parse(schema, most).value).toBeDefined();
    expect(parse(schema, { ...most, groupIds: Array.from({ length: 101 }, String) }).errors).toEqual({
      groupIds: ["Please select no more than 100 user groups"],
    });
  });
});

describe("branding", () => {
  const schema = brandingSchema(translator(settingsBranding, "en-GB"));
  const entries = (changed: Record<string, string> = {}) => ({
    logoUrl: "",
    title: "",
    ...Object.fromEntries(
      partNames.flatMap((part) =>
        Object.entries(defaultTheme[part]).map(([name, colour]) => [`theme.${part}.${name}`, colour]),
      ),
    ),
    ...changed,
  });

  test("BRAND-05 the defaults pass unchanged", () => {
    expect(parse(schema, entries()).value).toEqual({ logoUrl: "", title: "", theme: defaultTheme });
  });

  test("BRAND-09 BRAND-10 colours are truncated to 9 characters, an empty one is white", () => {
    const parsed = parse(
      schema,
      entries({
        "theme.header.backgroundColor": "#11223344556677",
        "theme.header.fontColor": " ",
        "theme.hint.fontColor": "",
        "theme.hint.linkColor": "",
      }),
    );
    expect(parsed.value?.theme).toMatchObject({
      header: { backgroundColor: "#11223344", fontColor: "#ffffff" },
      hint: { fontColor: "#ffffff", linkColor: "#ffffff" },
    });
  });

  test("BRAND-19 an empty colour of any kind is valid and sent as white", () => {
    for (const field of Object.keys(entries()).filter((name) => name.startsWith("theme."))) {
      const [, part = "", name = ""] = field.split(".");
      expect(parse(schema, entries({ [field]: "" })).value?.theme).toMatchObject({
        [part]: { [name]: "#ffffff" },
      });
    }
  });

  test("BRAND-14 an http address is never shown, with a warning; https and empty ones have none", () => {
    expect(
      ["http://x.example/a.svg", "HTTP://x", "https://x.example/a.svg", "", "x"].map(isNeverShown),
    ).toEqual([true, true, false, false, false]);
  });

  test("BRAND-14 low contrast is pointed out, except for the product's own defaults", () => {
    for (const part of partNames) expect(lowContrasts(part, defaultTheme[part])).toEqual([]);
    const { progressBar } = defaultTheme;
    expect(lowContrasts("progressBar", { ...progressBar, fontColor: "#ADD8E6" })).toEqual([]);
    expect(lowContrasts("progressBar", { ...progressBar, fontColor: "#add8e7" })).toEqual([
      { name: "fontColor", ratio: 1.1 },
    ]);
    const hint = { backgroundColor: "#0000aa", fontColor: "#ffffff", linkColor: "#0000EE" };
    expect(lowContrasts("hint", hint).map(({ name }) => name)).toEqual(["linkColor"]);
  });

  test.each(["#12", "#1234", "#12345", "#1234567", "123456", "#ggg", "red"])(
    "BRAND-08 BRAND-11 %j is refused as background and font",
    (colour) => {
      for (const field of ["theme.header.backgroundColor", "theme.button.fontColor"]) {
        expect(parse(schema, entries({ [field]: colour })).errors).toEqual({
          [field]: ["Please enter a valid HEX code"],
        });
      }
    },
  );

  test("BRAND-07 hint, question and response are black or white", () => {
    for (const part of ["hint", "question", "response"]) {
      const field = `theme.${part}.fontColor`;
      expect(parse(schema, entries({ [field]: "#FFFFFF" })).value).toBeDefined();
      expect(parse(schema, entries({ [field]: "#123456" })).errors).toHaveProperty([field]);
    }
  });

  test("BRAND-12 an invalid link colour passes, and is replaced by its part's default", () => {
    const parsed = parse(
      schema,
      entries({ "theme.hint.linkColor": "blue", "theme.question.linkColor": "#C00" }),
    );
    if (!parsed.value) throw new Error("refused");
    const { theme, replaced } = replaceBadLinks(parsed.value.theme);
    expect(replaced).toEqual(["hint"]);
    expect(theme.hint.linkColor).toBe("#0000EE");
    expect(theme.question.linkColor).toBe("#C00");
  });

  test.each([
    ["logoUrl", "logo.svg", "Please enter a valid url"],
    ["logoUrl", "data:image/svg+xml,x", "Please enter a valid url"],
    ["logoUrl", `https://x/${"a".repeat(991)}`, "Please keep the logo url within 1000 characters"],
    ["title", "a".repeat(101), "Please keep the title within 100 characters"],
  ])("BRAND-13 %s %j", (name, value, message) => {
    expect(parse(schema, entries({ [name]: value })).errors).toEqual({ [name]: [message] });
  });

  test("BRAND-14 the preview has valid colours for any input", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 26, maxLength: 26 }), (typed) => {
        const names = Object.keys(entries());
        const form = formOf(Object.fromEntries(names.map((name, index) => [name, typed[index] ?? ""])));
        const theme: Theme = renderableTheme(readBranding((name) => form.get(name)).theme);
        for (const part of partNames) {
          const { linkColor, ...colours } = theme[part];
          const drawn = [...Object.values(colours), ...(linkColor === undefined ? [] : [linkColor])];
          expect(drawn.every(isHexColour)).toBe(true);
          expect(linkColor === undefined).toBe(!["hint", "question"].includes(part));
        }
      }),
    );
  });
});

describe("retention", () => {
  const schema = retentionSchema(translator(settingsCompliance, "en-GB"));
  const with1 = (value: string) =>
    parse(schema, { candidatePiiRetentionPeriod: value, videoRetentionPeriod: "1" });

  test.each([
    ["", "Please input retention period"],
    [" ", "Please input retention period"],
    ["1.5", "Please input an integer number"],
    ["1e3", "Please input an integer number"],
    ["ten", "Please input an integer number"],
    ["0", "Please enter a number between 1 - 9999"],
    ["-3", "Please enter a number between 1 - 9999"],
    ["10000", "Please enter a number between 1 - 9999"],
    ["9".repeat(400), "Please enter a number between 1 - 9999"],
  ])("COMP-05 COMP-06 COMP-07 refuses %j", (value, message) => {
    expect(with1(value).errors).toEqual({ candidatePiiRetentionPeriod: [message] });
  });

  test.each([
    ["1", 1],
    ["9999", 9999],
    [" 24 ", 24],
  ])("COMP-07 accepts %j", (value, months) => {
    expect(with1(value).value).toEqual({ candidatePiiRetentionPeriod: months, videoRetentionPeriod: 1 });
  });
});

describe("email domain", () => {
  const schema = newEmailDomainSchema(translator(settingsEmailDomain, "en-GB"));
  const right = { displayName: "Careers", emailAddress: "jobs@acme.example" };

  test("MAIL-03 MAIL-05 values are trimmed", () => {
    expect(parse(schema, { displayName: " Careers ", emailAddress: " jobs@acme.example " }).value).toEqual(
      right,
    );
  });

  test.each([
    ["displayName", "", "Please input a display name to continue"],
    ["displayName", "a".repeat(101), "Please keep display name within 100 characters"],
    ...["<", ">", '"', ",", ";", ":", "@", "\\"].map((sign): [string, string, string] => [
      "displayName",
      `a${sign}b`,
      "Please input a valid display name",
    ]),
    ["displayName", "a\u0000b", "Please remove the invisible characters, or type the text again"],
    ["emailAddress", "", "Please enter your email"],
    ["emailAddress", "jobs@acme", "Please enter a valid email"],
    ["emailAddress", "jöbs@acme.example", "Please enter a valid email"],
    ["emailAddress", `${"a".repeat(90)}@acme.example`, "Please keep your email within 100 characters"],
  ])("MAIL-03 MAIL-04 MAIL-05 %s %j", (name, value, message) => {
    expect(parse(schema, { ...right, [name]: value }).errors).toEqual({ [name]: [message] });
  });

  test("MAIL-04 letters of any script, dots, dashes and apostrophes are valid", () => {
    for (const displayName of ["O’Brien & Söhne", "採用チーム", "Talent (AU) - No. 1!"]) {
      expect(parse(schema, { ...right, displayName }).value).toMatchObject({ displayName });
    }
  });

  test("MAIL-10 one CNAME record per token, on the address's domain; the zone file has them", () => {
    const records = dnsRecordsOf("Jobs@Acme.Example", ["aa", "bb"], "dkim.host.example");
    expect(records).toEqual([
      { name: "aa._domainkey.acme.example", value: "aa.dkim.host.example" },
      { name: "bb._domainkey.acme.example", value: "bb.dkim.host.example" },
    ]);
    expect(zoneFileOf(records)).toBe(
      "aa._domainkey.acme.example. 3600 IN CNAME aa.dkim.host.example.\nbb._domainkey.acme.example. 3600 IN CNAME bb.dkim.host.example.\n",
    );
  });
});
