import { z } from "zod/v4";
import type { atsTenants } from "~/i18n/ats";
import type { Translate } from "~/i18n/texts";
import type { AtsTemplate, AtsTenant, AtsTenantValues } from "./ats-tenant.server";

type AtsTexts = (typeof atsTenants)["en"];

export type TemplateItem = AtsTemplate["atsTemplateItems"][number];

/** The values of one item as its form control holds them. */
export type ItemValue =
  | { kind: "text"; text: string }
  | { kind: "statuses"; rows: { ats: string; product: string }[] }
  | { kind: "strings"; rows: string[] }
  | { kind: "groups"; hiringManagers: string[]; recruiters: string[] }
  | { kind: "workflows"; rows: { normal: string; indigenous: string }[] };

/** Item values by item key. */
export type ItemValues = Readonly<Record<string, ItemValue>>;
/** Messages by the id of the field they stand beside. */
export type ItemErrors = Record<string, string>;

/** What a post came back with. */
export type TenantAnswer = {
  /** Another for every answer, so that the lists of rows are drawn anew. */
  stamp: string;
  values: ItemValues;
  errors: ItemErrors;
  focus?: string;
  /** Secrets that were typed and not saved yet: sealed, and the keys of their items. */
  secrets: { sealed: string; keys: string[] };
};

const nothing: ItemValue = { kind: "text", text: "" };

const kinds: Readonly<Record<TemplateItem["uiComponent"], ItemValue["kind"]>> = {
  singleString: "text",
  singleNumber: "text",
  singleRadio: "text",
  appsApplicationStatusConfig: "statuses",
  multiStringArray: "strings",
  groupIdsConfig: "groups",
  flagWorkflowIdsConfig: "workflows",
};

/** Where an item's value belongs: a field of the tenant, one of its credential, else one of `extra` (TEN-16). */
function placeOf(key: string): { part: "tenant" | "credential" | "extra"; name: string } {
  if (key === "externalTenantId" || key === "customerName") return { part: "tenant", name: key };
  const [head, ...rest] = key.split(".");
  const name = rest.join(".");
  if ((head === "credential" || head === "extra") && name) return { part: head, name };
  return { part: "extra", name: key };
}

/** Credentials are written, never shown. */
export const isSecret = ({ key }: TemplateItem): boolean => placeOf(key).part === "credential";

/** The name and id of an item's field, or of the rows `part` of it. */
export const fieldName = (key: string, part?: string): string => `item.${key}${part ? `.${part}` : ""}`;

const record = z.record(z.string(), z.unknown()).catch({});
const strings = z.array(z.string()).catch([]);
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch("");

/** What is stored for an item, or undefined: without a tenant, and for an item that is newer than it. */
function storedOf({ key }: TemplateItem, tenant: AtsTenant | null): unknown {
  if (!tenant) return undefined;
  const { part, name } = placeOf(key);
  const holder = part === "tenant" ? record.parse(tenant) : record.parse(tenant[part]);
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

/** An item's value for the form: as stored, else the template's default (TEN-13). */
export function itemValue(item: TemplateItem, tenant: AtsTenant | null): ItemValue {
  const value = storedOf(item, tenant) ?? item.defaultValue;
  const pairs = () =>
    Object.entries(record.parse(value)).map(([from, to]) => [from, text.parse(to)] as const);
  switch (kinds[item.uiComponent]) {
    case "text":
      return { kind: "text", text: text.parse(value) };
    case "statuses":
      return { kind: "statuses", rows: pairs().map(([ats, product]) => ({ ats, product })) };
    case "strings":
      return { kind: "strings", rows: strings.parse(value) };
    case "groups": {
      const groups = record.parse(value);
      return {
        kind: "groups",
        hiringManagers: strings.parse(groups.HIRING_MANAGER),
        recruiters: strings.parse(groups.RECRUITER),
      };
    }
    case "workflows":
      return { kind: "workflows", rows: pairs().map(([normal, indigenous]) => ({ normal, indigenous })) };
  }
}

/** Reads the posted fields of an item; a read-only one is as loaded, whatever was posted (TEN-15). */
function readItem(form: FormData, item: TemplateItem, tenant: AtsTenant | null): ItemValue {
  if (item.isReadOnly) return itemValue(item, tenant);
  const all = (part?: string) => form.getAll(fieldName(item.key, part)).map((value) => String(value).trim());
  switch (kinds[item.uiComponent]) {
    case "text":
      return { kind: "text", text: all()[0] ?? "" };
    case "statuses": {
      const products = all("product");
      return { kind: "statuses", rows: all("ats").map((ats, at) => ({ ats, product: products[at] ?? "" })) };
    }
    case "strings":
      return { kind: "strings", rows: all() };
    case "groups":
      return { kind: "groups", hiringManagers: all("hiringManagers"), recruiters: all("recruiters") };
    case "workflows": {
      const others = all("indigenous");
      const rows = all("normal").map((normal, at) => ({ normal, indigenous: others[at] ?? "" }));
      return { kind: "workflows", rows };
    }
  }
}

/** All items of a posted form. */
export function readItems(
  form: FormData,
  items: readonly TemplateItem[],
  tenant: AtsTenant | null,
): ItemValues {
  return Object.fromEntries(items.map((item) => [item.key, readItem(form, item, tenant)]));
}

/** The values with an empty row more in the list of `key` (TEN-24). */
export function withRow(values: ItemValues, key: string): ItemValues {
  const value = values[key] ?? nothing;
  if (value.kind === "strings") return { ...values, [key]: { ...value, rows: [...value.rows, ""] } };
  if (value.kind === "statuses")
    return { ...values, [key]: { ...value, rows: [...value.rows, { ats: "", product: "" }] } };
  if (value.kind === "workflows")
    return { ...values, [key]: { ...value, rows: [...value.rows, { normal: "", indigenous: "" }] } };
  return values;
}

/** The values without row `at` of the list of `key` (TEN-24). */
export function withoutRow(values: ItemValues, key: string, at: number): ItemValues {
  const value = values[key] ?? nothing;
  if (value.kind === "strings") return { ...values, [key]: { ...value, rows: value.rows.toSpliced(at, 1) } };
  if (value.kind === "statuses") return { ...values, [key]: { ...value, rows: value.rows.toSpliced(at, 1) } };
  if (value.kind === "workflows")
    return { ...values, [key]: { ...value, rows: value.rows.toSpliced(at, 1) } };
  return values;
}

/** The id of the last row's first field, which goes on after a row was added; of the list's "Add" when it is empty. */
export function lastField(values: ItemValues, key: string): string {
  const value = values[key] ?? nothing;
  const parts = { statuses: "ats", strings: "text", workflows: "normal", text: "", groups: "" } as const;
  const last = "rows" in value ? value.rows.length - 1 : -1;
  return last < 0 ? fieldName(key, "add") : fieldName(key, `${parts[value.kind]}.${last}`);
}

const isOn = (values: ItemValues, key: string) => {
  const value = values[key];
  return value?.kind === "text" && value.text === "true";
};

/** Ids of rows whose text has come before. */
function repeated(texts: readonly string[]): number[] {
  return texts.flatMap((one, at) => (one !== "" && texts.indexOf(one) < at ? [at] : []));
}

const hexId = /^[0-9a-f]{24}$/;

/** What is wrong with the values, by field (TEN-17..TEN-22); what will go out empty is not looked at. */
export function itemErrors(
  items: readonly TemplateItem[],
  values: ItemValues,
  t: Translate<AtsTexts>,
): ItemErrors {
  const errors: ItemErrors = {};
  const isFlagOff = items.some(({ key }) => key === "hasFlag") && !isOn(values, "hasFlag");
  for (const { key, uiComponent, isReadOnly } of items) {
    const value = values[key] ?? nothing;
    const at = (part: string, row: number) => fieldName(key, `${part}.${row}`);
    if (isReadOnly) continue;
    if (uiComponent === "singleNumber" && value.kind === "text" && !/^[1-9]\d{0,8}$/.test(value.text))
      errors[fieldName(key)] = t("errors.number");
    if (value.kind === "statuses") {
      value.rows.forEach(({ ats, product }, row) => {
        if (!ats) errors[at("ats", row)] = t("errors.atsStatusRequired");
        if (!product) errors[at("product", row)] = t("errors.productStatusRequired");
      });
      for (const row of repeated(value.rows.map(({ ats }) => ats)))
        errors[at("ats", row)] = t("errors.atsStatusTwice");
    }
    if (value.kind === "workflows" && !isFlagOff) {
      value.rows.forEach(({ normal, indigenous }, row) => {
        if (!hexId.test(normal)) errors[at("normal", row)] = t("errors.workflowInvalid");
        if (!indigenous) errors[at("indigenous", row)] = t("errors.workflowRequired");
      });
      for (const row of repeated(value.rows.map(({ normal }) => normal)))
        errors[at("normal", row)] = t("errors.workflowTwice");
    }
  }
  if (isOn(values, "hasFlag") && !isOn(values, "hasVacancyByProduct"))
    errors[fieldName(values.hasVacancyByProduct ? "hasVacancyByProduct" : "hasFlag")] =
      t("errors.vacancyByProduct");
  return errors;
}

/** An item's value as the API keeps it. */
function storedValue({ uiComponent, valueType }: TemplateItem, value: ItemValue): unknown {
  switch (value.kind) {
    case "text":
      if (uiComponent === "singleNumber" && valueType === "number") return Number(value.text);
      return uiComponent === "singleRadio" && valueType === "boolean" ? value.text === "true" : value.text;
    case "statuses":
      return Object.fromEntries(value.rows.map(({ ats, product }) => [ats, product]));
    case "strings":
      return value.rows.filter(Boolean);
    case "groups":
      return { HIRING_MANAGER: value.hiringManagers, RECRUITER: value.recruiters };
    case "workflows":
      return Object.fromEntries(value.rows.map(({ normal, indigenous }) => [normal, indigenous]));
  }
}

/**
 * What goes out (TEN-26, TEN-27): what the tenant holds beside the template's items stays, an empty secret stays as it
 * is, and what depends on a switch that is off is emptied.
 */
export function tenantValues(
  items: readonly TemplateItem[],
  values: ItemValues,
  tenant: AtsTenant | null,
): AtsTenantValues {
  const parts = {
    tenant: record.parse(tenant ?? {}),
    credential: { ...record.parse(tenant?.credential ?? {}) },
    extra: { ...record.parse(tenant?.extra ?? {}) },
  };
  const hasFlag = isOn(values, "hasFlag");
  const empties: Record<string, unknown> = {
    ...(!hasFlag && { flagList: [], flagWorkflowIds: {} }),
    ...(!isOn(values, "hasVacancyByProduct") && { vacancyByProductPostfix: "" }),
  };
  for (const item of items) {
    const { part, name } = placeOf(item.key);
    const value = values[item.key] ?? nothing;
    if (isSecret(item) && value.kind === "text" && value.text === "" && name in parts.credential) continue;
    const isEmptied = part === "extra" && Object.hasOwn(empties, name);
    // What is not to be changed goes out as it came in, of whatever type it is.
    const kept = item.isReadOnly ? (storedOf(item, tenant) ?? item.defaultValue) : storedValue(item, value);
    parts[part][name] = isEmptied ? empties[name] : kept;
  }
  return {
    externalTenantId: text.parse(parts.tenant.externalTenantId),
    customerName: text.parse(parts.tenant.customerName),
    credential: parts.credential,
    extra: parts.extra,
  };
}
