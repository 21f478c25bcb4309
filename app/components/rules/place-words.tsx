import { useTexts } from "~/components/context/console-context";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { anyPlace } from "~/models/rules/rule-draft";
import type { Choice } from "./department-select";

type PlaceProps = {
  customer: { customerId: string; hierarchyIds: readonly string[] };
  choices: readonly Choice[];
};

/** A customer with some of its departments, or any, in words. */
export function PlaceWords({ customer: { customerId, hierarchyIds }, choices }: PlaceProps) {
  const t = useTexts(policies);
  const p = useTexts(permissions);
  if (customerId === anyPlace) return t("detail.anyCustomer");
  const choice = choices.find(({ id }) => id === customerId);
  const customer = choice?.name ?? p("unknownCustomer");
  const found = hierarchyIds.map((id) => choice?.departments?.find(({ _id }) => _id === id));
  if (hierarchyIds.includes(anyPlace) || found.some((one) => one?.level === 0))
    return t("detail.wholeCustomer", { customer });
  const departments = found.map((one) => one?.name ?? p("unknownDepartment")).join(", ");
  return t("detail.departments", { customer, departments });
}
