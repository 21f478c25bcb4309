import { useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { isReloadingOff, reloadingHref } from "~/models/list/reloading";

/** Time enough to find the way to stop it, in seconds. */
export const reloadedAfter = 20;

const has = <Key extends string>(one: unknown, key: Key): one is Record<Key, unknown> =>
  typeof one === "object" && one !== null && key in one;

/**
 * Whether the page is to load itself again where there are no scripts: its `handle` has `reloads`, what it shows
 * `isRunning`, and nobody has turned it off.
 */
export function useReloading(): boolean {
  const { search } = useLocation();
  const isUnderWay = useMatches().some(
    ({ handle, data }) => has(handle, "reloads") && has(data, "isRunning") && data.isRunning === true,
  );
  return isUnderWay && !isReloadingOff(search);
}

/** Where the page leads on to at once, without scripts too: its `handle` has `leadsOn`, what it shows that `href`. */
export function useLeadingOn(): string | undefined {
  const hrefs = useMatches().flatMap(({ handle, data }) =>
    has(handle, "leadsOn") && has(data, "href") ? [String(data.href)] : [],
  );
  return hrefs.pop();
}

/**
 * The ways that a page of something under way has without scripts: loading it again now, and whether it does so by
 * itself, which a reader of the screen must be able to turn off (BULK-08). Nothing with scripts: they follow in place.
 */
export function useReloadLinks(here: string): ReactNode {
  const t = useTexts(common);
  const { search } = useLocation();
  const hydrated = useHydrated();
  const isOff = isReloadingOff(search);
  if (hydrated) return null;
  return (
    <>
      <ButtonLink to={reloadingHref(here, !isOff)}>
        {t(isOff ? "reloading.start" : "reloading.stop")}
      </ButtonLink>
      <ButtonLink to={reloadingHref(here, isOff)}>{t("actions.refresh")}</ButtonLink>
    </>
  );
}
