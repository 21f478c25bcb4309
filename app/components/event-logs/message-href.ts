import { listHref } from "~/components/table/list-url";

/** URL of the same page with a message open at one of its events, or with none open. */
export function messageHref(
  location: { pathname: string; search: string },
  page: number,
  opened: { messageId: string | undefined; event: string } | null,
): string {
  return listHref(location, { page, messageId: null, event: null, ...opened });
}
