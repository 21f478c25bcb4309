import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import { ViewLinks } from "~/components/table/view-links";
import type { loadViews } from "~/models/list/saved-views-screen.server";

/** The names of the person's views in the menu of a list, as they are at each opening. */
export default function ViewNames({ asked }: { asked: { href: string } }) {
  const { load, data } = useFetcher<typeof loadViews>();
  useEffect(() => load(asked.href), [load, asked]);
  return <ViewLinks views={data?.views} />;
}
