import { useActionData, useLocation } from "@remix-run/react";
import { useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { QuestionDialog } from "~/components/form/question-dialog";
import { useUnsavedChanges } from "~/components/form/unsaved-changes";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Card, Section } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { permissions } from "~/i18n/permissions";
import { type Draft, maxAdvancedRules, type Mistakes, type Rule } from "~/models/rules/rule-draft";
import type { Question } from "~/services/form-answer";
import type { Intent } from "~/services/intents";
import type { Notice } from "~/sessions.server";
import type { ActionNotes, Sections } from "~/components/rules/action-tree";
import type { Choice } from "~/components/rules/department-select";
import { type FoundConflict, PermissionConflict } from "~/components/rules/rules-conflict";
import { RuleFields, type RuleIntents } from "~/components/rules/rule-fields";
import { usePressedAgain } from "~/components/form/use-pressed-again";
import { useStill } from "~/components/form/use-still";
import { WideRules } from "./wide-rules";

export type PermissionIntents = RuleIntents &
  Readonly<Record<"addRule" | "removeRule" | "unlock" | "update", Intent>>;

type PermissionFormProps = {
  draft: Draft;
  choices: readonly Choice[];
  version: number;
  isEditable: boolean;
  isWildcard: boolean;
  keptCount: number;
  wide: readonly Rule[];
  policyHref: string | null;
  mayEdit: boolean;
  sections: Sections;
  actionNotes: ActionNotes;
  templates: Readonly<Record<string, readonly string[]>>;
  templateOptions: readonly { value: string; label: string }[];
  intents: PermissionIntents;
};

const formId = "permissions";

type Answer = {
  draft: Draft;
  /** null when the customers could not be read again. */
  choices: Choice[] | null;
  mistakes: Mistakes;
  notice: Notice | null;
  question: Question | null;
  version: number | null;
  conflict: FoundConflict | null;
};

/**
 * A permission tab (PERM-01). Every button that changes the form sends it and gets it back changed, so that nothing is lost
 * without scripts; with them choices take effect at once and the boxes make a tree.
 */
export function PermissionForm({ intents, mayEdit, isEditable, keptCount, ...stored }: PermissionFormProps) {
  const t = useTexts(permissions);
  const c = useTexts(common);
  const answered = useActionData<Partial<Answer>>();
  const answer = answered?.draft ? (answered as Answer) : undefined;
  const outcome = useRef<HTMLDivElement>(null);
  // What was touched at this state of the address: a save leads to a new one.
  const { key } = useLocation();
  const [touchedAt, setTouchedAt] = useState<string>();
  const { draft } = answer ?? stored;
  const choices = answer?.choices ?? stored.choices;
  const { actionNotes, isWildcard, sections, templates, templateOptions } = stored;
  const isGivenUp = () => document.getElementById(formId)?.dataset["givenUp"] !== undefined;
  useUnsavedChanges(() => mayEdit && !isGivenUp() && (answer !== undefined || touchedAt === key));
  usePressedAgain(answer);
  const still = useStill();
  const isLocked = isWildcard && !draft.isUnlocked;
  const mistakes = answer?.mistakes ?? {};
  const [firstBad] = Object.keys(mistakes);
  const asked = answer?.question ?? null;
  const fields = { actionNotes, sections, templates, templateOptions, choices, mistakes, intents };
  const drawn = JSON.stringify(draft);
  return (
    <PostForm
      id={formId}
      intent={intents.update}
      outcome={outcome}
      isAnswered={answer !== undefined}
      preventScrollReset
      data-version={stored.version}
      onChange={() => setTouchedAt(key)}
    >
      <div ref={outcome} tabIndex={-1} role="status">
        {answer?.notice && (
          <Callout tone={answer.notice.tone} title={answer.notice.title}>
            {answer.notice.description}
            {firstBad !== undefined && <a href={`#${firstBad}.error`}>{t("toFirst")}</a>}
          </Callout>
        )}
        {answer?.conflict && <PermissionConflict conflict={answer.conflict} intent={intents.update} />}
      </div>
      {!mayEdit && <p className="form-locked">{t("notEditable")}</p>}
      {isLocked && (
        <Callout tone="warning" title={t("everything")}>
          {mayEdit && (
            <Button type="submit" name="intent" value={intents.unlock} size="small">
              {t("replace")}
            </Button>
          )}
        </Callout>
      )}
      {keptCount > 0 && <p className="muted">{t("kept", { count: keptCount })}</p>}
      <WideRules
        rules={stored.wide}
        policyHref={stored.policyHref}
        choices={stored.choices}
        {...{ actionNotes, sections, intents }}
      />
      <input type="hidden" name="version" value={answer?.version ?? stored.version} />
      <input type="hidden" name="rules" value={draft.rules.length} />
      {draft.isUnlocked && <input type="hidden" name="unlocked" value="1" />}
      <fieldset className="plain" {...still} disabled={!mayEdit || isLocked} key={drawn}>
        {draft.rules.slice(0, 1).map((rule) => (
          <Section key="basic" title={t("basic")}>
            <Card>
              <RuleFields index={0} rule={rule} {...fields} />
            </Card>
          </Section>
        ))}
        <Section title={t("advanced")}>
          {draft.rules.slice(1).map((rule, before) => {
            const number = before + 1;
            const name = t("rule", { number });
            return (
              <section key={number} className="card" aria-labelledby={`rule-${number}`}>
                <div className="card-head">
                  <h3 id={`rule-${number}`}>{name}</h3>
                  <Button
                    type="submit"
                    size="small"
                    variant="ghost"
                    icon="minus"
                    name="intent"
                    value={`${intents.removeRule}:${number}`}
                    aria-label={t("removeRule", { rule: name })}
                  >
                    {t("remove")}
                  </Button>
                </div>
                <div className="card-body">
                  <RuleFields index={number} rule={rule} {...fields} />
                </div>
              </section>
            );
          })}
          <p>
            <Button
              type="submit"
              icon="plus"
              id="addRule"
              name="intent"
              value={intents.addRule}
              disabled={draft.rules.length > maxAdvancedRules}
            >
              {t("addRule")}
            </Button>
          </p>
        </Section>
      </fieldset>
      <div className="form-actions">
        {mayEdit && !isLocked ? (
          <SubmitButton>{t("update")}</SubmitButton>
        ) : (
          <Button type="submit" variant="solid" tone="accent" disabled>
            {t("update")}
          </Button>
        )}
        {!isEditable && <span className="muted">{c("forms.readOnly")}</span>}
      </div>
      {asked && (
        <QuestionDialog
          question={asked}
          intent={`${isLocked ? intents.unlock : intents.update}:confirm` as Intent}
          cancel={{ intent: `${isLocked ? intents.unlock : intents.update}:cancel` as Intent }}
        />
      )}
    </PostForm>
  );
}
