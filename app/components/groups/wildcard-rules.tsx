import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { Card, Section } from "~/components/ui/layout";
import { permissions } from "~/i18n/permissions";
import type { Rule } from "~/models/rules/rule-draft";
import { type ActionNotes, ActionTree, type Sections } from "~/components/rules/action-tree";
import type { Choice } from "~/components/rules/department-select";
import { PlaceText } from "~/components/rules/place-text";
import type { RuleIntents } from "~/components/rules/rule-fields";

type WildcardRulesProps = {
  rules: readonly Rule[];
  sections: Sections;
  actionNotes: ActionNotes;
  choices: readonly Choice[];
  /** The policy's page; null if not accessible. */
  policyHref: string | null;
  intents: Pick<RuleIntents, "selectAll" | "clear">;
};

/** First number of wildcard rules; the form's own rules have lower numbers. */
const firstNumber = 1_000;

/** Actions that wildcards allow on some customers, departments or services, as fixed ticks (PERM-75). */
export function WildcardRules({
  rules,
  sections,
  actionNotes,
  choices,
  policyHref,
  intents,
}: WildcardRulesProps) {
  const t = useTexts(permissions);
  if (rules.length === 0) return null;
  return (
    <Section title={t("wildcards.title")}>
      <Callout {...(policyHref && { link: { to: policyHref, label: t("wildcards.toPolicy") } })}>
        {t("wildcards.text", { count: rules.length })}
      </Callout>
      {rules.map(({ rows, actions }, at) => (
        <Card key={at}>
          {rows.map(({ customer: customerId, departments: hierarchyIds }) => (
            <p key={customerId}>
              <PlaceText customer={{ customerId, hierarchyIds }} choices={choices} />
            </p>
          ))}
          <fieldset className="plain" disabled>
            <ActionTree
              rule={firstNumber + at}
              sections={sections}
              notes={actionNotes}
              chosen={actions}
              onTicked={() => {}}
              intents={intents}
            />
          </fieldset>
        </Card>
      ))}
    </Section>
  );
}
