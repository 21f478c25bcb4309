import { useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { isReloadingOff, reloadingHref } from "~/models/list/reloading";

/** Delay before a reload, in seconds: long enough to find the link that stops it. */
export const reloadDelaySeconds = 20;

const has = <Key extends string>(one: unknown, key: Key): one is Record<Key, unknown> =>
  typeof one === "object" && one !== null && key in one;

/**
 * True if the page reloads itself without JS: its `handle` has `reloads`, its data `isRunning`, and it was not turned
 * off.
 */
export function useReloading(): boolean {
  const { search } = useLocation();
  const isUnderWay = useMatches().some(
    ({ handle, data }) => has(handle, "reloads") && has(data, "isRunning") && data.isRunning === true,
  );
  return isUnderWay && !isReloadingOff(search);
}

/**
 * URL that the page redirects to at once, also without JS: the `href` in its data, if its `handle` has
 * `leadsOn`.
 */
export function useRedirectHref(): string | undefined {
  const hrefs = useMatches().flatMap(({ handle, data }) =>
    has(handle, "leadsOn") && has(data, "href") ? [String(data.href)] : [],
  );
  return hrefs.pop();
}

/**
 * No-JS links of a page about a running job: reload now, and turn automatic reloading on or off, which screen-reader
 * users need (BULK-08). Nothing with JS, which polls.
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
