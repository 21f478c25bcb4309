import { useActionData, useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { QuestionDialog } from "~/components/form/question-dialog";
import { TextArea, TextField } from "~/components/form/text-fields";
import { useUnsavedChanges } from "~/components/form/unsaved-changes";
import type { ActionNotes, Sections } from "~/components/groups/action-tree";
import type { Choice } from "~/components/groups/department-select";
import type { RuleIntents } from "~/components/groups/rule-fields";
import { PermissionConflict } from "~/components/groups/permission-conflict";
import { usePressedAgain } from "~/components/groups/use-pressed-again";
import { useStill } from "~/components/groups/use-still";
import { Button, ButtonLink } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { FormSection, Section } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { maxStatements, type PolicyDraft, type Writing } from "~/models/policies/policy-form";
import type { PolicyAnswer } from "~/models/policies/policy-screen.server";
import { type Intent, withDetail } from "~/services/intents";
import { StatementCard } from "./statement-card";

type PolicyFormProps = {
  draft: PolicyDraft;
  choices: readonly Choice[];
  writing: Writing;
  /** Of a new policy the id that it will have. */
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

const formId = "policy";

/**
 * The form of an access policy (POL-08, POL-22). Like the permission tabs, every button that changes it sends it and gets
 * it back changed, so that nothing is lost without scripts.
 */
export function PolicyForm({ intents, mayEdit, cancelHref, ...stored }: PolicyFormProps) {
  const t = useTexts(policies);
  const p = useTexts(permissions);
  const c = useTexts(common);
  const answered = useActionData<Partial<PolicyAnswer>>();
  const answer = answered?.draft ? (answered as PolicyAnswer) : undefined;
  const outcome = useRef<HTMLDivElement>(null);
  // What was touched at this state of the address: a save leads to a new one.
  const { key } = useLocation();
  const [touchedAt, setTouchedAt] = useState<string>();
  const { draft, policyId } = answer ?? stored;
  const choices = answer?.choices ?? stored.choices;
  const { writing, actionNotes, sections, templates, templateOptions, isEditable, isOfArchived } = stored;
  const isGivenUp = () => document.getElementById(formId)?.dataset["givenUp"] !== undefined;
  useUnsavedChanges(() => mayEdit && !isGivenUp() && (answer !== undefined || touchedAt === key));
  usePressedAgain(answer);
  const still = useStill();
  const { mistakes = {}, errors = {} } = answer ?? {};
  const [firstBad] = [
    ...Object.keys(errors)
      .filter((name) => errors[name as keyof typeof errors])
      .map((name) => `${name}-error`),
    ...Object.keys(mistakes).map((name) => `${name}.error`),
  ];
  const isNew = stored.version === null;
  const locked = isOfArchived
    ? t("form.archivedGroup")
    : isEditable
      ? c("forms.readOnly")
      : t("detail.notEditable");
  return (
    <PostForm
      id={formId}
      className="form"
      intent={intents.save}
      outcome={outcome}
      isAnswered={answer !== undefined}
      preventScrollReset
      data-version={stored.version ?? undefined}
      onChange={() => setTouchedAt(key)}
    >
      <div ref={outcome} tabIndex={-1} role="status">
        {answer?.notice && (
          <Callout tone={answer.notice.tone} title={answer.notice.title} link={answer.notice.link}>
            {answer.notice.description}
            {firstBad !== undefined && <a href={`#${firstBad}`}>{p("toFirst")}</a>}
          </Callout>
        )}
        {answer?.conflict && <PermissionConflict conflict={answer.conflict} intent={intents.save} />}
      </div>
      {!mayEdit && <p className="form-locked">{locked}</p>}
      {!isNew && <input type="hidden" name="version" value={answer?.version ?? stored.version ?? 0} />}
      {isNew && <input type="hidden" name="policyId" value={policyId} />}
      <input type="hidden" name="rules" value={draft.rules.length} />
      <fieldset className="plain stack" {...still} disabled={!mayEdit} key={JSON.stringify(draft)}>
        {/* What Enter in a field presses; without it that would be the first button of a statement. */}
        <button
          type="submit"
          name="intent"
          value={intents.save}
          tabIndex={-1}
          aria-hidden
          className="visually-hidden"
        />
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
      </fieldset>
      <div className="form-actions">
        {mayEdit ? (
          <SubmitButton>{t(isNew ? "form.save" : "form.update")}</SubmitButton>
        ) : (
          <Button type="submit" variant="solid" tone="accent" disabled>
            {t(isNew ? "form.save" : "form.update")}
          </Button>
        )}
        <ButtonLink to={cancelHref}>{c("actions.cancel")}</ButtonLink>
      </div>
      {answer?.question && (
        <QuestionDialog
          question={answer.question}
          intent={withDetail(intents.save, "confirm")}
          cancel={{ intent: withDetail(intents.save, "cancel") }}
        />
      )}
    </PostForm>
  );
}
