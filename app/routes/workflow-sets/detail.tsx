import { useActionData, useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { titled } from "~/components/shell/page-title";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { SetFacts } from "~/components/workflow-sets/set-facts";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { common } from "~/i18n/common";
import { workflowSets } from "~/i18n/workflow-sets";
import { recordMoves } from "~/models/list/moves.server";
import { movableSets, openList, setsHref } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSet } from "~/models/workflow-sets/workflow-set.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { detailOr } from "~/models/workflows/workflow-screen.server";
import { deedGates, opens, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflowSets, "detail.title");

const gate = screenGates["workflow-sets/:workflowSetId"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, flags, param, translate } = args;
  const [{ data: set, problem }, rights] = await Promise.all([
    detailOr(
      args,
      getWorkflowSet(api, scope, param("workflowSetId")),
      translate(workflowSets)("detail.loadFailed"),
    ),
    args.rights(),
  ]);
  const held = { flags, rights };
  const isArchived = set !== null && set.archivedAt !== null;
  return {
    listHref: setsHref(args),
    backHref: openList({ ...args, held: rights }, isArchived),
    customer: scope.customerDisplayName,
    set,
    recordName: set?.name,
    problem,
    may: {
      edit: opens(deedGates.editWorkflowSet, held),
      create: opens(screenGates["workflow-sets/create"], held),
      move: opens(isArchived ? deedGates.restoreWorkflowSet : deedGates.archiveWorkflowSet, held),
      openWorkflow: opens(screenGates["workflow-sets/workflows/:workflowId"], held),
    },
  };
});

/**
 * Archives the set of the address and goes on to the list, or restores it and stays (WFS-46). Where that list is closed
 * it stays.
 */
const moves = recordMoves(movableSets, {
  idOf: ({ param }) => param("workflowSetId"),
  next: (args, isArchiving) =>
    (isArchiving && openList(args, false)) || `${setsHref(args)}/${args.param("workflowSetId")}`,
});

export const action = consoleAction(gate, moves);
export const clientAction = leavingAfter(1000);

const intent = intentsOf<typeof action>();

/** One workflow set (WFS-41 to WFS-51). */
export default function WorkflowSetDetail() {
  const { listHref, backHref, customer, set, problem, may } = useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(workflowSets);
  const history = useHistory();
  const c = useTexts(common);
  const isArchived = set !== null && set.archivedAt !== null;
  const copy = set && new URLSearchParams({ copyWorkflowSetId: set._id }).toString();
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={set?.name}
        back={backHref ? { to: backHref, label: t(isArchived ? "archiveTitle" : "title") } : undefined}
        tags={isArchived && <Badge>{t("detail.archived")}</Badge>}
        meta={[set && history("WORKFLOW_SET", set._id)]}
        actions={
          set && (
            <>
              {may.move && (
                <PostForm intent={intent(isArchived ? "restore" : "archive")} className="">
                  <SubmitButton variant="outline" tone="gray" icon={isArchived ? "restore" : "archive"}>
                    {c(isArchived ? "actions.restore" : "actions.archive")}
                  </SubmitButton>
                </PostForm>
              )}
              {!isArchived && may.create && (
                <ButtonLink to={`${listHref}/create?${copy}`} icon="copy">
                  {t("detail.duplicate")}
                </ButtonLink>
              )}
              {!isArchived && may.edit && (
                <ButtonLink to={`${listHref}/${set._id}/edit`} variant="solid" tone="accent">
                  {t("edit")}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Notices notices={[problem, answer?.notice].filter((one) => one != null)} />
      {set && (
        <SetFacts
          set={set}
          customer={customer}
          workflowsHref={may.openWorkflow ? `${listHref}/workflows` : undefined}
        />
      )}
    </>
  );
}
