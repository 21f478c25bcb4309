import { useLoaderData } from "@remix-run/react";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { workflowsArea } from "~/areas/workflows";
import { useTexts } from "~/components/context/console-context";
import { RecordHead } from "~/components/area/record-head";
import { titled } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { SetFacts } from "~/components/workflow-sets/set-facts";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { recordHead, recordPage } from "~/models/list/record-page.server";
import { recordMoves } from "~/models/list/moves.server";
import { movableSets } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSet } from "~/models/workflow-sets/workflow-set.server";
import { leavingAfter } from "~/models/workflows/success-pause";
import { detailOr } from "~/services/failure.server";
import { opens } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(styles);
export const handle = titled(workflowSets, "detail.title");

export const loader = consoleLoader(workflowSetsArea.screens.detail, async (args) => {
  const { api, scope, flags, param, translate } = args;
  const [{ data: set, error: problem }, rights] = await Promise.all([
    detailOr(
      args,
      getWorkflowSet(api, scope, param("workflowSetId")),
      translate(workflowSets)("detail.loadFailed"),
    ),
    args.rights(),
  ]);
  return {
    head: await recordHead(args, workflowSetsArea, set),
    customer: scope.customerDisplayName,
    set,
    recordName: set?.name,
    problem,
    may: {
      create: set?.archivedAt === null && opens(workflowSetsArea.screens.create, { flags, rights }),
      openWorkflow: opens(workflowsArea.screens.detail, { flags, rights }),
    },
  };
});

/** Archives the set of the address and goes on to the list, or restores it and stays (WFS-46). */
export const action = consoleAction(
  workflowSetsArea.screens.detail,
  recordMoves(movableSets, recordPage(workflowSetsArea, { staysRestored: true })),
);
export const clientAction = leavingAfter(1000);

const intent = intentsOf<typeof action>();
const intents = { archive: intent("archive"), restore: intent("restore") };

/** One workflow set (WFS-41 to WFS-51). */
export default function WorkflowSetDetail() {
  const { head, customer, set, recordName, problem, may } = useLoaderData<typeof loader>();
  const { listHref } = head;
  const t = useTexts(workflowSets);
  const copy = set && new URLSearchParams({ copyWorkflowSetId: set._id }).toString();
  return (
    <>
      <RecordHead
        {...head}
        {...{ intents, problem }}
        texts={workflowSets}
        name={recordName}
        between={
          may.create && (
            <ButtonLink to={`${listHref}/create?${copy}`} icon="copy">
              {t("detail.duplicate")}
            </ButtonLink>
          )
        }
      />
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
