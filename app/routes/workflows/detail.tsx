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
import { recordPage } from "~/models/list/record-page.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { movableWorkflows, workflowPlace } from "~/models/workflows/workflow-screen.server";
import { getWorkflow } from "~/models/workflows/workflow.server";

export const links = stylesheets(styles);
export const handle = titled(workflows, "detail.title");

/** Archiving or restoring leads to the list the workflow was in (WF-42, WF-43). */
const page = recordPage({
  area: workflowsArea,
  movable: movableWorkflows,
  find: getWorkflow,
  nameOf: ({ name }) => name,
  extra: async (args, workflow) => ({ place: workflow && (await workflowPlace(args, workflow)) }),
});
export const loader = page.loader;
export const action = page.action;
export const clientAction = leavingAfter(500);

/** One workflow (WF-41 to WF-46). */
export default function WorkflowDetail() {
  const { head, place, record: workflow, recordName, problem } = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  return (
    <>
      <RecordHead
        {...head}
        problem={problem}
        texts={workflows}
        name={recordName}
        before={<PlaceOfRecord place={place} hrefOf={(id) => `${head.listHref}/${id}`} />}
      />
      {workflow && (
        <div className="rt-r-display-grid rt-r-gap-4">
          <Card>
            <DataList
              wide
              items={[
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
