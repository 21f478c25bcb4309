import { useJson } from "~/components/palette/use-json";
import { type ViewLink, ViewLinks } from "~/components/table/view-links";
import type { ViewsData } from "~/models/list/saved-views-screen.server";

type ViewNamesProps = {
  asked: { href: string };
  /** Views that came with the page, until the answer arrives. */
  named: readonly ViewLink[] | undefined;
};

/** The person's views in a list's menu, reloaded each time it opens. */
export default function ViewNames({ asked, named }: ViewNamesProps) {
  const { data, hasFailed } = useJson<ViewsData>(asked.href, undefined, asked);
  const isMissing = hasFailed || data?.problem != null;
  return <ViewLinks views={isMissing ? undefined : (data?.views ?? named)} hasFailed={isMissing} />;
}
