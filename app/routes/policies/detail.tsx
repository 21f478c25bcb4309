import { useActionData, useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import ruleStyles from "~/components/rules/rules.css?url";
import styles from "~/components/policies/policies.css?url";
import { PolicyGroups } from "~/components/policies/policy-groups";
import { PolicyErrorBoundary } from "~/components/policies/policy-not-found";
import { StatementView } from "~/components/policies/statement-view";
import { fixedTitle } from "~/components/shell/page-title";
import { ListQuestion } from "~/components/form/question-dialog";
import { Button, ButtonLink } from "~/components/ui/button";
import { Badge } from "~/components/ui/badge";
import { Callout } from "~/components/ui/callout";
import { Card, DataList, Section } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { permissions } from "~/i18n/permissions";
import { policies } from "~/i18n/policies";
import { choicesFor, missingDepartmentsNotices } from "~/models/rules/rule-choices.server";
import { getGlobalCustomers } from "~/models/rules/rules.server";
import { type GroupsAnswer, policyGroupActions } from "~/models/policies/policy-groups-screen.server";
import { policyDraft } from "~/models/policies/policy-draft.server";
import { getPolicy, getPolicyUse } from "~/models/policies/policy.server";
import { loaded } from "~/services/failure.server";
import { disambiguated } from "~/models/list/disambiguated";
import { tableData } from "~/models/list/list.server";
import { viewsOf } from "~/models/list/saved-views.server";
import { listSearch, textFilter } from "~/models/list/list-search";
import { pageOfAll } from "~/models/list/paging";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(ruleStyles, styles);
export const handle = fixedTitle(policies, "detail.title");
export const ErrorBoundary = PolicyErrorBoundary;

const gate = screenGates["policies/:policyId"];

const groupsList = "policy-groups";

/** A policy may have hundreds of groups. */
const groupSearch = listSearch({
  sorts: ["name"],
  defaultSort: "name",
  defaultOrder: "asc",
  filters: { search: textFilter() },
});

export const loader = consoleLoader(gate, async (args) => {
  const { api, base, flags, param, scope, translate } = args;
  const t = translate(policies);
  const policyId = param("policyId");
  const [policy, use, customers, rights] = await Promise.all([
    loaded(getPolicy(api, policyId), args, t("detail.loadFailed")),
    loaded(getPolicyUse(api, policyId), args, t("detail.groupsFailed"), "side"),
    loaded(
      getGlobalCustomers(api, scope.organizationId),
      args,
      translate(permissions)("customersFailed"),
      "side",
    ),
    args.rights(),
    // Loaded in parallel; the table awaits the groups.
    viewsOf(args, groupsList),
  ]);
  const groups = use.data?.groups ?? [];
  const state = groupSearch.parse(args.url.searchParams);
  const page = use.error ? use : { data: pageOfAll(groups, state, ["name"]), error: null };
  const draft = policy.data && policyDraft(policy.data);
  const choices = draft ? await choicesFor(args, customers.data ?? [], [draft]) : [];
  return {
    base,
    here: `${base}/policies/${policyId}`,
    policy,
    recordName: policy.data?.name,
    groups: {
      ...(await tableData(args, groupsList, page, state, groupSearch.defaults)),
      sorts: groupSearch.sorts,
      filters: groupSearch.filtersOf(state),
    },
    attachable: disambiguated(
      (use.data?.attachable ?? []).map(({ _id, name }) => ({ value: _id, label: name })),
    ),
    // Lets the action detect whether others have changed a group's policies since.
    latest:
      [...groups, ...(use.data?.attachable ?? [])]
        .map(({ policiesEdition }) => policiesEdition.changedAt ?? "")
        .sort()
        .at(-1) ?? "",
    choices,
    problems: [
      ...(customers.error ? [customers.error] : []),
      ...(draft ? missingDepartmentsNotices(args, draft, choices) : []),
    ],
    may: {
      edit:
        rights.has("org:editUser") && isGateOpen(screenGates["policies/:policyId/edit"], { flags, rights }),
      openGroups: isGateOpen(screenGates["groups/:groupId"], { flags, rights }),
    },
  };
});

export const action = consoleAction(gate, policyGroupActions);

const intent = intentsOf<typeof action>();

export default function PolicyDetail() {
  const { base, here, policy, recordName, groups, attachable, latest, choices, problems, may } =
    useLoaderData<typeof loader>();
  const answer = useActionData<GroupsAnswer>();
  const t = useTexts(policies);
  const history = useHistory();
  const found = policy.data;
  const own = found?.groups.find(({ isOwn }) => isOwn);
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={recordName}
        back={{ to: `${base}/policies`, label: t("title") }}
        actions={
          found && (
            <>
              {history("POLICY", found.id)}
              {may.edit &&
                (found.isEditable ? (
                  <ButtonLink to={`${here}/edit`} icon="edit">
                    {t("detail.edit")}
                  </ButtonLink>
                ) : (
                  <Button icon="edit" disabled title={t("detail.notEditable")}>
                    {t("detail.edit")}
                  </Button>
                ))}
            </>
          )
        }
      />
      <Notices
        notices={[policy.error, ...problems, answer?.notice].filter(
          (one) => one !== null && one !== undefined,
        )}
      />
      {found && (
        <div className="stack">
          {!found.isEditable && <Callout tone="info" title={t("detail.notEditable")} />}
          {own && <Callout tone="info" title={t("detail.ownOf", { group: own.name })} />}
          <Card>
            <DataList
              wide
              items={[
                { label: t("description"), value: found.description },
                { label: t("detail.id"), value: <span className="mono">{found.id}</span> },
                {
                  label: t("detail.tags"),
                  value:
                    found.tags.length === 0
                      ? null
                      : found.tags.map(({ name, value }) => (
                          <Badge key={name}>
                            {name === "editable"
                              ? t(value === "true" ? "detail.tagEditable" : "detail.tagNotEditable")
                              : `${name}: ${value}`}
                          </Badge>
                        )),
                },
              ]}
            />
          </Card>
          <Section title={t("statements")}>
            {found.statementForms.length === 0 && <p className="muted">{t("detail.noStatements")}</p>}
            <div className="stack">
              {found.statementForms.map((statement, at) => (
                <StatementView key={at} number={at + 1} {...{ statement, choices }} />
              ))}
            </div>
          </Section>
          <ListQuestion intent={undefined} />
          <PolicyGroups
            mayOpen={may.openGroups}
            asked={answer?.asked}
            conflict={answer?.conflict}
            intents={{ attach: intent("attach"), detach: intent("detach") }}
            {...{ base, here, groups, latest }}
            attachable={attachable}
          />
        </div>
      )}
    </>
  );
}
