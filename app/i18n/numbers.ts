const format = new Intl.NumberFormat("en");

/** A whole number as all our languages write it: 12,345. A format is made once, since making one takes longer than its use. */
export const inFigures = (value: number): string => format.format(value);
