import { useAsked } from "~/components/palette/use-asked";
import { ViewLinks } from "~/components/table/view-links";
import type { ViewsData } from "~/models/list/saved-views-screen.server";

/** The names of the person's views in the menu of a list, as they are at each opening. */
export default function ViewNames({ asked }: { asked: { href: string } }) {
  const { data, hasFailed } = useAsked<ViewsData>(asked.href, undefined, asked);
  const isMissing = hasFailed || data?.problem != null;
  return <ViewLinks views={isMissing ? undefined : data?.views} hasFailed={isMissing} />;
}
