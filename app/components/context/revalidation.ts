import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isRefreshing } from "./navigation-cache";
import { router } from "./router";

/**
 * For a loader that hands out what is shown once, such as notices: a page that fetches its data again by itself, in
 * the background, does not take that away.
 */
export const notInBackground: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  // A failed post leaves the page as it is, by default as well; Remix does not say so to a rule of one's own.
  if (actionStatus !== undefined && actionStatus >= 400) return false;
  const { navigation, revalidation } = router().state;
  const isBackground =
    revalidation === "loading" &&
    navigation.state === "idle" &&
    currentUrl.href === nextUrl.href &&
    !isRefreshing();
  return defaultShouldRevalidate && !isBackground;
};
