import { policiesArea } from "~/areas/policies";
import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import ruleStyles from "~/components/rules/rules.css?url";
import styles from "~/components/policies/policies.css?url";
import { PolicyForm } from "~/components/policies/policy-form";
import { PolicyErrorBoundary } from "~/components/policies/policy-not-found";
import { formTitle } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { policies } from "~/i18n/policies";
import { policyForm, policyFormActions } from "~/models/policies/policy-screen.server";
import { formGate } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(ruleStyles, styles);
export const handle = formTitle(policies);
export const ErrorBoundary = PolicyErrorBoundary;

const gate = formGate(policiesArea);

export const loader = consoleLoader(gate, async (args) => {
  const { base, scope } = args;
  const { stored, ...page } = await policyForm(args);
  const id = args.paramIfAny("policyId");
  return {
    ...page,
    back: id === undefined ? `${base}/policies` : `${base}/policies/${id}`,
    customer: scope.customerDisplayName,
    // Null means a new policy, for the title as well.
    stored: id === undefined ? null : { name: stored?.name ?? "" },
    recordName: stored?.name,
  };
});

export const action = consoleAction(gate, policyFormActions, { hasRules: true });

const intent = intentsOf<typeof action>();

const intents = {
  show: intent("show"),
  addStatement: intent("addStatement"),
  removeStatement: intent("removeStatement"),
  addRow: intent("addRow"),
  removeRow: intent("removeRow"),
  template: intent("template"),
  selectAll: intent("selectAll"),
  clear: intent("clear"),
  save: intent("save"),
};

export default function PolicyFormScreen() {
  const { back, customer, form, notices, problem, stored, recordName } = useLoaderData<typeof loader>();
  const t = useTexts(policies);
  return (
    <>
      <PageHeader
        title={t(stored ? "form.editTitle" : "form.createTitle")}
        name={recordName}
        back={{ to: back, label: stored ? t("detail.title") : t("title") }}
        meta={[!stored && t("form.within", { customer })]}
      />
      <Notices notices={[...(problem ? [problem] : []), ...notices]} />
      {form && <PolicyForm {...form} intents={intents} cancelHref={back} />}
    </>
  );
}
