/**
 * How large the browser's letters are, 1 for 16 px: what the libraries of this page are told in pixels grows with them, as
 * the stylesheet's sizes do. For modules that only browsers load.
 */
export const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
