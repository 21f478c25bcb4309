import { useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { common } from "~/i18n/common";
import { isReloadingOff, reloadingHref } from "~/models/list/reloading";

/** Time enough to find the way to stop it, in seconds. */
export const reloadedAfter = 20;

/** A `handle` of a page that follows something under way: whether it is to load itself again where there are no scripts. */
export type ReloadingHandle = { reloads: (data: unknown) => boolean };

const isReloadingHandle = (handle: unknown): handle is ReloadingHandle =>
  typeof handle === "object" && handle !== null && "reloads" in handle;

/** Whether a page says so of what it shows now, and nobody has turned it off. */
export function useReloading(): boolean {
  const { search } = useLocation();
  const isUnderWay = useMatches().some(
    ({ handle, data }) => isReloadingHandle(handle) && handle.reloads(data),
  );
  return isUnderWay && !isReloadingOff(search);
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
