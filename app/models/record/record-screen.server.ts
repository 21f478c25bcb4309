import { z } from "zod/v4";
import { areas } from "~/areas";
import { record } from "~/i18n/record";
import { rules } from "~/i18n/rules";
import { restoreParameter, valuesBefore } from "~/models/form/restorable";
import { ruleInWords } from "~/models/workflows/workflow-rules";
import type { PageOf } from "~/models/list/paging";
import type { ConsoleArgs } from "~/services/console-args";
import { type Gate, isGateOpen, screenGates } from "~/services/gates";
import type { getEntry, RecordedEntry } from "./record.server";
import { fieldOf, objectOf, rowOf, valueOf, valuesOf, type RecordRow } from "./record-words";

/** Export rows: one per field, or one for an entry without fields. */
export function linesOf(
  { translate }: Pick<ConsoleArgs, "translate">,
  { data, pagination }: PageOf<RecordedEntry>,
): PageOf<RecordRow & { field: string; before: string; after: string }> {
  const t = translate(record);
  const lines = data.flatMap((entry) => {
    const fields = entry.objects.flatMap((object) =>
      object.fields.map((field) => ({
        ...rowOf(t, entry),
        object: objectOf(t, { kind: object.kind, objectName: object.name, objectCount: 1 }),
        field: fieldOf(t, field.field),
        ...valuesOf(t, field),
      })),
    );
    return fields.length > 0 ? fields : [{ ...rowOf(t, entry), field: "", before: "", after: "" }];
  });
  return { data: lines, pagination };
}

const appliedRule = z.object({
  workflowName: z.string(),
  stageName: z.string(),
  trigger: z.object({
    conditions: z.array(
      z.object({
        onField: z.string(),
        comparisonOperator: z.string(),
        comparisonValue: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
      }),
    ),
    action: z.object({ type: z.string(), payload: z.object({ status: z.string() }).optional() }),
  }),
});

/** Text of a rule in the version that ran (AUD-06): workflow, stage, conditions and result. */
export function ruleText({ translate }: Pick<ConsoleArgs, "translate">, stored: string): string {
  const { workflowName, stageName, trigger } = appliedRule.parse(JSON.parse(stored));
  const rule = {
    enabled: true,
    conditionOperator: "and",
    conditions: trigger.conditions.map((condition) => ({ ...condition, onFieldType: "" })),
    action: { type: trigger.action.type, payload: trigger.action.payload ?? null },
  };
  const status = (code: string) => valueOf(translate(record), "status", code);
  return `${workflowName} › ${stageName}: ${ruleInWords(rule, translate(rules), status)}`;
}

/**
 * How a change of an object can be taken back, with the address: an archived record on its own page, earlier values of
 * another in its form. Null if not, or not by the person (AUD-21, AUD-22).
 */
export async function wayBack(
  args: ConsoleArgs,
  entryId: string,
  { kind, _id, exists, isArchived, action, fields }: EntryObject,
): Promise<{ way: "restore" | "fill"; href: string } | null> {
  const area = areas.find((one) => "kind" in one && one.kind === kind);
  if (!exists || !area || !("id" in area) || !("actions" in area) || !("restore" in area.actions))
    return null;
  const held = { flags: args.flags, rights: await args.rights() };
  const page = `${args.base}/${area.path}/${_id}`;
  if (action === "ARCHIVED")
    return isArchived && isGateOpen(area.screens.detail, held) && isGateOpen(area.actions.restore, held)
      ? { way: "restore", href: page }
      : null;
  if (action !== "CHANGED" || isArchived || !("edit" in area.screens) || !valuesBefore(area, fields))
    return null;
  const mayEdit =
    isGateOpen(area.screens.edit, held) && (!("edit" in area.actions) || isGateOpen(area.actions.edit, held));
  return mayEdit
    ? { way: "fill", href: `${page}/edit?${new URLSearchParams({ [restoreParameter]: entryId })}` }
    : null;
}

type EntryObject = Awaited<ReturnType<typeof getEntry>>["entry"]["objects"][number];

/** Link to an audit entry's object; null if it no longer exists or its screen is closed to the user. */
export async function hrefOfObject(
  { base, flags, rights, scope }: ConsoleArgs,
  { kind, _id, exists, shownOn }: Pick<EntryObject, "kind" | "_id" | "exists" | "shownOn">,
): Promise<string | null> {
  if (!exists) return null;
  const held = await rights();
  const at = (gate: Gate, path: string) =>
    isGateOpen(gate, { flags, rights: held }) ? `${base}/${path}` : null;
  const settings = (tab: string) => (held.has("org:viewSettings") ? `${base}/settings/${tab}` : null);
  for (const area of areas)
    if ("kind" in area && area.kind === kind) return at(area.screens.detail, `${area.path}/${_id}`);
  if (shownOn)
    return at(
      screenGates["vacancies/:vacancyId/applications/:applicationId"],
      `vacancies/${shownOn.vacancyId}/applications/${shownOn._id}`,
    );
  switch (kind) {
    case "ORGANIZATION":
      return at(screenGates["organisations/:organizationId"], `organisations/${_id}`);
    case "CUSTOMER":
      // Other customers' settings open only under those customers.
      return _id === scope.customerId ? settings("overview") : null;
    case "DEPARTMENTS":
      return _id === scope.customerId ? at(screenGates.departments, "departments") : null;
    case "BULK_ACTION":
      return at(screenGates["bulk-jobs"], `bulk-jobs/${_id}`);
    case "HOLD":
      return at(screenGates["settings/compliance/holds"], `settings/compliance/holds/${_id}`);
    case "SINGLE_SIGN_ON":
      return settings("sso");
    case "SIGN_IN_POLICY":
      return settings("sign-in");
    case "DECLINE_REASONS":
      return settings("decline-reasons");
    case "BRANDING":
      return settings("branding");
    case "NOTIFICATIONS":
      return settings("notification");
    case "COMPLIANCE":
      return settings("compliance");
    case "SMS":
      return settings("sms");
    case "EMAIL_DOMAIN":
      return settings("email-domain");
    default:
      return null;
  }
}
