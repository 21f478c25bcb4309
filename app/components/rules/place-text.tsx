import { useTexts } from "~/components/context/console-context";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import type { Translate } from "~/i18n/texts";
import { anyPlace } from "~/models/rules/rule-draft";
import type { Choice } from "./department-select";

type PlaceProps = {
  customer: { customerId: string; hierarchyIds: readonly string[] };
  choices: readonly Choice[];
};

/** A customer with some or all of its departments, as text. */
export function PlaceText({ customer: { customerId, hierarchyIds }, choices }: PlaceProps) {
  const t = useTexts(policies);
  const p = useTexts(permissions);
  if (customerId === anyPlace) return t("detail.anyCustomer");
  const choice = choices.find(({ id }) => id === customerId);
  const customer = customerName(choice, p);
  const found = hierarchyIds.map((id) => choice?.departments?.find(({ _id }) => _id === id));
  if (hierarchyIds.includes(anyPlace) || found.some((one) => one?.level === 0))
    return t("detail.wholeCustomer", { customer });
  const removedName = (id: string) => {
    const removed = choice?.removed?.find(({ _id }) => _id === id);
    return removed && p("removedDepartment", { department: removed.name });
  };
  const departments = hierarchyIds
    .map((id, at) => found[at]?.name ?? removedName(id) ?? p("unknownDepartment"))
    .join(", ");
  return t("detail.departments", { customer, departments });
}

/** A customer's name, marked if archived. */
export const customerName = (choice: Choice | undefined, t: Translate<(typeof permissions)["en"]>): string =>
  !choice
    ? t("unknownCustomer")
    : choice.isArchived
      ? t("archivedCustomer", { customer: choice.name })
      : choice.name;
