import { describe, expect, it } from "vitest";
import { NotificationForm } from "~/components/notifications/notification-form";
import { pickerColour } from "~/components/form/entry-fields";
import { BrandingForm } from "~/components/settings/branding-form";
import { SsoConfigForm } from "~/components/settings/sso-config-form";
import type { SsoConfig } from "~/models/settings/sso-config.server";
import { defaultTheme } from "~/models/settings/branding-theme";
import { entriesOf, initialTabText } from "~/models/settings/notification-changes";
import { intent, render, tags, text } from "./render";

const readOnly = "You can view this but not change it.";
const entry = {
  name: "LI_CANDIDATE_INTERVIEW_INVITATION",
  type: "EMAIL",
  enabled: true,
  template: "standard",
  standardTemplate: "standard",
  customTemplate: null,
  version: 0,
} as const;
const stored = { isGlobalSmsEnabled: true, version: 4, settings: [entry] };

const notifications = (mayEdit: boolean) => (
  <NotificationForm
    intent={intent("save")}
    tab="live-interview"
    place={{ awsRegion: "ap-southeast-2", account: "000000000000" }}
    values={{ isGlobalSmsEnabled: true, entries: entriesOf(stored.settings), seen: initialTabText(stored) }}
    version={stored.version}
    mayEdit={mayEdit}
  />
);

describe("settings without the right to change them", () => {
  it("the branding shows its values and the preview, without any buttons", async () => {
    const values = { logoUrl: "", title: "Careers", theme: defaultTheme };
    const html = await render(
      <BrandingForm
        intents={{ save: intent("save"), preview: intent("preview") }}
        values={values}
        version={1}
        mayEdit={false}
      />,
    );
    expect(text(html)).toContain(readOnly);
    expect(text(html)).toContain("Careers");
    expect([...tags(html, "input"), ...tags(html, "button"), ...tags(html, "form")]).toEqual([]);
  });

  it("the notifications show their state, with every control disabled and no buttons", async () => {
    const html = await render(notifications(false));
    expect(text(html)).toContain(readOnly);
    const controls = tags(html, "input").filter((tag) => !tag.includes('type="hidden"'));
    expect(controls.length).toBeGreaterThan(3);
    expect(controls.filter((tag) => !tag.includes("disabled"))).toEqual([]);
    expect([...tags(html, "button"), ...tags(html, "form")]).toEqual([]);
  });
});

describe("settings with the right to change them", () => {
  it("NOTIF-32 the mails with sign-in codes are shown on and locked, still sent, and may have templates of their own", async () => {
    const names = [
      "CREATE_NEW_USER",
      "EMAIL_MFA",
      "EMAIL_RESEND_MFA",
      "EMAIL_RESET_PASSWORD",
      "TI_PDF_DOWNLOAD",
    ];
    const tab = { ...stored, settings: names.map((name) => ({ ...entry, name })) };
    const html = await render(
      <NotificationForm
        intent={intent("save")}
        tab="default"
        place={{ awsRegion: "ap-southeast-2", account: "000000000000" }}
        values={{ isGlobalSmsEnabled: true, entries: entriesOf(tab.settings), seen: initialTabText(tab) }}
        version={tab.version}
        mayEdit
      />,
    );
    const switches = (control: string) =>
      names.map((name) => {
        const wanted = `name="entries.${name}.EMAIL.${control}"`;
        const tag = tags(html, "input").find((one) => one.includes(wanted)) ?? "none";
        return { name, isLocked: tag.includes('aria-disabled="true"') && tag.includes('tabindex="-1"'), tag };
      });
    const enabled = switches("enabled");
    expect(enabled.filter(({ isLocked }) => isLocked).map(({ name }) => name)).toEqual([
      "EMAIL_MFA",
      "EMAIL_RESEND_MFA",
    ]);
    // A disabled control would not be sent, which would be read as off.
    for (const { tag } of enabled) expect(tag).toMatch(/^(?!.*\sdisabled).*\schecked/);
    expect(switches("custom").filter(({ isLocked }) => isLocked)).toEqual([]);
    // NOTIF-32
    expect(text(html).split("always on: people need a code to sign in")).toHaveLength(3);
  });

  it("NOTIF-32 SMS entries say that SMS is off for all, while it is", async () => {
    const sms = { ...entry, type: "SMS" } as const;
    const formWith = (isOn: boolean) =>
      render(
        <NotificationForm
          intent={intent("save")}
          tab="live-interview"
          place={{ awsRegion: "ap-southeast-2", account: "000000000000" }}
          values={{
            isGlobalSmsEnabled: isOn,
            entries: entriesOf([entry, sms]),
            seen: initialTabText({ ...stored, isGlobalSmsEnabled: isOn, settings: [entry, sms] }),
          }}
          version={4}
          mayEdit
        />,
      );
    expect(text(await formWith(false))).toContain("off for all messages");
    expect(text(await formWith(true))).not.toContain("off for all messages");
  });

  it("BRAND-25 the swatch of an invalid colour is white, as it would be saved", () => {
    expect(["", "#12", "red", "#abc", "#12345678"].map(pickerColour)).toEqual([
      "#ffffff",
      "#ffffff",
      "#ffffff",
      "#aabbcc",
      "#123456",
    ]);
  });

  it("SSO-39 SSO-51 explains a missing default group and a certificate that is not valid yet", async () => {
    const config: SsoConfig = {
      accountName: "acme",
      groupIds: [],
      newcomerGroupIds: [],
      enabled: true,
      loginUrl: "https://idp.example",
      userProvisionMode: "IN_TIME",
      publicCertificates: "x",
      idpEntityId: null,
      nameIdFormat: "EMAIL",
      attributeClaimKeys: { firstName: "f", lastName: "l", email: "e" },
      edgeEntityId: "entity",
      metadataUrl: "https://meta.example",
      assertionUrl: "https://assert.example",
      initialized: true,
      createdAt: null,
      lastRefusal: null,
      version: 1,
    };
    const validity = { validFrom: "2030-01-01T00:00:00.000Z", validTo: "2031-01-01T00:00:00.000Z" };
    const groups = { options: [{ value: "5f0c", label: "Recruiters", usersCount: 2 }], problem: null };
    const formWith = (changes: Partial<SsoConfig>) =>
      render(
        <SsoConfigForm
          intent={intent("save")}
          testIntent={intent("save")}
          config={{ ...config, ...changes }}
          certificate={{ count: 1, subject: "Future", ...validity, state: "early" }}
          certificates={[]}
          groups={groups}
          mayEdit
        />,
      );
    const html = text(await formWith({}));
    expect(html).toContain("If none is chosen, these people have no access");
    expect(html).toContain("The saved certificate (Future) is not valid before");
    expect(text(await formWith({ userProvisionMode: "BEFORE" }))).not.toContain("If none is chosen");
  });
});
