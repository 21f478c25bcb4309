import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { formTitle } from "~/components/shell/page-title";
import { PageHeader } from "~/components/ui/page-header";
import { SavedViewForm } from "~/components/views/saved-view-form";
import { savedViews } from "~/i18n/saved-views";
import { loadView, saveView, viewsGate } from "~/models/list/saved-views-screen.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";

export const handle = formTitle(savedViews);

export const loader = consoleLoader(viewsGate, loadView);
export const action = consoleAction(viewsGate, { save: saveView });
const intent = intentsOf<typeof action>();

/** Name of a new view of a list's current state, or of an existing view (GEN-34). */
export default function SavedViewScreen() {
  const { listName, listHref, viewsHref, ...form } = useLoaderData<typeof loader>();
  const t = useTexts(savedViews);
  const back = [
    { to: listHref, label: listName ?? t("back") },
    { to: viewsHref, label: listName ? t("titleOf", { list: listName }) : t("title") },
  ];
  return (
    <>
      <PageHeader title={t(form.stored ? "form.editTitle" : "form.createTitle")} back={back} />
      <SavedViewForm {...form} intent={intent("save")} cancelHref={form.stored ? viewsHref : listHref} />
    </>
  );
}
