import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Card, DataList } from "~/components/ui/layout";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { anyPlace } from "~/models/groups/permission-form";
import type { CustomerChoice } from "~/models/groups/permission-draft.server";
import type { Policy } from "~/models/policies/policy.server";
import { CodeList } from "./resources";

type Statement = Policy["statementForms"][number];
type StatementViewProps = { number: number; statement: Statement; choices: readonly CustomerChoice[] };

/** A statement in words: its effect, actions as labels, resources as customers and departments (POL-19, POL-25). */
export function StatementView({ number, statement, choices }: StatementViewProps) {
  const t = useTexts(policies);
  const { effect, actions, customers, isKept, statements } = statement;
  const isDeny = effect === "Deny";
  const bySection = new Map<string, string[]>();
  for (const label of actions) {
    const [section = "", ...rest] = label.split(" - ");
    bySection.set(section, [...(bySection.get(section) ?? []), rest.join(" - ")]);
  }
  const codes = <Of extends "actions" | "resources">(of: Of) => statements.flatMap((one) => one[of]);
  return (
    <Card
      title={t("detail.statement", { number })}
      actions={<Badge tone={isDeny ? "red" : "green"}>{t(isDeny ? "form.deny" : "form.allow")}</Badge>}
    >
      {isKept ? (
        <div className="policy-texts">
          <p className="muted">{t("detail.stored")}</p>
          <CodeList title={t("detail.storedActions")} codes={codes("actions")} />
          <CodeList title={t("form.resources")} codes={codes("resources")} />
        </div>
      ) : (
        <DataList
          items={[
            {
              label: t("detail.actions"),
              value: (
                <ul className="statement-actions">
                  {[...bySection].map(([section, names]) => (
                    <li key={section}>
                      <strong>{section}</strong>: {names.join(", ")}
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              label: t("detail.places"),
              value: (
                <ul className="statement-actions">
                  {customers.map((customer) => (
                    <li key={customer.customerId}>
                      <Place {...{ customer, choices }} />
                    </li>
                  ))}
                </ul>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}

type PlaceProps = { customer: Statement["customers"][number]; choices: readonly CustomerChoice[] };

function Place({ customer: { customerId, hierarchyIds }, choices }: PlaceProps) {
  const t = useTexts(policies);
  const p = useTexts(permissions);
  if (customerId === anyPlace) return t("detail.anyCustomer");
  const choice = choices.find(({ id }) => id === customerId);
  const customer = choice?.name ?? p("unknownCustomer");
  const found = hierarchyIds.map((id) => choice?.departments?.find(({ _id }) => _id === id));
  if (found.some((one) => one?.level === 0)) return t("detail.wholeCustomer", { customer });
  const departments = found.map((one) => one?.name ?? p("unknownDepartment")).join(", ");
  return t("detail.departments", { customer, departments });
}
