const format = new Intl.NumberFormat("en");

/** Formats a whole number, e.g. 12,345 in all languages. The format is shared because creating one is slow. */
export const formatNumber = (value: number): string => format.format(value);
