import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isRefreshing } from "./navigation-cache";
import { router } from "./router";

/** For loaders with one-time data such as notices: a background revalidation does not discard it. */
export const notInBackground: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  // The default keeps the page after a failed post; a custom rule must do so itself.
  if (actionStatus !== undefined && actionStatus >= 400) return false;
  const { navigation, revalidation } = router().state;
  const isBackground =
    revalidation === "loading" &&
    navigation.state === "idle" &&
    currentUrl.href === nextUrl.href &&
    !isRefreshing();
  return defaultShouldRevalidate && !isBackground;
};
