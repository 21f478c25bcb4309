import { useLoaderData } from "@remix-run/react";
import { workflowsArea } from "~/areas/workflows";
import { useTexts } from "~/components/context/console-context";
import { RecordHead } from "~/components/area/record-head";
import { titled } from "~/components/shell/page-title";
import { PlaceOfRecord } from "~/components/table/place-in-list";
import { Card, DataList } from "~/components/ui/layout";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { WorkflowStages } from "~/components/workflows/workflow-stages";
import styles from "~/components/workflows/workflows.css?url";
import { workflows } from "~/i18n/workflows";
import { recordHead, recordPage } from "~/models/list/record-page.server";
import { recordMoves } from "~/models/list/moves.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { movableWorkflows, workflowPlace } from "~/models/workflows/workflow-screen.server";
import { getWorkflow } from "~/models/workflows/workflow.server";
import { detailOr } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflows, "detail.title");

export const loader = consoleLoader(workflowsArea.screens.detail, async (args) => {
  const { api, scope, param, translate } = args;
  const { data: workflow, error: problem } = await detailOr(
    args,
    getWorkflow(api, scope, param("workflowId")),
    translate(workflows)("detail.loadFailed"),
  );
  const [head, place] = await Promise.all([
    recordHead(args, workflowsArea, workflow),
    workflow && workflowPlace(args, workflow),
  ]);
  return { head, place, workflow, recordName: workflow?.name, problem };
});

/** Archives or restores the workflow of the address, and goes on to the list that it has left (WF-42, WF-43). */
export const action = consoleAction(
  workflowsArea.screens.detail,
  recordMoves(movableWorkflows, recordPage(workflowsArea)),
);
export const clientAction = leavingAfter(500);

const intent = intentsOf<typeof action>();
const intents = { archive: intent("archive"), restore: intent("restore") };

/** One workflow (WF-41 to WF-46). */
export default function WorkflowDetail() {
  const { head, place, workflow, recordName, problem } = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  return (
    <>
      <RecordHead
        {...head}
        {...{ intents, problem }}
        texts={workflows}
        name={recordName}
        before={<PlaceOfRecord place={place} hrefOf={(id) => `${head.listHref}/${id}`} />}
      />
      {workflow && (
        <div className="workflow-detail">
          <Card>
            <DataList
              items={[
                { label: t("columns.name"), value: <bdi>{workflow.name}</bdi> },
                { label: t("columns.id"), value: workflow._id },
                { label: t("columns.created"), value: <Time at={workflow.createdAt} kind="dateTime" /> },
                ...(workflow.archivedAt !== null
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
