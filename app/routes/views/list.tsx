import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { QuestionDialog } from "~/components/form/question-dialog";
import { titleFromData } from "~/components/shell/page-title";
import { ButtonLink } from "~/components/ui/button";
import { type Notice, Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { ViewTable } from "~/components/views/view-table";
import { common } from "~/i18n/common";
import { savedViews } from "~/i18n/saved-views";
import { translator } from "~/i18n/texts";
import {
  askBeforeDeleting,
  beginPlain,
  openByDefault,
  loadViews,
  removeView,
  updateView,
  viewsGate,
} from "~/models/list/saved-views-screen.server";
import type { Question } from "~/services/form-answer";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = titleFromData((data, language) => {
  const known = data as Awaited<ReturnType<typeof loader>> | undefined;
  const t = translator(savedViews, language);
  return known?.listName ? t("titleOf", { list: known.listName }) : t("title");
});

export const loader = consoleLoader(viewsGate, loadViews);

export const action = consoleAction(viewsGate, {
  update: updateView,
  delete: askBeforeDeleting,
  remove: removeView,
  begin: openByDefault,
  plain: beginPlain,
});
const intent = intentsOf<typeof action>();
const intents = {
  update: (id: string) => intent("update", id),
  delete: (id: string) => intent("delete", id),
  begin: (id: string) => intent("begin", id),
  plain: (id: string) => intent("plain", id),
};

/** Views of one list: open, change, delete (GEN-34). */
export default function SavedViews() {
  const { listName, listHref, createHref, problem, views } = useLoaderData<typeof loader>();
  const answer = useActionData<{ notice?: Notice; question?: Question; viewId?: string }>();
  const { pathname, search } = useLocation();
  const t = useTexts(savedViews);
  const c = useTexts(common);
  const notices = [problem, answer?.notice].filter((one) => one !== null && one !== undefined);
  return (
    <>
      <PageHeader
        title={listName ? t("titleOf", { list: listName }) : t("title")}
        back={{ to: listHref, label: listName ?? t("back") }}
        count={problem ? undefined : views.length}
        actions={
          <ButtonLink to={createHref} variant="solid" icon="plus">
            {c("table.saveView")}
          </ButtonLink>
        }
      />
      <Notices notices={notices} />
      {!problem && <ViewTable views={views} intents={intents} />}
      {answer?.question && (
        <QuestionDialog
          question={answer.question}
          intent={intent("remove")}
          cancel={{ href: pathname + search }}
          fields={{ viewId: answer.viewId ?? "" }}
        />
      )}
    </>
  );
}
