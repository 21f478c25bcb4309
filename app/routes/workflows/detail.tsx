import { useLoaderData, useLocation } from "@remix-run/react";
import { workflowsArea } from "~/areas/workflows";
import { useTexts } from "~/components/context/console-context";
import { RecordHead } from "~/components/area/record-head";
import { RelatedRecords } from "~/components/area/related-records";
import { fixedTitle } from "~/components/shell/page-title";
import { listHref } from "~/components/table/list-url";
import { PlaceOfRecord } from "~/components/table/place-in-list";
import { ButtonLink } from "~/components/ui/button";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { WorkflowFlow } from "~/components/workflows/workflow-flow";
import styles from "~/components/workflows/workflows.css?url";
import { workflows } from "~/i18n/workflows";
import { recordPage } from "~/models/list/record-page.server";
import { vacanciesUsing } from "~/models/vacancies/vacancy-screen.server";
import { pauseAfterSuccess } from "~/models/workflows/success-pause";
import { movableWorkflows, rehearsalOf, workflowPlace } from "~/models/workflows/workflow-screen.server";
import { getWorkflow } from "~/models/workflows/workflow.server";

export const links = stylesheets(styles);
export const handle = fixedTitle(workflows, "detail.title");

/** Archiving or restoring leads to the list the workflow was in (WF-42, WF-43). */
const page = recordPage({
  area: workflowsArea,
  movable: movableWorkflows,
  find: getWorkflow,
  nameOf: ({ name }) => name,
  extra: async (args, found) => {
    const [place, rehearsal, using] = await Promise.all([
      found.then((workflow) => workflow && workflowPlace(args, workflow)),
      found.then((workflow) => workflow && rehearsalOf(args, workflow)),
      vacanciesUsing(args, args.param("workflowId")),
    ]);
    return { place, rehearsal, using };
  },
});
export const loader = page.loader;
export const action = page.action;
export const clientAction = pauseAfterSuccess(500);

/** One workflow (WF-41 to WF-46, WF-66, WF-67). */
export default function WorkflowDetail() {
  const {
    head,
    place,
    record: workflow,
    recordName,
    problem,
    rehearsal,
    using,
  } = useLoaderData<typeof loader>();
  const t = useTexts(workflows);
  const location = useLocation();
  const effects = rehearsal?.effects ?? null;
  return (
    <>
      <RecordHead
        {...head}
        problem={problem ?? rehearsal?.problem ?? null}
        texts={workflows}
        name={recordName}
        meta={
          workflow
            ? [
                <span key="id" className="chip">
                  {t("columns.id")} <code>{workflow._id}</code>
                </span>,
                <span key="created" className="chip">
                  {t("columns.created")} <Time at={workflow.createdAt} kind="dateTime" />
                </span>,
                workflow.archivedAt !== null && (
                  <span key="archived" className="chip">
                    {t("columns.archived")} <Time at={workflow.archivedAt} kind="dateTime" />
                  </span>
                ),
                using?.active ? (
                  <a key="used" className="chip" href={using.active.allHref}>
                    {t("detail.usedBy", { count: using.active.total })}
                  </a>
                ) : (
                  <span key="used" className="chip">
                    {t("detail.usedBy", { count: workflow.vacancyCount })}
                  </span>
                ),
                using?.active && using.archived && using.archived.total > 0 && (
                  <a key="used archived" className="chip" href={using.archived.allHref}>
                    {t("detail.usedByArchived", { count: using.archived.total })}
                  </a>
                ),
              ]
            : []
        }
        before={<PlaceOfRecord place={place} hrefOf={(id) => `${head.listHref}/${id}`} />}
      />
      {workflow && (
        <>
          <WorkflowFlow stages={workflow.stages} effects={effects} />
          {rehearsal && (
            <div className="rt-r-display-grid rt-r-gap-3 rt-r-mt-5">
              <p className="field-hint">{t("rules.newOnly")}</p>
              {rehearsal.isOpen && (
                <div className="row">
                  <ButtonLink to={listHref(location, { rehearse: 1 })} data-keep-scroll="" data-replace="">
                    {t("rehearsal.button")}
                  </ButtonLink>
                  <p className="field-hint" role="status">
                    {effects === null
                      ? t("rehearsal.text")
                      : effects.total === 0
                        ? t("rehearsal.noneOfWorkflow")
                        : t("rehearsal.ofWorkflow", { count: effects.total })}
                  </p>
                </div>
              )}
            </div>
          )}
          {using?.active && using.active.total > 0 && (
            <div className="rt-r-mt-5">
              <RelatedRecords of="vacancies" related={using.active} />
            </div>
          )}
        </>
      )}
    </>
  );
}
