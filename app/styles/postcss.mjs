import pxToRem from "postcss-pxtorem";
import tokens from "./postcss-tokens.mjs";

/**
 * What our stylesheets go through: Radix Themes' tokens cut down to what is used, and all sizes, also those at which
 * the layout changes, as multiples of the browser's font size. Whoever chose a larger one gets a larger console. Lines and
 * the like, of less than 4 px, stay.
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
