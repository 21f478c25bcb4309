import { useActionData, useLoaderData } from "@remix-run/react";
import { useHistory } from "~/components/context/history";
import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { titled } from "~/components/shell/page-title";
import { PlaceOfRecord, useWayBack } from "~/components/table/place-in-list";
import { Badge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { Card, DataList } from "~/components/ui/layout";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { WorkflowStages } from "~/components/workflows/workflow-stages";
import styles from "~/components/workflows/workflows.css?url";
import { common } from "~/i18n/common";
import { workflows } from "~/i18n/workflows";
import { recordMoves } from "~/models/list/moves.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import {
  detailOr,
  movableWorkflows,
  openList,
  workflowPlace,
  workflowsHref,
} from "~/models/workflows/workflow-screen.server";
import { getWorkflow } from "~/models/workflows/workflow.server";
import { deedGates, opens, screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflows, "detail.title");

const gate = screenGates["workflow-sets/workflows/:workflowId"];

export const loader = consoleLoader(gate, async (args) => {
  const { api, scope, flags, param, translate } = args;
  const [{ data: workflow, problem }, rights] = await Promise.all([
    detailOr(args, getWorkflow(api, scope, param("workflowId")), translate(workflows)("detail.loadFailed")),
    args.rights(),
  ]);
  const held = { flags, rights };
  const isArchived = workflow !== null && workflow.archivedAt !== null;
  return {
    listHref: workflowsHref(args),
    place: workflow && (await workflowPlace(args, workflow)),
    workflow,
    recordName: workflow?.name,
    problem,
    may: {
      list: opens(screenGates["workflow-sets/workflows"], held),
      openArchive: opens(screenGates["workflow-sets/workflows/archive"], held),
      edit: opens(deedGates.editWorkflow, held),
      move: opens(isArchived ? deedGates.restoreWorkflow : deedGates.archiveWorkflow, held),
    },
  };
});

/**
 * Archives or restores the workflow of the address, and goes on to the list that it has left (WF-42, WF-43). Where that
 * list is closed it stays.
 */
const moves = recordMoves(movableWorkflows, {
  idOf: ({ param }) => param("workflowId"),
  next: (args, isArchiving) =>
    openList(args, !isArchiving) ?? `${workflowsHref(args)}/${args.param("workflowId")}`,
});

export const action = consoleAction(gate, moves);
export const clientAction = leavingAfter(500);

const intent = intentsOf<typeof action>();

/** One workflow (WF-41 to WF-46). */
export default function WorkflowDetail() {
  const { listHref, place, workflow, problem, may } = useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice }>();
  const t = useTexts(workflows);
  const history = useHistory();
  const c = useTexts(common);
  const isArchived = workflow !== null && workflow.archivedAt !== null;
  const backHref = useWayBack(isArchived ? `${listHref}/archive` : listHref);
  const isListOpen = isArchived ? may.openArchive : may.list;
  return (
    <>
      <PageHeader
        title={t("detail.title")}
        name={workflow?.name}
        back={isListOpen ? { to: backHref, label: t(isArchived ? "archiveTitle" : "title") } : undefined}
        tags={isArchived && <Badge>{t("detail.archived")}</Badge>}
        meta={[workflow && history("WORKFLOW", workflow._id)]}
        actions={
          workflow && (
            <>
              <PlaceOfRecord place={place} hrefOf={(id) => `${listHref}/${id}`} />
              {may.move && (
                <PostForm intent={intent(isArchived ? "restore" : "archive")} className="">
                  <SubmitButton variant="outline" tone="gray" icon={isArchived ? "restore" : "archive"}>
                    {c(isArchived ? "actions.restore" : "actions.archive")}
                  </SubmitButton>
                </PostForm>
              )}
              {!isArchived && may.edit && (
                <ButtonLink to={`${listHref}/${workflow._id}/edit`} variant="solid" tone="accent">
                  {t("detail.edit")}
                </ButtonLink>
              )}
            </>
          )
        }
      />
      <Notices notices={[problem, answer?.notice].filter((one) => one != null)} />
      {workflow && (
        <div className="workflow-detail">
          <Card>
            <DataList
              items={[
                { label: t("columns.name"), value: <bdi>{workflow.name}</bdi> },
                { label: t("columns.id"), value: workflow._id },
                { label: t("columns.created"), value: <Time at={workflow.createdAt} kind="dateTime" /> },
                ...(isArchived
                  ? [
                      {
                        label: t("columns.archived"),
                        value: <Time at={workflow.archivedAt} kind="dateTime" />,
                      },
                    ]
                  : []),
                { label: t("detail.usage"), value: t("detail.usedBy", { count: workflow.vacancyCount }) },
              ]}
            />
          </Card>
          <WorkflowStages stages={workflow.stages} />
        </div>
      )}
    </>
  );
}
