import { z } from "zod/v4";
import type { atsTenants } from "~/i18n/ats";
import type { Translate } from "~/i18n/texts";
import { formatNumber } from "~/i18n/numbers";
import { limits } from "~/models/form/limits";
import { idText, oneLine, webAddressText } from "~/models/form/pasted";
import { isWebAddress } from "~/models/form/web-address";
import {
  fieldKey,
  type ItemKind,
  isSecret,
  kindOf,
  placeOf,
  rowLimit,
  isSwitchedOff,
  type TemplateItem,
  type TenantFormValues,
} from "./ats-template";
import type { AtsTenant, AtsTenantValues } from "./ats-tenant.server";

type AtsTexts = (typeof atsTenants)["en"];

const record = z.record(z.string(), z.unknown()).catch({});
const strings = z.array(z.string()).catch([]);
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String).catch("");

/** Stored value of an item; undefined without a tenant, or if the item is newer than the tenant. */
function storedOf({ key }: TemplateItem, tenant: AtsTenant | null): unknown {
  if (!tenant) return undefined;
  const { part, name } = placeOf(key);
  const holder = part === "tenant" ? record.parse(tenant) : record.parse(tenant[part]);
  return Object.hasOwn(holder, name) ? holder[name] : undefined;
}

const valueOf = (item: TemplateItem, tenant: AtsTenant | null) => storedOf(item, tenant) ?? item.defaultValue;

/** Value sent for a read-only item: unchanged, whatever its type. */
function fixedValue(item: TemplateItem, tenant: AtsTenant | null): unknown {
  const stored = storedOf(item, tenant);
  return stored === undefined ? item.defaultValue : stored;
}

const pairsOf = (value: unknown) =>
  Object.entries(record.parse(value)).map(([from, to]) => [from, text.parse(to)] as const);

/** Initial form values: as stored, else the template's defaults (TEN-13). Excludes secrets and read-only values. */
export function tenantFormValues(items: readonly TemplateItem[], tenant: AtsTenant | null): TenantFormValues {
  const values: TenantFormValues = { texts: {}, statuses: {}, strings: {}, groups: {}, workflows: {} };
  for (const item of items) {
    if (item.isReadOnly || isSecret(item)) continue;
    const value = valueOf(item, tenant);
    const key = fieldKey(item);
    switch (kindOf(item)) {
      case "texts":
        values.texts[key] = text.parse(value);
        break;
      case "statuses":
        values.statuses[key] = pairsOf(value).map(([ats, product]) => ({ ats, product }));
        break;
      case "strings":
        values.strings[key] = strings.parse(value).map((one) => ({ text: one }));
        break;
      case "groups": {
        const groups = record.parse(value);
        values.groups[key] = {
          hiringManagers: strings.parse(groups.HIRING_MANAGER),
          recruiters: strings.parse(groups.RECRUITER),
        };
        break;
      }
      case "workflows":
        values.workflows[key] = pairsOf(value).map(([normal, indigenous]) => ({ normal, indigenous }));
        break;
    }
  }
  return values;
}

/** Display texts of read-only items (TEN-15), by `fieldKey`; none for secrets. */
export function fixedTexts(
  items: readonly TemplateItem[],
  tenant: AtsTenant | null,
): Record<string, string[]> {
  const fixed = items.filter(({ isReadOnly }) => isReadOnly);
  return Object.fromEntries(
    fixed.map((item) => {
      const value = valueOf(item, tenant);
      const texts = isSecret(item)
        ? []
        : kindOf(item) === "texts"
          ? [text.parse(value)]
          : kindOf(item) === "strings"
            ? strings.parse(value)
            : kindOf(item) === "groups"
              ? Object.values(record.parse(value)).flatMap((ids) => strings.parse(ids))
              : pairsOf(value).map((pair) => pair.join(" → "));
      return [fieldKey(item), texts];
    }),
  );
}

/** Keys of credentials that are set, which is all the API reveals about them (TEN-35). */
export const savedSecrets = (items: readonly TemplateItem[], tenant: AtsTenant | null): string[] =>
  items.filter((item) => isSecret(item) && storedOf(item, tenant) === true).map(fieldKey);

/** Ids of rows whose text repeats an earlier row's. */
function repeatedRows(texts: readonly string[]): number[] {
  return texts.flatMap((one, at) => (one !== "" && texts.indexOf(one) < at ? [at] : []));
}

const hexId = /^[0-9a-f]{24}$/;
/** Rejected as a status name: it must never become a JSON key. */
const forbiddenName = "__proto__";

/** True if an item's value is a web address. */
const isAddress = (key: string) => /url$/i.test(key);

const trimmed = z.string().overwrite(oneLine).default("");
const rules = {
  statuses: z.array(z.object({ ats: trimmed, product: trimmed })).max(rowLimit),
  strings: z.array(z.object({ text: trimmed })).max(rowLimit),
  groups: z.object({ hiringManagers: z.array(z.string()), recruiters: z.array(z.string()) }),
  // Ids are hex; normalise the case they were copied in.
  workflows: z
    .array(z.object({ normal: trimmed.transform((id) => idText(id).toLowerCase()), indigenous: trimmed }))
    .max(rowLimit),
};

/**
 * Form schema of one template (TEN-13..TEN-22). `fixed` are the read-only texts, which override posted values (TEN-15).
 * Items that will be sent empty are not validated.
 */
export function tenantSchema(
  items: readonly TemplateItem[],
  fixed: Readonly<Record<string, readonly string[]>>,
  t: Translate<AtsTexts>,
) {
  const open = items.filter(({ isReadOnly }) => !isReadOnly);
  const itemsOf = <S extends z.ZodType>(kind: ItemKind, rule: S) =>
    z.object(
      Object.fromEntries(open.filter((item) => kindOf(item) === kind).map((item) => [fieldKey(item), rule])),
    );
  return z
    .object({
      texts: itemsOf("texts", trimmed),
      statuses: itemsOf("statuses", rules.statuses),
      strings: itemsOf("strings", rules.strings),
      groups: itemsOf("groups", rules.groups),
      workflows: itemsOf("workflows", rules.workflows),
    })
    .transform(({ texts, ...lists }) => {
      const addresses = open
        .filter(({ key }) => isAddress(key))
        .map((item) => [fieldKey(item), webAddressText(texts[fieldKey(item)] ?? "")] as const);
      const kept = Object.entries(fixed).map(([key, [one = ""]]) => [key, one] as const);
      return { ...lists, texts: { ...texts, ...Object.fromEntries(addresses), ...Object.fromEntries(kept) } };
    })
    .superRefine((values, context) => {
      const refuse = (path: (string | number)[], message: string) =>
        context.addIssue({ code: "custom", path, message });
      for (const item of open) {
        const key = fieldKey(item);
        if (isSwitchedOff(item, items, (one) => values.texts[one])) continue;
        const typed = values.texts[key] ?? "";
        // Also refused by the API; checked here to show the error at the field (TEN-45).
        const isOfTenant = placeOf(item.key).part === "tenant";
        const limit = isOfTenant ? limits.tenantId : limits.tenantValue;
        const tooLong = t("errors.tooLong", { label: item.label, limit: formatNumber(limit) });
        if (isOfTenant && !typed) refuse(["texts", key], t("errors.required", { label: item.label }));
        else if (typed.length > limit) refuse(["texts", key], tooLong);
        (values.strings[key] ?? []).forEach(({ text: one }, row) => {
          if (one.length > limit) refuse(["strings", key, row, "text"], tooLong);
        });
        if (isAddress(item.key) && typed && !isWebAddress(typed)) refuse(["texts", key], t("errors.url"));
        if (item.uiComponent === "singleNumber" && !/^[1-9]\d{0,8}$/.test(typed))
          refuse(["texts", key], t("errors.number"));
        const statuses = values.statuses[key] ?? [];
        statuses.forEach(({ ats, product }, row) => {
          if (!ats) refuse(["statuses", key, row, "ats"], t("errors.atsStatusRequired"));
          if (ats.length > limit) refuse(["statuses", key, row, "ats"], tooLong);
          if (ats === forbiddenName) refuse(["statuses", key, row, "ats"], t("errors.atsStatusForbidden"));
          if (!product) refuse(["statuses", key, row, "product"], t("errors.productStatusRequired"));
        });
        for (const row of repeatedRows(statuses.map(({ ats }) => ats)))
          refuse(["statuses", key, row, "ats"], t("errors.atsStatusTwice"));
        const workflows = values.workflows[key] ?? [];
        workflows.forEach(({ normal, indigenous }, row) => {
          if (!hexId.test(normal)) refuse(["workflows", key, row, "normal"], t("errors.workflowInvalid"));
          if (!indigenous) refuse(["workflows", key, row, "indigenous"], t("errors.workflowRequired"));
        });
        for (const row of repeatedRows(workflows.map(({ normal }) => normal)))
          refuse(["workflows", key, row, "normal"], t("errors.workflowTwice"));
      }
      if (values.texts.hasFlag === "true" && values.texts.hasVacancyByProduct !== "true")
        refuse(
          ["texts", "hasVacancyByProduct" in values.texts ? "hasVacancyByProduct" : "hasFlag"],
          t("errors.vacancyByProduct"),
        );
    });
}

type TypedValues = z.output<ReturnType<typeof tenantSchema>>;

/** An item's typed value in the API's type. */
function typedValue(item: TemplateItem, values: TypedValues): unknown {
  const key = fieldKey(item);
  switch (kindOf(item)) {
    case "texts": {
      const typed = values.texts[key] ?? "";
      if (item.uiComponent === "singleNumber" && item.valueType === "number") return Number(typed);
      return item.uiComponent === "singleRadio" && item.valueType === "boolean" ? typed === "true" : typed;
    }
    case "statuses":
      return Object.fromEntries((values.statuses[key] ?? []).map(({ ats, product }) => [ats, product]));
    case "strings":
      return (values.strings[key] ?? []).map((row) => row.text).filter(Boolean);
    case "groups": {
      const { hiringManagers = [], recruiters = [] } = values.groups[key] ?? {};
      return { HIRING_MANAGER: hiringManagers, RECRUITER: recruiters };
    }
    case "workflows":
      return Object.fromEntries(
        (values.workflows[key] ?? []).map(({ normal, indigenous }) => [normal, indigenous]),
      );
  }
}

/** The empty value sent for an item whose switch is off. */
function emptyOf(item: TemplateItem): unknown {
  const kind = kindOf(item);
  return kind === "texts" ? "" : kind === "strings" ? [] : {};
}

/**
 * Builds the values to send (TEN-26, TEN-27): tenant values outside the template are kept, and those whose switch is
 * off are emptied. `secrets` are the typed credentials by `fieldKey`; the API keeps the ones that are not sent
 * (TEN-35).
 */
export function tenantValues(
  items: readonly TemplateItem[],
  values: TypedValues,
  secrets: Readonly<Record<string, string>>,
  tenant: AtsTenant | null,
): AtsTenantValues {
  const parts = {
    tenant: record.parse(tenant ?? {}),
    credential: record.parse({}),
    extra: { ...record.parse(tenant?.extra ?? {}) },
  };
  for (const item of items) {
    const { part, name } = placeOf(item.key);
    if (isSecret(item)) {
      const typed = item.isReadOnly ? "" : (secrets[fieldKey(item)] ?? "");
      if (typed !== "") parts.credential[name] = typed;
    }
    // Read-only: neither a switch nor posted input changes it (TEN-15).
    else if (item.isReadOnly) parts[part][name] = fixedValue(item, tenant);
    else if (isSwitchedOff(item, items, (one) => values.texts[one])) parts[part][name] = emptyOf(item);
    else parts[part][name] = typedValue(item, values);
  }
  return {
    externalTenantId: text.parse(parts.tenant.externalTenantId),
    customerName: text.parse(parts.tenant.customerName),
    credential: parts.credential,
    extra: parts.extra,
  };
}
