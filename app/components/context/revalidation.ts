import type { ShouldRevalidateFunction } from "@remix-run/react";

/**
 * For a loader that hands out what is shown once, such as notices: a page that fetches its data again by itself, in
 * the background, does not take that away.
 */
export const notInBackground: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}) => {
  const { navigation, revalidation } = window.__remixRouter.state;
  const isBackground =
    revalidation === "loading" && navigation.state === "idle" && currentUrl.href === nextUrl.href;
  return defaultShouldRevalidate && !isBackground;
};
