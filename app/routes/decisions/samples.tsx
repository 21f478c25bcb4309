import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { sampleColumns } from "~/components/decisions/sample-columns";
import { cacheForBack, fixedTitle } from "~/components/shell/page-title";
import { ListScreen } from "~/components/table/list-screen";
import { ButtonLink } from "~/components/ui/button";
import { decisions } from "~/i18n/decisions";
import { getSamples } from "~/models/decisions/sample.server";
import { defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { screenGates } from "~/services/gates";

export const handle = cacheForBack(fixedTitle(decisions, "samples.title"));

const list = defineList({
  name: "decision-samples",
  gate: screenGates["decisions/samples"],
  // There is only one order, so no column is a sort link.
  search: listSearch({ sorts: ["newest"], defaultSort: "newest", defaultOrder: "desc", filters: {} }),
  fetch: ({ api }, state) => getSamples(api, state),
  loadFailed: ({ translate }) => translate(decisions)("samples.loadFailed"),
  columns: sampleColumns,
});
export const loader = list.loader;

/** Samples, each with its share of changed decisions (DEC-05). */
export default function Samples() {
  const { base, may: _, allMatch: __, ...data } = useLoaderData<typeof loader>();
  const t = useTexts(decisions);
  const root = `${base}/decisions/samples`;
  return (
    <ListScreen
      {...data}
      title={t("samples.title")}
      back={{ to: `${base}/decisions`, label: t("title") }}
      meta={[t("samples.intro")]}
      columns={sampleColumns}
      rowHref={(sample) => `${root}/${sample._id}`}
      actions={
        <ButtonLink to={`${root}/create`} variant="solid" icon="plus">
          {t("draw.title")}
        </ButtonLink>
      }
      empty={{ title: t("samples.empty") }}
    />
  );
}
