import type { AtsTemplate } from "./ats-tenant.server";

export type TemplateItem = AtsTemplate["atsTemplateItems"][number];

type StatusRow = { ats?: string; product?: string };
type StringRow = { text?: string };
type WorkflowRow = { normal?: string; indigenous?: string };
type GroupLists = { hiringManagers?: string[]; recruiters?: string[] };

/** Form values by kind of control and `fieldKey`. */
export type TenantFormValues = {
  texts: Record<string, string | undefined>;
  statuses: Record<string, StatusRow[]>;
  strings: Record<string, StringRow[]>;
  groups: Record<string, GroupLists>;
  workflows: Record<string, WorkflowRow[]>;
};

export type ItemKind = keyof TenantFormValues;

/** Maximum rows per list. */
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

/** The control used to edit an item (TEN-14). */
export const kindOf = ({ uiComponent }: Pick<TemplateItem, "uiComponent">): ItemKind => kinds[uiComponent];

/** An item's field name within its kind. Dots and brackets are replaced, as they have a meaning in form field names. */
export const fieldKey = ({ key }: Pick<TemplateItem, "key">): string => key.replaceAll(/[^\w-]/g, "-");

const switches: Readonly<Record<string, SwitchKey>> = {
  flagList: "hasFlag",
  flagWorkflowIds: "hasFlag",
  vacancyByProductPostfix: "hasVacancyByProduct",
};
export type SwitchKey = "hasFlag" | "hasVacancyByProduct";

/** The switch an item depends on; while it is off the item is sent empty (TEN-27). */
export function switchOf({ key }: Pick<TemplateItem, "key">): SwitchKey | undefined {
  const { part, name } = placeOf(key);
  return part === "extra" && Object.hasOwn(switches, name) ? switches[name] : undefined;
}

/** True if the item's switch is among the items and off. `textOf` returns a switch's value. */
export function isSwitchedOff(
  item: Pick<TemplateItem, "key">,
  items: readonly Pick<TemplateItem, "key">[],
  textOf: (key: SwitchKey) => string | undefined,
): boolean {
  const key = switchOf(item);
  return key !== undefined && items.some((one) => one.key === key) && textOf(key) !== "true";
}

/** Destination of an item's value: a tenant field, a credential field, else a field of `extra` (TEN-16). */
export function placeOf(key: string): { part: "tenant" | "credential" | "extra"; name: string } {
  if (key === "externalTenantId" || key === "customerName") return { part: "tenant", name: key };
  const [head, ...rest] = key.split(".");
  const name = rest.join(".");
  if ((head === "credential" || head === "extra") && name) return { part: head, name };
  return { part: "extra", name: key };
}

/** Credentials are write-only. */
export const isSecret = ({ key }: TemplateItem): boolean => placeOf(key).part === "credential";
