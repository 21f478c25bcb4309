/** Events of that many days before today are kept (LOG-09). */
export const keptDays = 90;
