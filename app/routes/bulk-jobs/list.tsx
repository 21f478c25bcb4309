import { useLoaderData } from "@remix-run/react";
import { jobColumns } from "~/components/bulk-jobs/job-columns";
import { useTexts } from "~/components/context/console-context";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { bulkJobs } from "~/i18n/bulk-jobs";
import { getBulkJobs } from "~/models/bulk-jobs/bulk-job.server";
import { bulkGate } from "~/models/bulk-jobs/bulk-job-screen.server";
import { defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";

export const handle = cacheForBack(fixedTitle(bulkJobs, "title"));

const list = defineList({
  name: "bulk-jobs",
  gate: bulkGate,
  // The API's only order is newest first.
  search: listSearch({ sorts: ["newest"], defaultSort: "newest", defaultOrder: "desc", filters: {} }),
  fetch: ({ api }, state) => getBulkJobs(api, state),
  loadFailed: ({ translate }) => translate(bulkJobs)("listFailed"),
  columns: jobColumns,
});
export const loader = list.loader;

export default function BulkJobs() {
  const { base, may: _, allMatch: __, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(bulkJobs);
  return (
    <ListScreen
      {...data}
      title={t("title")}
      meta={[t("intro")]}
      columns={jobColumns}
      rowHref={(job) => `${base}/bulk-jobs/${job._id}`}
      empty={{ title: t("none"), text: t("noneText") }}
    />
  );
}
