import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import selectorParser from "postcss-selector-parser";

/**
 * Elements that a page may have a hundred of have short class names. Per Radix component: its own class and those of
 * its looks, as selectors; "*" is the look of each. Other looks have no rules.
 */
const button = {
  "rt-variant-solid": ".btn-solid",
  "rt-variant-surface": ".btn-outline",
  "rt-variant-soft": ":is(.btn-soft, .btn-ghost)",
  "rt-r-size-1": ".btn-small",
  "rt-r-size-2": ":not(.btn-small, .btn-large)",
  "rt-r-size-3": ".btn-large",
  "rt-high-contrast": ":not(.btn-solid, [data-accent-color])",
};
/** @type {Record<string, Record<string, string>>} */
const components = {
  "rt-reset": { "rt-reset": ".btn" },
  "rt-BaseButton": { "rt-BaseButton": ".btn", ...button },
  "rt-Button": { "rt-Button": ".btn:where(:not(.btn-icon))", ...button },
  "rt-IconButton": { "rt-IconButton": ".btn-icon", ...button },
  "rt-Badge": { "rt-Badge": ".badge", "rt-r-size-1": "*", "rt-variant-soft": "*", "rt-high-contrast": "*" },
  "rt-CalloutRoot": {
    "rt-CalloutRoot": ".callout",
    "rt-CalloutIcon": ".callout-icon",
    "rt-r-size-1": "*",
    "rt-variant-surface": "*",
  },
  "rt-CalloutIcon": { "rt-CalloutIcon": ".callout-icon" },
};
/** A button is gray unless it is solid or names another colour, and needs no attribute for that. */
export const grayButton = `.btn:where(${button["rt-high-contrast"]})`;
/** Elements that are buttons, or look like one. */
const buttons = ["a", "button", "summary"];

/**
 * Returns the Radix Themes classes used by the components.
 *
 * @param {string} sources folder of the components
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
 * A Radix selector with the console's class names, without parts that match no element; undefined if nothing is left.
 *
 * @param {string} selector
 * @param {Set<string>} used
 * @returns {string | undefined}
 */
export function cutSelector(selector, used) {
  const names = components[/\.(rt-[\w-]+)/.exec(selector)?.[1] ?? ""];
  if (!names) return possiblePart(selector, used);
  const ofUsed = selector.replace(/:where\(:not\(\.(rt-[\w-]+)\)\)/g, (all, name) =>
    name in names ? all : "",
  );
  return possiblePart(ofUsed, new Set(Object.keys(names)))
    ?.replace(/\.(rt-[\w-]+)/g, (_, name) => names[name] ?? "")
    .replaceAll(":where(*)", "");
}

/** @param {string} selector @param {Set<string>} used @returns {string | undefined} */
function possiblePart(selector, used) {
  const root = selectorParser().astSync(selector);
  root.nodes.filter((one) => !isPossible(one, used)).forEach((one) => one.remove());
  return root.nodes.length === 0 ? undefined : root.toString().trim();
}

/** @param {import("postcss-selector-parser").Selector} selector @param {Set<string>} used @returns {boolean} */
function isPossible(selector, used) {
  return selector.nodes.every((node) => {
    // States of unused components: what opens, and nested themes.
    if (node.type === "attribute") return !["data-state", "data-is-root-theme"].includes(node.attribute);
    if (node.type === "tag" && used.has("rt-reset")) return buttons.includes(node.value);
    if (node.type === "class") return !/\brt-|:/.test(node.value) || used.has(node.value);
    if (node.type !== "pseudo" || node.nodes.length === 0 || node.value === ":not") return true;
    node.nodes.filter((one) => !isPossible(one, used)).forEach((one) => one.remove());
    return node.nodes.length > 0;
  });
}
