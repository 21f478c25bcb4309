import type { AtsTemplate } from "./ats-tenant.server";

export type TemplateItem = AtsTemplate["atsTemplateItems"][number];

type StatusRow = { ats?: string; product?: string };
type StringRow = { text?: string };
type WorkflowRow = { normal?: string; indigenous?: string };
type GroupLists = { hiringManagers?: string[]; recruiters?: string[] };

/** The form's values, by the kind of control and by `fieldKey`. */
export type TenantFormValues = {
  texts: Record<string, string | undefined>;
  statuses: Record<string, StatusRow[]>;
  strings: Record<string, StringRow[]>;
  groups: Record<string, GroupLists>;
  workflows: Record<string, WorkflowRow[]>;
};

export type ItemKind = keyof TenantFormValues;

/** Most rows of one list. */
export const rowLimit = 200;

const kinds: Readonly<Record<TemplateItem["uiComponent"], ItemKind>> = {
  singleString: "texts",
  singleNumber: "texts",
  singleRadio: "texts",
  appsApplicationStatusConfig: "statuses",
  multiStringArray: "strings",
  groupIdsConfig: "groups",
  flagWorkflowIdsConfig: "workflows",
};

/** The control that an item is edited with (TEN-14). */
export const kindOf = ({ uiComponent }: Pick<TemplateItem, "uiComponent">): ItemKind => kinds[uiComponent];

/** An item's name within its kind; dots and brackets have a meaning in the names of a form's fields. */
export const fieldKey = ({ key }: Pick<TemplateItem, "key">): string => key.replaceAll(/[^\w-]/g, "-");

const switches: Readonly<Record<string, SwitchKey>> = {
  flagList: "hasFlag",
  flagWorkflowIds: "hasFlag",
  vacancyByProductPostfix: "hasVacancyByProduct",
};
export type SwitchKey = "hasFlag" | "hasVacancyByProduct";

/** The switch that an item depends on: while it is off the item goes out empty (TEN-27). */
export function switchOf({ key }: Pick<TemplateItem, "key">): SwitchKey | undefined {
  const { part, name } = placeOf(key);
  return part === "extra" && Object.hasOwn(switches, name) ? switches[name] : undefined;
}

/** Whether the switch that an item depends on is one of the items, and off. `textOf` answers what a switch holds. */
export function isSwitchedOff(
  item: Pick<TemplateItem, "key">,
  items: readonly Pick<TemplateItem, "key">[],
  textOf: (key: SwitchKey) => string | undefined,
): boolean {
  const key = switchOf(item);
  return key !== undefined && items.some((one) => one.key === key) && textOf(key) !== "true";
}

/** Where an item's value belongs: a field of the tenant, one of its credential, else one of `extra` (TEN-16). */
export function placeOf(key: string): { part: "tenant" | "credential" | "extra"; name: string } {
  if (key === "externalTenantId" || key === "customerName") return { part: "tenant", name: key };
  const [head, ...rest] = key.split(".");
  const name = rest.join(".");
  if ((head === "credential" || head === "extra") && name) return { part: head, name };
  return { part: "extra", name: key };
}

/** Credentials are written, never shown. */
export const isSecret = ({ key }: TemplateItem): boolean => placeOf(key).part === "credential";
