import { useTexts } from "~/components/context/console-context";
import { PlaceText } from "~/components/rules/place-text";
import { Badge } from "~/components/ui/badge";
import { Card, DataList } from "~/components/ui/layout";
import { policies } from "~/i18n/policies";
import { bySection } from "~/models/rules/action-sections";
import type { CustomerChoice } from "~/models/rules/rule-choices.server";
import type { Policy } from "~/models/policies/policy.server";
import { CodeList } from "./resources";

type Statement = Policy["statementForms"][number];
type StatementViewProps = { number: number; statement: Statement; choices: readonly CustomerChoice[] };

/** A statement as text: effect, actions as labels, resources as customers and departments (POL-19, POL-25). */
export function StatementView({ number, statement, choices }: StatementViewProps) {
  const t = useTexts(policies);
  const { effect, actions, customers, isKept, statements } = statement;
  const isDeny = effect === "Deny";
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
                  {[...bySection(actions, (label) => label)].map(([section, held]) => (
                    <li key={section}>
                      <strong>{section}</strong>: {held.map(({ name }) => name).join(", ")}
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
                      <PlaceText {...{ customer, choices }} />
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
