import { useAsked } from "~/components/palette/use-asked";
import { type ViewLink, ViewLinks } from "~/components/table/view-links";
import type { ViewsData } from "~/models/list/saved-views-screen.server";

type ViewNamesProps = {
  asked: { href: string };
  /** Those that the page came with, until the answer is there. */
  named: readonly ViewLink[] | undefined;
};

/** The names of the person's views in the menu of a list, as they are at each opening. */
export default function ViewNames({ asked, named }: ViewNamesProps) {
  const { data, hasFailed } = useAsked<ViewsData>(asked.href, undefined, asked);
  const isMissing = hasFailed || data?.problem != null;
  return <ViewLinks views={isMissing ? undefined : (data?.views ?? named)} hasFailed={isMissing} />;
}
