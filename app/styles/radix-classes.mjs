import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as props from "@radix-ui/themes/props";
import selectorParser from "postcss-selector-parser";

const components = join(
  dirname(createRequire(import.meta.url).resolve("@radix-ui/themes/package.json")),
  "dist/esm/components",
);

/**
 * The classes that Radix Themes' components can have as the console uses them: those that our components name themselves,
 * those that the code of an imported component names, and those that come of a prop with one of its values (`gap="2"`).
 *
 * @param {string} sources folder of our components
 * @returns {Set<string>}
 */
export function usedClasses(sources) {
  const used = new Set();
  for (const name of readdirSync(sources, { recursive: true, encoding: "utf8" })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = readFileSync(join(sources, name), "utf8");
    for (const [one] of text.matchAll(/\brt-[\w-]+/g)) used.add(one);
    const imported = /import \{([^}]*)\} from "@radix-ui\/themes"/.exec(text)?.[1];
    if (imported === undefined) continue;
    for (const [, component = ""] of imported.matchAll(/(\w+)(?: as \w+)?/g))
      addNamed(used, `${kebab(component)}.js`);
    addOfProps(used, text);
  }
  return used;
}

/** @param {string} name */
const kebab = (name) => name.replace(/\B[A-Z]/g, "-$&").toLowerCase();

/** What the code of a component names, and of those that it is made of. @param {Set<string>} used @param {string} file */
function addNamed(used, file, seen = new Set()) {
  if (seen.has(file)) return;
  seen.add(file);
  const text = readFileSync(join(components, file), "utf8");
  for (const [one] of text.matchAll(/\brt-[\w-]+/g)) used.add(one);
  for (const [, other = ""] of text.matchAll(/from"(\.[^"]+\.js)"/g))
    if (!other.startsWith("../../") && !(other.startsWith("../") && dirname(file) === "."))
      addNamed(used, join(dirname(file), other), seen);
}

/** @param {Set<string>} used @param {string} text */
function addOfProps(used, text) {
  const values = [...text.matchAll(/"([\w-]+)"/g)].map((match) => match[1] ?? "");
  for (const definitions of Object.values(props))
    for (const [prop, definition] of Object.entries(definitions)) {
      const { className, parseValue } = Object(definition);
      if (typeof className !== "string" || !new RegExp(`\\b${prop}\\b`).test(text)) continue;
      used.add(className);
      for (const value of values) used.add(`${className}-${parseValue?.(value) ?? value}`);
    }
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
