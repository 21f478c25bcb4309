import { useTexts } from "~/components/context/console-context";
import { DraftForm, useDraftAnswer } from "~/components/form/draft-form";
import type { ActionNotes, Sections } from "~/components/rules/action-tree";
import type { Choice } from "~/components/rules/department-select";
import { RuleFields, type RuleIntents } from "~/components/rules/rule-fields";
import { RulesConflict } from "~/components/rules/rules-conflict";
import { RemoveButton } from "~/components/rules/remove-button";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { Card, Section } from "~/components/ui/layout";
import { common } from "~/i18n/common";
import { permissions } from "~/i18n/permissions";
import type { DraftAnswer } from "~/models/form/draft-form.server";
import { maxAdvancedRules, type PermissionDraft } from "~/models/groups/permission-draft";
import type { Rule } from "~/models/rules/rule-draft";
import type { RulesAnswer } from "~/models/rules/rules-screen.server";
import type { Intent } from "~/services/intents";
import { WildcardRules } from "./wildcard-rules";

export type PermissionIntents = RuleIntents &
  Readonly<Record<"addRule" | "removeRule" | "unlock" | "update", Intent>>;

type PermissionFormProps = {
  draft: PermissionDraft;
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

type PermissionFormAnswer = DraftAnswer<PermissionDraft> & RulesAnswer;

/** A permission tab: with JS, choices take effect at once and the boxes form a tree (PERM-01). */
export function PermissionForm({ intents, mayEdit, isEditable, keptCount, ...stored }: PermissionFormProps) {
  const t = useTexts(permissions);
  const c = useTexts(common);
  const answer = useDraftAnswer<PermissionFormAnswer>();
  const { draft } = answer ?? stored;
  const choices = answer?.choices ?? stored.choices;
  const { actionNotes, isWildcard, sections, templates, templateOptions } = stored;
  const isLocked = isWildcard && !draft.isUnlocked;
  const mistakes = answer?.mistakes ?? {};
  const [firstBad] = Object.keys(mistakes);
  const fields = { actionNotes, sections, templates, templateOptions, choices, mistakes, intents };
  return (
    <DraftForm
      id="permissions"
      className="form form-wide"
      intent={intents.update}
      asking={isLocked ? intents.unlock : intents.update}
      answer={answer}
      version={stored.version}
      draft={draft}
      mayEdit={mayEdit}
      locked={t("notEditable")}
      isClosed={isLocked}
      firstBad={firstBad === undefined ? undefined : { id: `${firstBad}.error`, label: t("toFirst") }}
      conflict={answer?.conflict && <RulesConflict conflict={answer.conflict} intent={intents.update} />}
      lead={
        <>
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
          <WildcardRules
            rules={stored.wide}
            policyHref={stored.policyHref}
            choices={stored.choices}
            {...{ actionNotes, sections, intents }}
          />
        </>
      }
      hidden={{ rules: String(draft.rules.length), ...(draft.isUnlocked && { unlocked: "1" }) }}
      fieldsClass="plain"
      save={t("update")}
      aside={!isEditable && <span className="muted">{c("forms.readOnly")}</span>}
    >
      {draft.rules.slice(0, 1).map((rule) => (
        <Section key="basic" title={t("basic")}>
          <Card>
            <RuleFields index={0} rule={rule} stored={stored.draft.rules[0]} {...fields} />
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
                <RemoveButton
                  value={`${intents.removeRule}:${number}`}
                  label={t("removeRule", { rule: name })}
                >
                  {t("remove")}
                </RemoveButton>
              </div>
              <div className="card-body">
                <RuleFields index={number} rule={rule} stored={stored.draft.rules[number]} {...fields} />
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
    </DraftForm>
  );
}
