const parameter = "reload";
const off = "off";

/** Whether an address says that its page is not to load itself again (BULK-08). */
export const isReloadingOff = (search: string): boolean => new URLSearchParams(search).get(parameter) === off;

/** An address without a query, saying so or not. */
export const reloadingHref = (path: string, isOff: boolean): string =>
  isOff ? `${path}?${parameter}=${off}` : path;
