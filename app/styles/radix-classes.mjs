import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import selectorParser from "postcss-selector-parser";

/**
 * The classes of Radix Themes that our components give to their elements.
 *
 * @param {string} sources folder of our components
 * @returns {Set<string>}
 */
export function usedClasses(sources) {
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.tsx?$/.test(name),
  );
  return new Set(
    files.flatMap((name) =>
      [...readFileSync(join(sources, name), "utf8").matchAll(/\brt-[\w-]+/g)].map((match) => match[0]),
    ),
  );
}

/**
 * A selector of Radix's sheets without what no element of ours can be; undefined when nothing is left.
 *
 * @param {string} selector
 * @param {Set<string>} used
 * @returns {string | undefined}
 */
export function cutSelector(selector, used) {
  const root = selectorParser().astSync(selector);
  root.nodes.filter((one) => !isPossible(one, used)).forEach((one) => one.remove());
  return root.nodes.length === 0 ? undefined : root.toString().trim();
}

/** @param {import("postcss-selector-parser").Selector} selector @param {Set<string>} used @returns {boolean} */
function isPossible(selector, used) {
  return selector.nodes.every((node) => {
    // States of components that are not used: what opens, and a theme in a theme.
    if (node.type === "attribute") return !["data-state", "data-is-root-theme"].includes(node.attribute);
    if (node.type === "class") return !/\brt-|:/.test(node.value) || used.has(node.value);
    if (node.type !== "pseudo" || node.nodes.length === 0 || node.value === ":not") return true;
    node.nodes.filter((one) => !isPossible(one, used)).forEach((one) => one.remove());
    return node.nodes.length > 0;
  });
}
