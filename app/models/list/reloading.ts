const parameter = "reload";
const off = "off";

/** True if the URL turns off automatic reloading (BULK-08). */
export const isReloadingOff = (search: string): boolean => new URLSearchParams(search).get(parameter) === off;

/** A path with automatic reloading on or off. */
export const reloadingHref = (path: string, isOff: boolean): string =>
  isOff ? `${path}?${parameter}=${off}` : path;
