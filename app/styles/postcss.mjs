import pxToRem from "postcss-pxtorem";
import tokens from "./postcss-tokens.mjs";

/**
 * PostCSS plugins of the stylesheets: they reduce Radix Themes' tokens to those in use, and convert all sizes,
 * breakpoints included, to multiples of the browser's font size, so that a larger one enlarges the console. Sizes below
 * 4 px, such as lines, stay.
 *
 * @param {string} sources folder of the CSS and components that may name a token
 * @returns {import("postcss").AcceptedPlugin[]}
 */
export default function stylePlugins(sources) {
  const rem = pxToRem({
    rootValue: 16,
    unitPrecision: 5,
    propList: ["*"],
    minPixelValue: 4,
    mediaQuery: true,
  });
  return [tokens({ sources }), rem];
}
