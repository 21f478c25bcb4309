import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useContext } from "react";
import applicationStyles from "~/components/applications/applications.css?url";
import { BulkReport } from "~/components/applications/bulk-report";
import { undoColumns, undoRefusal } from "~/components/applications/undo-columns";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { BulkButton } from "~/components/table/bulk-button";
import { DataTable } from "~/components/table/data-table";
import { SelectionContext } from "~/components/table/selection-context";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { VacancyErrorBoundary } from "~/components/vacancies/vacancy-not-found";
import { applications } from "~/i18n/applications";
import { outcomes } from "~/i18n/outcomes";
import { applicationActions } from "~/models/applications/application-screen.server";
import { loadUndoable } from "~/models/applications/undo-screen.server";
import { screenGates } from "~/services/gates";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const links = stylesheets(applicationStyles);
export const handle = fixedTitle(applications, "undoSome.title");
export const ErrorBoundary = VacancyErrorBoundary;

const gate = screenGates["vacancies/:vacancyId/undo"];

export const loader = consoleLoader(gate, loadUndoable);
export const action = consoleAction(gate, { undo: applicationActions.undo });
const intent = intentsOf<typeof action>();

/** Undo of a status change for some of its candidates (PIPE-11). */
export default function UndoPage() {
  const { isGone, missing, mayOpen, stages, vacancyTitle, vacancyPath, search, ...list } =
    useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname } = useLocation();
  const t = useTexts(applications);
  const o = useTexts(outcomes);
  const backHref = pathname.replace(/\/undo$/, "") + search;
  return (
    <>
      <PageHeader
        title={t("undoSome.title")}
        name={vacancyTitle}
        back={{ to: backHref, label: vacancyTitle }}
        meta={[
          ...(isGone ? [] : [t("undoSome.text")]),
          ...(missing > 0 ? [t("refused.NOT_FOUND", { count: missing })] : []),
        ]}
      />
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      {answer && "report" in answer && answer.report && <BulkReport report={answer.report} stages={stages} />}
      {isGone ? (
        <div className="card">
          <EmptyState title={o("undoGone")} action={<ButtonLink to={backHref}>{vacancyTitle}</ButtonLink>} />
        </div>
      ) : (
        <DataTable
          {...list}
          label={t("undoSome.title")}
          columns={undoColumns}
          rowHref={({ _id }) => (mayOpen ? `${vacancyPath}/applications/${_id}` : undefined)}
          selection={{ label: ({ name }) => name, disabledReason: (row) => undoRefusal(row, t) }}
          toolbar={<UndoButton />}
          toolbarAt="bottom"
        />
      )}
    </>
  );
}

/** The button with the number of ticked rows; without JS the number is unknown. */
function UndoButton() {
  const t = useTexts(applications);
  const { count } = useContext(SelectionContext);
  return (
    <BulkButton intent={intent("undo")} variant="solid">
      {count ? t("undoSome.undo", { count }) : t("undoSome.undoSelected")}
    </BulkButton>
  );
}
