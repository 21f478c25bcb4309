import { useLoaderData } from "@remix-run/react";
import { workflowSetsArea } from "~/areas/workflow-sets";
import { workflowsArea } from "~/areas/workflows";
import { useTexts } from "~/components/context/console-context";
import { RecordHead } from "~/components/area/record-head";
import { fixedTitle } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { SetFacts } from "~/components/workflow-sets/set-facts";
import styles from "~/components/workflow-sets/workflow-sets.css?url";
import { workflowSets } from "~/i18n/workflow-sets";
import { recordPage } from "~/models/list/record-page.server";
import { movableSets } from "~/models/workflow-sets/workflow-set-screen.server";
import { getWorkflowSet } from "~/models/workflow-sets/workflow-set.server";
import { pauseAfterSuccess } from "~/models/workflows/success-pause";
import { isGateOpen } from "~/services/gates";

export const links = stylesheets(styles);
export const handle = fixedTitle(workflowSets, "detail.title");

/** Archiving redirects to the list; restoring stays on the page (WFS-46). */
const page = recordPage({
  area: workflowSetsArea,
  movable: movableSets,
  find: getWorkflowSet,
  nameOf: ({ name }) => name,
  staysRestored: true,
  extra: async ({ flags, rights, scope }, found) => {
    const held = { flags, rights: await rights() };
    return {
      customer: scope.customerDisplayName,
      may: {
        create: (await found)?.archivedAt === null && isGateOpen(workflowSetsArea.screens.create, held),
        openWorkflow: isGateOpen(workflowsArea.screens.detail, held),
      },
    };
  },
});
export const loader = page.loader;
export const action = page.action;
export const clientAction = pauseAfterSuccess(1000);

/** One workflow set (WFS-41 to WFS-51). */
export default function WorkflowSetDetail() {
  const { head, customer, record: set, recordName, problem, may } = useLoaderData<typeof loader>();
  const { listHref } = head;
  const t = useTexts(workflowSets);
  const copy = set && new URLSearchParams({ copyWorkflowSetId: set._id }).toString();
  return (
    <>
      <RecordHead
        {...head}
        problem={problem}
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
