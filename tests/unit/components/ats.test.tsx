import { expect, test } from "vitest";
import { HiddenTenantForm } from "~/components/ats/hidden-tenant-form";
import { TenantForm } from "~/components/ats/tenant-form";
import { ShortId, StatusBadge } from "~/components/ats/request-words";
import { fixedTexts, savedSecrets, tenantFormValues } from "~/models/ats/ats-tenant.schema";
import { type TemplateItem } from "~/models/ats/ats-template";
import type { AtsTenant } from "~/models/ats/ats-tenant.server";
import { intent, render, tags, text } from "./render";

const item = (key: string, uiComponent: TemplateItem["uiComponent"], label: string, isReadOnly = false) => ({
  key,
  uiComponent,
  label,
  isReadOnly,
  description: "",
  defaultValue: "",
  valueType: "string",
});
const items: TemplateItem[] = [
  item("externalTenantId", "singleString", "Tenant Id"),
  item("credential.apiKey", "singleString", "API key"),
  item("apiUrl", "singleString", "API address", true),
  item("hasFlag", "singleRadio", "Flag"),
  item("flagList", "multiStringArray", "Flags"),
  item("flagWorkflowIds", "flagWorkflowIdsConfig", "Workflows"),
  item("appsApplicationStatus", "appsApplicationStatusConfig", "Statuses"),
  item("groupIds", "groupIdsConfig", "Groups"),
];
const group = "d".repeat(24);
const tenant: AtsTenant = {
  _id: "a".repeat(24),
  atsName: "ATS",
  externalTenantId: "T-1",
  customerName: "Acme",
  credential: { apiKey: true },
  extra: {
    apiUrl: "https://ats.example",
    hasFlag: false,
    flagList: ["One", "Two"],
    appsApplicationStatus: { Applied: "APPS_APPLICATION_NEW" },
    groupIds: { HIRING_MANAGER: [group], RECRUITER: [] },
  },
  version: 4,
};
const form = (mayEdit: boolean, saved: AtsTenant = tenant) =>
  render(
    <TenantForm
      intent={intent("save")}
      atsName="GREENFIELD"
      items={items}
      values={tenantFormValues(items, saved)}
      fixed={fixedTexts(items, saved)}
      version={4}
      mayEdit={mayEdit}
      savedSecrets={savedSecrets(items, saved)}
      typedSecrets={undefined}
      options={{ groups: [{ value: group, label: "Store managers" }], workflows: [] }}
    />,
  );

test("TEN-14 TEN-15 TEN-16 TEN-24 the fields of a template, each with what is stored, and no secret", async () => {
  const html = await form(true);
  const valueOf = (name: string) =>
    /value="([^"]*)"/.exec(tags(html, "input").find((one) => one.includes(`name="${name}"`)) ?? "")?.[1];
  expect(valueOf("texts.externalTenantId")).toBe("T-1");
  expect(valueOf("strings.flagList[1].text")).toBe("Two");
  expect(valueOf("statuses.appsApplicationStatus[0].ats")).toBe("Applied");
  expect(html).toContain('<option value="APPS_APPLICATION_NEW" selected="">New</option>');
  expect(tags(html, "input").find((one) => one.includes(group))).toContain("checked");
  const fixed = tags(html, "input").find((one) => one.includes("https://ats.example")) ?? "";
  expect(fixed).toContain("readonly");
  expect(html).not.toContain("hunter2");
  expect(text(html)).toContain("A value is saved. Leave empty to keep it.");
  expect(html).toContain('data-version="4"');
});

test("TEN-27 a field that depends on a switch says so, and is in the page without scripts", async () => {
  const html = await form(true);
  expect(text(html)).toContain("Used only while Flag is Yes.");
  expect(tags(html, "div").filter((one) => one.includes("hidden"))).toEqual([]);
});

test("TEN-26 GEN-16 without the right to save the page shows the values read-only", async () => {
  const html = await form(false);
  expect(tags(html, "button")).toEqual([]);
  expect(tags(html, "form")).toEqual([]);
  for (const shown of ["You can view this but not change it.", "T-1", "Two", "Applied", "Store managers"])
    expect(text(html)).toContain(shown);
  expect(html).not.toContain("hunter2");
});

test("TEN-15 items of every kind that cannot be changed are shown without a working control", async () => {
  const fixed = items.map((one) => ({ ...one, isReadOnly: true }));
  const html = await render(
    <TenantForm
      intent={intent("save")}
      atsName="GREENFIELD"
      items={fixed}
      values={tenantFormValues(fixed, tenant)}
      fixed={fixedTexts(fixed, tenant)}
      version={4}
      mayEdit
      savedSecrets={savedSecrets(fixed, tenant)}
      typedSecrets={undefined}
      options={{ groups: [{ value: group, label: "Store managers" }], workflows: [] }}
    />,
  );
  const controls = [...tags(html, "input"), ...tags(html, "select"), ...tags(html, "textarea")];
  const open = controls.filter((one) => !/type="hidden"|readonly/.test(one));
  expect(open).toEqual([]);
  for (const shown of ["Two", "Applied → APPS_APPLICATION_NEW", "Store managers", "No"])
    expect(text(html)).toContain(shown);
  expect(html).not.toContain("hunter2");
});

test("TEN-32 the input is sent once more while its template cannot be loaded", async () => {
  const fields = {
    form: ["tenant"],
    "texts.customerName": ["Typed"],
    "groups.groupIds.recruiters": ["a", "b"],
  };
  const html = await render(<HiddenTenantForm intent={intent("save")} fields={fields} secrets="sealed" />);
  const hidden = tags(html, "input").filter((one) => one.includes('type="hidden"'));
  const sent = hidden.map((one) => [/name="([^"]*)"/.exec(one)?.[1], /value="([^"]*)"/.exec(one)?.[1]]);
  expect(sent).toEqual([
    ["csrf", "form-token"],
    ["idempotencyKey", "form-key"],
    ["intent", "save"],
    ["form", "tenant"],
    ["texts.customerName", "Typed"],
    ["groups.groupIds.recruiters", "a"],
    ["groups.groupIds.recruiters", "b"],
    ["secrets", "sealed"],
  ]);
  expect(text(html)).toBe("What you typed is kept. Press Save to send it again. Save");
});

test("TEN-03 a tenant whose credential the API does not return still has a form", async () => {
  const html = await form(true, { ...tenant, credential: null });
  expect(text(html)).toContain("API key");
  expect(text(html)).not.toContain("A value is saved.");
});

test("ATSR-07 ATSR-12 a status is shown in words and an id shortened, with the full value as a tooltip", async () => {
  const html = await render(
    <>
      <StatusBadge status="ATS_REQUEST_FAILED" />
      <ShortId id="0123456789abcdef01234567" />
    </>,
  );
  expect(html).toContain('title="ATS_REQUEST_FAILED"');
  expect(html).toContain('title="0123456789abcdef01234567"');
  expect(text(html)).toBe("Failed …01234567");
});
