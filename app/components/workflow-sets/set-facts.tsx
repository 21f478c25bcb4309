import { useTexts } from "~/components/context/console-context";
import { Badge } from "~/components/ui/badge";
import { Card, DataList, Disclosure } from "~/components/ui/layout";
import { Time } from "~/components/ui/time";
import { workflowSets } from "~/i18n/workflow-sets";
import type { WorkflowSet } from "~/models/workflow-sets/workflow-set.server";

type SetFactsProps = {
  set: WorkflowSet;
  /** The customer's name. */
  customer: string;
  /** Base URL of workflows, if accessible. */
  workflowsHref: string | undefined;
};

/** A set's facts and its expandable workflows (WFS-41 to WFS-43, WFS-51). */
export function SetFacts({ set, customer, workflowsHref }: SetFactsProps) {
  const t = useTexts(workflowSets);
  return (
    <div className="rt-r-display-grid rt-r-gap-4">
      <Card>
        <DataList
          wide
          items={[
            { label: t("columns.id"), value: set._id },
            { label: t("detail.customer"), value: <bdi>{customer}</bdi> },
            { label: t("detail.number"), value: set.workflowOptions.length },
            { label: t("detail.description"), value: set.description && <bdi>{set.description}</bdi> },
            { label: t("columns.created"), value: <Time at={set.createdAt} kind="dateTime" /> },
            ...(set.archivedAt === null
              ? []
              : [{ label: t("columns.archived"), value: <Time at={set.archivedAt} kind="dateTime" /> }]),
          ]}
        />
      </Card>
      <Card title={t("detail.workflows")}>
        {set.workflowOptions.map(({ workflowId, displayName, isDefault }) => {
          const workflow = set.workflows.find(({ _id }) => _id === workflowId);
          const name = <bdi>{workflow?.name ?? workflowId}</bdi>;
          return (
            <Disclosure
              key={workflowId}
              summary={
                <span className="row">
                  <bdi>{displayName}</bdi>
                  {isDefault && <Badge tone="accent">{t("detail.default")}</Badge>}
                  {workflow?.archivedAt != null && <Badge>{t("detail.archived")}</Badge>}
                </span>
              }
            >
              <DataList
                items={[
                  {
                    label: t("detail.workflow"),
                    value:
                      workflowsHref === undefined ? (
                        name
                      ) : (
                        <a href={`${workflowsHref}/${workflowId}`}>{name}</a>
                      ),
                  },
                  { label: t("detail.customer"), value: <bdi>{customer}</bdi> },
                  { label: t("detail.stages"), value: workflow?.stages.length },
                  { label: t("detail.created"), value: <Time at={workflow?.createdAt} kind="dateTime" /> },
                  {
                    label: t("columns.archived"),
                    value: <Time at={workflow?.archivedAt} kind="dateTime" />,
                  },
                  {
                    label: t("detail.description"),
                    value: set.description && <bdi>{set.description}</bdi>,
                  },
                ]}
              />
            </Disclosure>
          );
        })}
      </Card>
    </div>
  );
}
