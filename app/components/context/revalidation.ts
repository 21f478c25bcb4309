import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isRefreshing } from "./navigation-cache";
import { router } from "./router";

/**
 * Revalidation rule for loaders with one-time data such as notices, which a background revalidation would
 * discard.
 */
export const skipBackgroundRevalidation: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  actionStatus,
  defaultShouldRevalidate,
}) => {
  // By default Remix does not revalidate after a failed post; a custom rule must do the same.
  if (actionStatus !== undefined && actionStatus >= 400) return false;
  const { navigation, revalidation } = router().state;
  const isBackground =
    revalidation === "loading" &&
    navigation.state === "idle" &&
    currentUrl.href === nextUrl.href &&
    !isRefreshing();
  return defaultShouldRevalidate && !isBackground;
};
