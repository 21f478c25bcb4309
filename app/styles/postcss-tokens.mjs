import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cutSelector, grayButton, usedClasses } from "./radix-classes.mjs";

const radixFile = /@radix-ui[\\/]themes[\\/]/;
const grayTokens = "[data-accent-color='gray']";
const reference = /var\(\s*(--[\w-]+)/g;

/**
 * Attribute values that <html> can have; Radix's rules for any other are dropped.
 * @type {Record<string, string[]>}
 */
const looks = {
  "gray-color": ["slate"],
  radius: ["medium"],
  scaling: ["100%"],
  "panel-background": [],
  "has-background": [],
};

/**
 * Makes Radix Themes' files small and scriptless:
 * - folds the only scaling and radius into the sizes, and keeps tokens that the console overrides only once;
 * - drops refinements for newer browsers (wide gamut, mixed borders), font faces, and looks and colour scales
 *   that the console does not use;
 * - drops rules for classes that the console's components do not use, and unused animations;
 * - drops variables that neither CSS nor components refer to, directly or through another variable;
 * - repeats every `.dark` rule for `data-appearance="system"` in a dark system, so that "system" needs no script.
 *
 * @param {{ sources: string }} options folder of the CSS and components that may name a token
 * @returns {import("postcss").Plugin}
 */
export default function tokens({ sources }) {
  return {
    postcssPlugin: "edge-console-tokens",
    Once(root, { AtRule, result }) {
      // The CSS of a single area contains nothing of Radix.
      if (!root.some(isRadix)) return;
      const scales = new Set();
      root.walkDecls(/^--[a-z]+-9$/, (decl) => {
        if (isRadix(decl)) scales.add(decl.prop.slice(2, -2));
      });
      root.walkAtRules((rule) => {
        if (isRadix(rule) && ["supports", "font-face"].includes(rule.name)) rule.remove();
      });
      dropOtherClasses(root, sources, scales);
      foldSizes(root);
      dropOverridden(root);
      dropMotions(root);
      dropUnused(root, sources);
      dropEmpty(root);
      addSystemDark(root, AtRule);
      // During development a component that starts using another token must bring it back.
      result.messages.push({
        type: "dir-dependency",
        plugin: "edge-console-tokens",
        dir: sources,
        glob: "**/*.{css,tsx}",
        parent: result.opts.from,
      });
    },
  };
}
tokens.postcss = true;

/** @param {import("postcss").Node} node */
function isRadix(node) {
  return radixFile.test(node.source?.input.file ?? "");
}

/**
 * Drops rules for unused looks, scales, components and props.
 *
 * @param {import("postcss").Root} root @param {string} sources @param {Set<string>} scales
 */
function dropOtherClasses(root, sources, scales) {
  const used = usedClasses(sources);
  root.walkRules((rule) => {
    if (!isRadix(rule) || isStep(rule)) return;
    const selectors = isUsed(rule.selector, scales) ? simplified(rule.selectors) : [];
    const left = selectors.flatMap((selector) => cutSelector(selector, used) ?? []);
    if (left.length === 0) rule.remove();
    else rule.selectors = left.flatMap((one) => (one === grayTokens ? [one, grayButton] : one));
  });
}

/** True for a step of an animation. @param {import("postcss").Rule} rule */
const isStep = ({ parent }) => parent?.type === "atrule" && "name" in parent && parent.name === "keyframes";

/** @param {string} selector @param {Set<string>} scales */
function isUsed(selector, scales) {
  const accent = /\[data-accent-color='(\w+)'\]/.exec(selector)?.[1];
  if (accent && accent !== "gray" && !scales.has(accent)) return false;
  return Object.entries(looks).every(([name, values]) => {
    const value = new RegExp(`\\[data-${name}='([^']+)'\\]`).exec(selector)?.[1];
    return value === undefined || values.includes(value);
  });
}

/**
 * Keeps one class for dark and none for light: Radix's other selectors are for nested themes. The style of selected
 * text is set on the root and inherited: on each element it would take a quarter of the time of styling a list.
 *
 * @param {string[]} selectors
 */
function simplified(selectors) {
  if (selectors.some((selector) => /\.dark\b(?!-)/.test(selector))) return [".dark"];
  const own = selectors.filter((selector) => !/^\.light\b/.test(selector) && !selector.includes(":has("));
  return own.map((selector) =>
    selector.includes(".rt-")
      ? selector
      : withoutWhere(selector.replace(":where(.light, .light-theme)", "")).replace(
          " ::selection",
          "::selection",
        ),
  );
}

/** The selector without `:where()`, for which browsers before 2021 drop the rule. @param {string} selector */
function withoutWhere(selector) {
  return selector
    .replace(/:where\(:not\(([^()]*)\)\)/, (_, /** @type {string} */ list) =>
      list
        .split(",")
        .map((one) => `:not(${one.trim()})`)
        .join(""),
    )
    .replace(/:where\(([^()]*)\)/, "$1");
}

/** <html> has one scaling and one radius, both 1: folds the factors. @param {import("postcss").Root} root */
function foldSizes(root) {
  root.walkDecls((decl) => {
    if (!isRadix(decl)) return;
    decl.value = decl.value.replace(
      /calc\(([\w.]+)(?: \* var\(--(?:scaling|radius-factor)\))+\)/g,
      (_, /** @type {string} */ size) => size,
    );
  });
}

/** Drops tokens that the console's CSS redefines for the same elements. @param {import("postcss").Root} root */
function dropOverridden(root) {
  const own = new Set();
  const keyOf = (/** @type {import("postcss").Declaration} */ { parent, prop }) =>
    `${parent?.type === "rule" && parent.parent?.type === "root" ? parent.selector : ""} ${prop}`;
  root.walkDecls(/^--/, (decl) => {
    if (!isRadix(decl) && !keyOf(decl).startsWith(" ")) own.add(keyOf(decl));
  });
  root.walkDecls(/^--/, (decl) => {
    if (isRadix(decl) && own.has(keyOf(decl))) decl.remove();
  });
}

/** @param {import("postcss").Root} root @param {string} sources */
function dropUnused(root, sources) {
  /** @type {Map<string, Set<string>>} */
  const inside = new Map();
  /** @type {string[]} */
  const queue = readdirSync(sources, { recursive: true, encoding: "utf8" })
    // The CSS of a single area is a separate file that uses the main stylesheet's tokens.
    .filter((name) => /\.(css|tsx?)$/.test(name))
    .flatMap((name) => references(readFileSync(join(sources, name), "utf8")));
  root.walkDecls((decl) => {
    const names = references(decl.value);
    if (!decl.prop.startsWith("--")) queue.push(...names);
    else inside.set(decl.prop, new Set([...(inside.get(decl.prop) ?? []), ...names]));
    if (decl.prop.startsWith("--") && !isRadix(decl)) queue.push(decl.prop);
  });
  const used = new Set();
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    queue.push(...(inside.get(name) ?? []));
  }
  root.walkDecls(/^--/, (decl) => {
    if (isRadix(decl) && !used.has(decl.prop)) decl.remove();
  });
}

/** Drops unused animations. @param {import("postcss").Root} root */
function dropMotions(root) {
  let made = "";
  root.walkDecls(/^animation/, (decl) => {
    made += ` ${decl.value}`;
  });
  root.walkAtRules("keyframes", (rule) => {
    if (isRadix(rule) && !made.includes(rule.params)) rule.remove();
  });
}

/** @param {import("postcss").Root} root */
function dropEmpty(root) {
  root.walkRules((rule) => {
    if (rule.nodes.length === 0) rule.remove();
  });
  root.walkAtRules("media", (rule) => {
    if (rule.nodes?.length === 0) rule.remove();
  });
}

/** @param {string} text @returns {string[]} */
function references(text) {
  return [...text.matchAll(reference)].flatMap((match) => match[1] ?? []);
}

/** @param {import("postcss").Root} root @param {typeof import("postcss").AtRule} AtRule */
function addSystemDark(root, AtRule) {
  root.walkRules(/\.dark\b(?!-)/, (rule) => {
    const media = new AtRule({ name: "media", params: "(prefers-color-scheme: dark)" });
    media.append(
      rule.clone({
        selectors: rule.selectors.map((one) => one.replace(/\.dark\b/, ':root[data-appearance="system"]')),
      }),
    );
    // Directly after its twin: later rules override both alike.
    rule.after(media);
  });
}
