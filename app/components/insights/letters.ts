/**
 * The browser's font size, 1 for 16 px: pixel sizes passed to this page's libraries scale with it, as the stylesheet's
 * do. For browser-only modules.
 */
export const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
