import { listHref } from "~/components/table/list-url";

/** The address of the same page with another message open, or none. */
export function messageHref(
  location: { pathname: string; search: string },
  page: number,
  messageId: string | null,
): string {
  return listHref(location, { page, messageId });
}
