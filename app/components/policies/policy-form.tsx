import { useTexts } from "~/components/context/console-context";
import { DraftForm, useDraftAnswer } from "~/components/form/draft-form";
import { EnterSubmitButton } from "~/components/form/enter-submit-button";
import { TextArea } from "~/components/form/entry-fields";
import { TextField } from "~/components/form/text-fields";
import type { ActionNotes, Sections } from "~/components/rules/action-tree";
import type { Choice } from "~/components/rules/department-select";
import type { RuleIntents } from "~/components/rules/rule-fields";
import { RulesConflict } from "~/components/rules/rules-conflict";
import { Button, ButtonLink } from "~/components/ui/button";
import { FormSection, Section } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { maxStatements, type PolicyDraft, type StatementContext } from "~/models/policies/policy-form";
import type { PolicyAnswer } from "~/models/policies/policy-screen.server";
import type { RulesAnswer } from "~/models/rules/rules-screen.server";
import type { Intent } from "~/services/intents";
import { StatementCard } from "./statement-card";

type PolicyFormProps = {
  draft: PolicyDraft;
  choices: readonly Choice[];
  writing: StatementContext;
  /** The policy's id; of a new policy, its future id. */
  policyId: string;
  /** null for a new policy. */
  version: number | null;
  isEditable: boolean;
  isOfArchived: boolean;
  mayEdit: boolean;
  sections: Sections;
  actionNotes: ActionNotes;
  templates: Readonly<Record<string, readonly string[]>>;
  templateOptions: readonly { value: string; label: string }[];
  intents: RuleIntents & Readonly<Record<"addStatement" | "removeStatement" | "save", Intent>>;
  cancelHref: string;
};

type PolicyFormAnswer = DraftAnswer<PolicyDraft> & RulesAnswer & PolicyAnswer;

/** Form of an access policy (POL-08, POL-22). */
export function PolicyForm({ intents, mayEdit, cancelHref, ...stored }: PolicyFormProps) {
  const t = useTexts(policies);
  const p = useTexts(permissions);
  const c = useTexts(common);
  const answer = useDraftAnswer<PolicyFormAnswer>();
  const { draft, policyId } = answer ?? stored;
  const choices = answer?.choices ?? stored.choices;
  const { writing, actionNotes, sections, templates, templateOptions, isEditable, isOfArchived } = stored;
  const { mistakes = {}, errors = {} } = answer ?? {};
  const [firstBad] = [
    ...Object.entries(errors).flatMap(([name, said]) => (said ? `${name}-error` : [])),
    ...Object.keys(mistakes).map((name) => `${name}.error`),
  ];
  const isNew = stored.version === null;
  const locked = isOfArchived
    ? t("form.archivedGroup")
    : isEditable
      ? c("forms.readOnly")
      : t("detail.notEditable");
  return (
    <DraftForm
      id="policy"
      className="form form-wide"
      intent={intents.save}
      answer={answer}
      version={stored.version}
      draft={draft}
      mayEdit={mayEdit}
      locked={locked}
      firstBad={firstBad === undefined ? undefined : { id: firstBad, label: p("toFirst") }}
      conflict={answer?.conflict && <RulesConflict conflict={answer.conflict} intent={intents.save} />}
      hidden={{ rules: String(draft.rules.length), ...(isNew && { policyId }) }}
      fieldsClass="plain stack"
      save={t(isNew ? "form.save" : "form.update")}
      aside={<ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>}
    >
      <EnterSubmitButton intent={intents.save} />
      <FormSection title={t("form.about")} description={t("form.aboutText")}>
        <TextField
          name="name"
          label={t("name")}
          defaultValue={draft.name}
          errors={errors.name}
          width="medium"
          autoComplete="off"
        />
        <TextArea
          name="description"
          label={t("description")}
          required={false}
          defaultValue={draft.description}
          errors={errors.description}
        />
      </FormSection>
      <Section title={t("statements")}>
        {draft.rules.map((statement, at) => (
          <StatementCard
            key={at}
            number={at + 1}
            isOnly={draft.rules.length === 1}
            {...{
              statement,
              stored: isNew ? undefined : stored.draft.rules[at],
              choices,
              writing,
              actionNotes,
              sections,
              templates,
              templateOptions,
              mistakes,
              intents,
            }}
          />
        ))}
        <p>
          <Button
            type="submit"
            icon="plus"
            name="intent"
            value={intents.addStatement}
            disabled={draft.rules.length >= maxStatements}
          >
            {t("form.addStatement")}
          </Button>
        </p>
      </Section>
    </DraftForm>
  );
}
