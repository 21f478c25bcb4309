/** Validation of a customer's ATS connection against the items of its template (TEN-13..TEN-29, TEN-45). */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod/v4";
import { applicationStatuses } from "../../../shared/application-statuses";
import { validate } from "../../core/validate";
import { lineRule, webAddressRule, textLimit } from "../../core/text-rules";
import { text as textField, value } from "../../core/fields";
import { invalid } from "../../core/errors";
import { oneLine } from "../../../shared/pasted";

export const uiComponents = [
  "singleString",
  "singleNumber",
  "singleRadio",
  "appsApplicationStatusConfig",
  "multiStringArray",
  "groupIdsConfig",
  "flagWorkflowIdsConfig",
] as const;
type UiComponent = (typeof uiComponents)[number];

const templateItems = z.array(
  z.object({
    isReadOnly: z.boolean(),
    /** "credential.x", the name of a tenant column, or a key of `extra` (TEN-16). */
    key: z.string(),
    label: z.string(),
    description: z.string(),
    uiComponent: z.enum(uiComponents),
    valueType: z.string(),
    defaultValue: z.unknown(),
  }),
);

export type TemplateItem = z.infer<typeof templateItems>[number];

/** Parses the atsTemplateItems column. */
export const parseTemplateItems = (text: string): TemplateItem[] => templateItems.parse(JSON.parse(text));

const jsonObject = z.record(z.string(), z.unknown());
export type JsonObject = z.infer<typeof jsonObject>;

/** Parses the credential and extra columns. */
export const parseJsonObject = (text: string): JsonObject => jsonObject.parse(JSON.parse(text));

const valueLimit = textLimit("tenantValue", 4_000, "each value");
const text = z.string().overwrite(oneLine).max(valueLimit.most, valueLimit.message);
const webAddress = webAddressRule("url", valueLimit.most);
const required = (message: string) => text.min(1, { error: message, abort: true });

const hexId = /^[0-9a-f]{24}$/;
const idList = z.array(z.string().regex(hexId, "Not found")).max(500);
const wholeNumber = "You can only enter whole numbers greater than 0";

/**
 * Rule for an object with keys and values that are validated separately, each with an error text of its own.
 */
const pairs = (key: z.ZodType<string, string>, value: z.ZodType<string, unknown>) =>
  jsonObject
    .transform((object) => Object.entries(object))
    .pipe(z.array(z.tuple([key, value])).max(500))
    .transform((entries) => Object.fromEntries(entries));

const rulesOf: Readonly<Record<UiComponent, z.ZodType>> = {
  singleString: text,
  // A template may store numbers and choices as text (see `valueType`).
  singleNumber: z.union(
    [
      z.number().int().min(1),
      z
        .string()
        .regex(/^[1-9]\d{0,8}$/)
        .transform(Number),
    ],
    wholeNumber,
  ),
  singleRadio: z.union([z.boolean(), z.enum(["true", "false"])], "Please choose yes or no"),
  // Mapping of application statuses (TEN-18).
  appsApplicationStatusConfig: pairs(
    required("You must map each status before continuing"),
    z.enum(applicationStatuses, "Missing Sapia Status"),
  ),
  multiStringArray: z.array(text).max(500),
  groupIdsConfig: z.object({ HIRING_MANAGER: idList.default([]), RECRUITER: idList.default([]) }),
  flagWorkflowIdsConfig: pairs(
    z.string().regex(hexId, "Please enter a valid workflow ID"),
    z.string().regex(hexId, "Please select a workflow"),
  ),
};

/** Input fields of a tenant. */
export const tenantFields = {
  externalTenantId: textField(lineRule("tenantId", 100, "the tenant id", "Please enter the tenant id")),
  customerName: textField(
    lineRule("tenantCustomerName", 100, "the customer name", "Please enter the customer name"),
  ),
  credential: value("JSON", z.record(z.string(), text)),
  extra: value("JSON", jsonObject),
};

const tenantRules = z.object({
  externalTenantId: tenantFields.externalTenantId.rule,
  customerName: tenantFields.customerName.rule,
  credential: tenantFields.credential.rule,
  extra: tenantFields.extra.rule,
});

/**
 * Returns which values of a credential are set (TEN-35). The API sends the values themselves to the
 * applicant-tracking system only.
 */
export const credentialPresence = (credential: JsonObject): Record<string, boolean> =>
  Object.fromEntries(Object.entries(credential).map(([name, value]) => [name, (value ?? "") !== ""]));

/** Converts a stored credential, which may predate the current rules, to texts. */
const credentialTexts = (credential: JsonObject): Record<string, string> =>
  Object.fromEntries(
    Object.entries(credential).map(([name, value]) => [
      name,
      typeof value === "string" ? value : value == null ? "" : JSON.stringify(value),
    ]),
  );

type TenantValues = z.infer<typeof tenantRules>;
/** A tenant's values as stored; they may predate the current rules. */
type StoredValues = Omit<TenantValues, "credential"> & { credential: JsonObject };

/** Returns the part of the tenant that stores an item, and its key there (TEN-16). */
function placeOf(key: string): { part: "tenant" | "credential" | "extra"; name: string } {
  const credential = "credential.";
  if (key.startsWith(credential)) return { part: "credential", name: key.slice(credential.length) };
  return { part: key === "externalTenantId" || key === "customerName" ? "tenant" : "extra", name: key };
}

/** Groups a tenant's values by storage part. */
const partsOf = ({ externalTenantId, customerName, credential, extra }: StoredValues): Parts => ({
  tenant: { externalTenantId, customerName },
  credential,
  extra,
});
type Parts = Record<ReturnType<typeof placeOf>["part"], JsonObject>;

/** True if a stored switch is on. */
export const isOn = (value: unknown) => value === true || value === "true";

/**
 * Returns a tenant's values in stored form. Items are validated by the rules of their component; values that
 * depend on a disabled switch are emptied (TEN-27); read-only items come from `stored`, else from the
 * template, regardless of switches (TEN-15). Omitted credential values stay unchanged (TEN-35). Throws a
 * Validation Error. Groups and workflows are left for the caller to check.
 */
export function tenantValues(
  values: TenantValues,
  items: readonly TemplateItem[],
  stored?: StoredValues,
): TenantValues {
  const extra: JsonObject = { ...values.extra };
  const hasFlag = isOn(extra["hasFlag"]);
  if (hasFlag && !isOn(extra["hasVacancyByProduct"])) {
    throw invalid("Oops! The vacancy by product must be enabled when the flag is enabled");
  }
  if ("hasFlag" in extra && !hasFlag) Object.assign(extra, { flagList: [], flagWorkflowIds: {} });
  if ("hasVacancyByProduct" in extra && !isOn(extra["hasVacancyByProduct"]))
    extra["vacancyByProductPostfix"] = "";
  for (const { key, uiComponent, isReadOnly } of items)
    if (!isReadOnly && key in extra) {
      const value = validate(rulesOf[uiComponent], extra[key]);
      extra[key] = /url$/i.test(key) && typeof value === "string" ? validate(webAddress, value) : value;
    }
  const fixed = fixedValues(items, partsOf(values), stored && partsOf(stored));
  return validate(tenantRules, {
    ...values,
    ...fixed.tenant,
    credential: { ...credentialTexts(stored?.credential ?? {}), ...values.credential, ...fixed.credential },
    extra: { ...extra, ...fixed.extra },
  });
}

/**
 * Returns the values of read-only items by part. Throws a Validation Error if the input changes one of them.
 */
function fixedValues(items: readonly TemplateItem[], given: Parts, stored: Parts | undefined) {
  const fixed: Parts = { tenant: {}, credential: {}, extra: {} };
  for (const { key, label, isReadOnly, defaultValue } of items) {
    if (!isReadOnly) continue;
    const { part, name } = placeOf(key);
    const known = stored && Object.hasOwn(stored[part], name) ? stored[part][name] : defaultValue;
    // Values outside `extra` are texts, whatever the type of the template's default.
    const kept = part === "extra" ? known : String(known ?? "").trim();
    if (Object.hasOwn(given[part], name) && !isDeepStrictEqual(given[part][name], kept))
      throw invalid(`${label} cannot be changed`);
    fixed[part][name] = kept;
  }
  return fixed;
}

const idValues = z.array(z.string()).catch([]);

/** Returns the ids of the groups and workflows that an `extra` object refers to. */
export function referencedIds(extra: JsonObject, items: readonly TemplateItem[]) {
  const itemsOf = (component: UiComponent) =>
    items
      .filter(({ uiComponent, key }) => uiComponent === component && key in extra)
      .flatMap(({ key }) => Object.values(jsonObject.catch({}).parse(extra[key])));
  return {
    groupIds: itemsOf("groupIdsConfig").flatMap((list) => idValues.parse(list)),
    workflowIds: idValues.parse(itemsOf("flagWorkflowIdsConfig")),
  };
}
