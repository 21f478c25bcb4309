import { useLoaderData, useLocation } from "@remix-run/react";
import { useConsole, useTexts } from "~/components/context/console-context";
import { recordColumns, recordLineColumns } from "~/components/record/record-columns";
import styles from "~/components/record/record.css?url";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { stylesheets } from "~/components/ui/stylesheets";
import { Time } from "~/components/ui/time";
import { formatDate } from "~/i18n/dates";
import { record } from "~/i18n/record";
import { dayIn } from "~/i18n/wall-time";
import { isExport, throwFile } from "~/models/list/export.server";
import { openedFrom } from "~/models/list/list-address";
import { listData } from "~/models/list/list.server";
import { enterListOrRedirect } from "~/models/list/saved-views.server";
import { linesOf } from "~/models/record/record-screen.server";
import { recordActions, recordKinds, recordSearch } from "~/models/record/record-search";
import { getActors, getEntries, getEntriesWithChanges } from "~/models/record/record.server";
import { entryRows } from "~/models/record/record-sentence.server";
import { objectOf } from "~/models/record/record-words";
import { optional } from "~/services/failure.server";
import { screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = cacheForBack(fixedTitle(record, "title"));

const name = "record";

export const loader = consoleLoader(screenGates.record, async (args) => {
  const { api, base, timeZone, translate, url } = args;
  const t = translate(record);
  if (isExport(args)) {
    await enterListOrRedirect(args, name);
    const state = recordSearch.parse(url.searchParams);
    // One line per field, so the file's columns differ from the list's.
    await throwFile(args, {
      name,
      sorts: [],
      columns: recordLineColumns,
      fetch: async (page, size) =>
        linesOf(args, await getEntriesWithChanges(api, { ...state, page, size }, timeZone)),
    });
  }
  let reachesTo: string | null = null;
  let of: string | null = null;
  const [list, actors] = await Promise.all([
    listData(args, {
      name,
      search: recordSearch,
      fetch: async (_, state) => {
        const page = await getEntries(api, state, timeZone);
        reachesTo = page.reachesTo;
        const known = page.data.find(({ kind, objectId }) => kind === state.of && objectId === state.id);
        if (state.of && state.id)
          of = objectOf(t, { kind: state.of, objectName: known?.objectName ?? null, objectCount: 1 });
        return { ...page, data: entryRows(args, page.data) };
      },
      loadFailed: ({ translate }) => translate(record)("loadFailed"),
    }),
    optional(getActors(api), []),
  ]);
  return {
    ...list,
    base,
    canExport: true,
    reachesTo,
    of,
    today: dayIn(timeZone),
    people: actors.map((actor) => ({ value: actor._id, label: actor.name ?? t("removedUser") })),
  };
});

export default function RecordList() {
  const { base, reachesTo, of, today, people, ...data } = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const { language, timeZone } = useConsole();
  const t = useTexts(record);
  const hrefOf = (entry: { _id: string }) => openedFrom(`${base}/record/${entry._id}`, search);
  const dayOf = ({ at }: { at: string }) => {
    const day = formatDate(new Date(at), language, timeZone);
    return dayIn(timeZone, new Date(at)) === today ? t("today", { day }) : day;
  };
  const [reaches = "", end = ""] = t("reaches", { day: "\u0000" }).split("\u0000");
  return (
    <ListScreen
      {...data}
      title={t("title")}
      meta={[
        of !== null && (
          <>
            {t("historyOf", { object: of })} <a href={`${base}/record`}>{t("all")}</a>
          </>
        ),
        reachesTo !== null && (
          <>
            {reaches}
            <Time at={reachesTo} kind="date" />
            {end}
          </>
        ),
      ]}
      searchLabel={t("search")}
      rowHref={hrefOf}
      rowClass={({ mark }) => (mark === null ? undefined : "row-refused")}
      groupOf={dayOf}
      columns={recordColumns(hrefOf)}
      fields={[
        { kind: "choice", name: "person", label: t("person"), options: people, placeholder: t("anyone") },
        {
          kind: "choice",
          name: "kind",
          label: t("kind"),
          placeholder: t("anyKind"),
          options: recordKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
        },
        {
          kind: "choice",
          name: "action",
          label: t("action"),
          placeholder: t("anyAction"),
          options: recordActions.map((value) => ({ value, label: t(`actions.${value}`) })),
        },
        {
          kind: "days",
          name: "from",
          label: t("period"),
          zone: typeof data.filters.tz === "string" ? data.filters.tz : timeZone,
          maxDays: 30,
        },
      ]}
      empty={{ title: t("empty"), ...(of !== null && { clearHref: `${base}/record` }) }}
    />
  );
}
