/** Two users' changes to an access policy, as text. */
import { policies } from "~/i18n/policies";
import type { CustomerChoice } from "~/models/rules/rule-choices.server";
import type { Difference } from "~/models/form/draft-form.server";
import { differencesOf, type DescribedRule } from "~/models/rules/rule-words.server";
import type { ConsoleArgs } from "~/services/console-args";
import type { PolicyDraft, StatementDraft } from "./policy-form";

/** Differences between draft and stored policy: texts, actions by place, and statements the form cannot express. */
export function policyDifferences(
  args: ConsoleArgs,
  mine: PolicyDraft,
  theirs: PolicyDraft,
  choices: readonly CustomerChoice[],
  sections: Readonly<Record<string, readonly string[]>>,
): Difference[] {
  const t = args.translate(policies);
  const text = (of: "name" | "description"): Difference[] => {
    const [typed, stored] = [mine[of].trim(), theirs[of].trim()];
    const valueOf = (one: string) => (one === "" ? [] : [one]);
    return typed === stored ? [] : [{ place: t(of), mine: valueOf(typed), theirs: valueOf(stored) }];
  };
  const effectOf = ({ effect }: StatementDraft) => t(effect === "Deny" ? "form.deny" : "form.allow");
  const rulesOf = ({ rules }: PolicyDraft): DescribedRule[] =>
    rules.map((rule) => ({
      effect: effectOf(rule),
      actions: rule.actions,
      customers: rule.rows.map(({ customer, departments }) => ({
        customerId: customer,
        hierarchyIds: departments,
      })),
    }));
  const keptOf = ({ rules }: PolicyDraft) =>
    rules.flatMap((rule) =>
      rule.kept.map(
        ({ actions, resources }) => `${effectOf(rule)}: ${[...actions, ...resources].join(", ")}`,
      ),
    );
  const [kept, others] = [keptOf(mine), keptOf(theirs)];
  const only = (some: readonly string[], rest: readonly string[]) =>
    some.filter((one) => !rest.includes(one));
  const stored = { place: t("detail.stored"), mine: only(kept, others), theirs: only(others, kept) };
  return [
    ...text("name"),
    ...text("description"),
    ...differencesOf(args, rulesOf(mine), rulesOf(theirs), choices, sections),
    ...(stored.mine.length + stored.theirs.length > 0 ? [stored] : []),
  ];
}
