import { useMatches } from "@remix-run/react";

/** A `handle` of a page that follows something under way: whether it is to load itself again where there are no scripts. */
export type ReloadingHandle = { reloads: (data: unknown) => boolean };

const isReloadingHandle = (handle: unknown): handle is ReloadingHandle =>
  typeof handle === "object" && handle !== null && "reloads" in handle;

/** Whether a page says so of what it shows now. */
export const useReloading = (): boolean =>
  useMatches().some(({ handle, data }) => isReloadingHandle(handle) && handle.reloads(data));
