import { type FormEvent, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { SelectField } from "~/components/form/choice-fields";
import { RemoveButton } from "~/components/rules/remove-button";
import type { ActionNotes, Sections } from "~/components/rules/action-tree";
import type { Choice } from "~/components/rules/department-select";
import { RuleFields, type RuleIntents } from "~/components/rules/rule-fields";
import { Badge } from "~/components/ui/badge";
import { policies } from "~/i18n/policies";
import { type RuleErrors, narrowRules } from "~/models/rules/rule-draft";
import {
  readStatement,
  type StatementDraft,
  statementsOf,
  type StatementContext,
} from "~/models/policies/policy-form";
import type { Intent } from "~/services/intents";
import { CodeList, Resources } from "./resources";

type StatementCardProps = {
  /** Counted from 1. */
  number: number;
  statement: StatementDraft;
  stored: StatementDraft | undefined;
  isOnly: boolean;
  choices: readonly Choice[];
  writing: StatementContext;
  sections: Sections;
  actionNotes: ActionNotes;
  templates: Readonly<Record<string, readonly string[]>>;
  templateOptions: readonly { value: string; label: string }[];
  mistakes: RuleErrors;
  intents: RuleIntents & Readonly<Record<"removeStatement", Intent>>;
};

/** One statement of the form (POL-09), or one kept as stored (POL-25). */
export function StatementCard(props: StatementCardProps) {
  const { number, statement, isOnly, intents } = props;
  const t = useTexts(policies);
  const name = t("form.statement", { number });
  return (
    <section className="card" aria-labelledby={`statement-${number}`}>
      <div className="card-head">
        <h3 id={`statement-${number}`}>{name}</h3>
        <RemoveButton
          value={`${intents.removeStatement}:${number}`}
          label={t("form.removeStatement", { statement: name })}
          disabled={isOnly}
        >
          {t("form.remove")}
        </RemoveButton>
      </div>
      <div className="card-body rt-Flex rt-r-fd-column rt-r-gap-4">
        {statement.kept.length > 0 ? (
          <RawStatement number={number} statement={statement} />
        ) : (
          <Fields {...props} name={name} />
        )}
      </div>
    </section>
  );
}

/** A statement that cannot be described as text; kept as stored. */
function RawStatement({
  number,
  statement: { kept, effect },
}: Pick<StatementCardProps, "number" | "statement">) {
  const t = useTexts(policies);
  return (
    <>
      <input type="hidden" name={`kept.${number}`} value={JSON.stringify(kept)} />
      <p className="muted">{t("form.stored")}</p>
      <p>
        <Badge tone={effect === "Deny" ? "red" : "green"}>
          {t(effect === "Deny" ? "form.deny" : "form.allow")}
        </Badge>
      </p>
      {kept.map(({ actions, resources }, index) => (
        <div key={index} className="policy-texts">
          <CodeList title={t("detail.storedActions")} codes={actions} />
          <CodeList title={t("form.resources")} codes={resources} />
        </div>
      ))}
    </>
  );
}

function Fields({ number, statement, name, writing, ...choosing }: StatementCardProps & { name: string }) {
  const t = useTexts(policies);
  const [typed, setTyped] = useState(statement);
  const { choices } = choosing;
  const readTyped = (event: FormEvent<HTMLElement>) => {
    const { form } = event.target as HTMLInputElement;
    if (form) setTyped(readStatement(new FormData(form), number));
  };
  const written = narrowRules([typed], choices).flatMap((rule) => statementsOf(rule, 0, writing));
  return (
    <div className="rule rt-Flex rt-r-fd-column rt-r-gap-4" onChange={readTyped}>
      {statement.rule !== undefined && (
        <input type="hidden" name={`stored.${number}`} value={statement.rule ?? ""} />
      )}
      <SelectField
        name={`effect.${number}`}
        label={t("form.effect")}
        hint={t("form.denyHint")}
        width="medium"
        placeholder={null}
        defaultValue={statement.effect}
        options={[
          { value: "Allow", label: t("form.allow") },
          { value: "Deny", label: t("form.deny") },
        ]}
      />
      <RuleFields index={number} name={name} rule={statement} {...choosing} />
      <Resources resources={written.flatMap(({ resources }) => resources)} />
    </div>
  );
}
