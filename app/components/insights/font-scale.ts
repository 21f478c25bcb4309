/**
 * Browser font size relative to 16 px. Pixel sizes passed to this page's libraries are scaled by it, as the
 * stylesheet scales with the font. For browser-only modules.
 */
export const fontScale = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
