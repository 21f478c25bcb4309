import postcss, { type AtRule, type Root, type Rule as StyleRule } from "postcss";
import selectorParser, { type Selector } from "postcss-selector-parser";

/** Properties that hide an element, keep it from being pressed or change the text that is read. */
const properties = [
  "position",
  "display",
  "visibility",
  "interactivity",
  "text-transform",
  "content-visibility",
] as const;
export type Property = (typeof properties)[number];

type Rule = {
  selector: string;
  classes: readonly string[];
  property: Property;
  value: string;
  weight: number[];
  isContent: boolean;
};

/** Key of a rule: a property, of an element or of a `details` element's content. */
const subject = (property: Property, isContent: boolean) => `${property}${isContent ? contentOfDetails : ""}`;

/** Marks an open popover, which jsdom does not support. */
export const openPopover = "data-plain-open";

/** A selector in a form that jsdom understands. */
export const withPopovers = (selector: string) => selector.replaceAll(":popover-open", `[${openPopover}]`);

/** Viewport size. */
export type Screen = { width: number; height: number };

/** Thrown for a stylesheet rule that cannot be decided without layout. */
class Undecided extends Error {}

const contentOfDetails = "::details-content";
const inherited = new Set<Property>(["visibility", "interactivity", "text-transform"]);

/**
 * The rules of stylesheets for a viewport, by subject and by a key that an element must have to match. Winning rules
 * come first.
 */
type Rules = ReadonlyMap<string, ReadonlyMap<string, readonly Rule[]>>;

const rulesKnown = new Map<string, Rules>();

/** Cached by viewport and `key`, which identifies the sheets. */
export function rulesFor(key: string, sheets: readonly string[], screen: Screen): Rules {
  const full = `${key} ${screen.width}x${screen.height}`;
  const known = rulesKnown.get(full);
  if (known) return known;
  const rules = new Map<string, Map<string, Rule[]>>();
  for (const [order, rule] of sheets.flatMap((sheet) => rulesOf(sheet, screen)).entries()) {
    const about = subject(rule.property, rule.isContent);
    const byKey = rules.get(about) ?? new Map<string, Rule[]>();
    rules.set(about, byKey);
    const key = keyOf(rule.selector);
    byKey.set(key, [{ ...rule, weight: [...rule.weight, order] }, ...(byKey.get(key) ?? [])]);
  }
  for (const byKey of rules.values()) for (const some of byKey.values()) some.sort(heaviest);
  rulesKnown.set(full, rules);
  return rules;
}

/**
 * Visibility according to a page's stylesheets, without JS. Implements a small part of the cascade: importance,
 * specificity and order, with media queries evaluated for the viewport's width.
 */
export class Styles {
  private readonly cache = new Map<Element, Map<Property, string>>();
  private present: ReadonlySet<string> | undefined;

  constructor(private readonly rules: Rules) {}

  /** Clears computed results after a change of the page. */
  forget(): void {
    this.cache.clear();
    this.present = undefined;
  }

  private classesOn(document: Document): ReadonlySet<string> {
    this.present ??= new Set(
      [...document.querySelectorAll("[class]")].flatMap(({ classList }) => [...classList]),
    );
    return this.present;
  }

  valueOf(element: Element, property: Property): string {
    const known = this.cache.get(element) ?? new Map<Property, string>();
    this.cache.set(element, known);
    const found = known.get(property) ?? this.compute(element, property);
    known.set(property, found);
    return found;
  }

  /** True if neither the element nor an ancestor is `display: none` or otherwise without a box. */
  isRendered(element: Element): boolean {
    for (let at: Element | null = element; at; at = at.parentElement) {
      if (this.valueOf(at, "display") === "none") return false;
      if (at.parentElement && this.isFoldedAway(at, at.parentElement)) return false;
    }
    return true;
  }

  /** True for inline elements, which do not start a line of their own. */
  isInline(element: Element): boolean {
    const { parentElement } = element;
    if (/^(absolute|fixed)$/.test(this.valueOf(element, "position"))) return false;
    if (parentElement && /^(inline-)?(flex|grid)$/.test(this.valueOf(parentElement, "display"))) return false;
    return /^(inline|contents)$/.test(this.valueOf(element, "display"));
  }

  private isFoldedAway(element: Element, parent: Element): boolean {
    if (parent.localName !== "details" || parent.hasAttribute("open")) return false;
    const summary = [...parent.children].find(({ localName }) => localName === "summary");
    return element !== summary && this.winner(parent, "content-visibility", true) !== "visible";
  }

  private compute(element: Element, property: Property): string {
    const won = this.winner(element, property, false);
    if (won !== undefined && won !== "inherit" && won !== "revert") return won;
    if ((inherited.has(property) || won === "inherit") && element.parentElement)
      return this.valueOf(element.parentElement, property);
    return property === "display" ? displayOf(element) : (initial[property] ?? "");
  }

  private winner(element: Element, property: Property, isContent: boolean): string | undefined {
    const inline = /(?:^|;)\s*PROPERTY\s*:\s*([\w-]+)/.source.replace("PROPERTY", property);
    const own = isContent ? undefined : new RegExp(inline).exec(element.getAttribute("style") ?? "")?.[1];
    const byKey = this.rules.get(subject(property, isContent));
    const keys = [
      "*",
      element.localName,
      `#${element.id}`,
      ...[...element.classList].map((name) => `.${name}`),
    ];
    // Selector matching takes most of the time: rules that match nothing here or would lose are skipped.
    const present = this.classesOn(element.ownerDocument);
    const best = keys
      .flatMap((key) => byKey?.get(key) ?? [])
      .filter(({ classes }) => classes.every((name) => present.has(name)))
      .sort(heaviest)
      .find(({ selector }) => element.matches(selector));
    return best && (own === undefined || best.weight[0] === 1) ? best.value : own;
  }
}

const initial: Partial<Record<Property, string>> = {
  visibility: "visible",
  interactivity: "auto",
  "text-transform": "none",
};

const blocks =
  "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary ul";
const defaults = new Map<string, string>([
  ...blocks.split(" ").map((name) => [name, "block"] as const),
  ...["head", "script", "style", "template", "title", "meta", "link", "base", "datalist"].map(
    (name) => [name, "none"] as const,
  ),
  ["table", "table"],
  ["caption", "table-caption"],
  ["thead", "table-header-group"],
  ["tbody", "table-row-group"],
  ["tfoot", "table-footer-group"],
  ["tr", "table-row"],
  ["td", "table-cell"],
  ["th", "table-cell"],
  ["colgroup", "table-column-group"],
  ["col", "table-column"],
  ...["button", "input", "select", "textarea", "meter", "progress"].map(
    (name) => [name, "inline-block"] as const,
  ),
]);

/** Display value from the user-agent stylesheet. */
function displayOf(element: Element): string {
  if (element.hasAttribute("hidden")) return "none";
  if (element.localName === "dialog" && !element.hasAttribute("open")) return "none";
  if (element.hasAttribute("popover") && !element.hasAttribute(openPopover)) return "none";
  if (element.localName === "input" && element.getAttribute("type")?.toLowerCase() === "hidden")
    return "none";
  return defaults.get(element.localName) ?? "inline";
}

const isLess = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at !== -1 && (one[at] ?? 0) < (other[at] ?? 0);
};

const heaviest = (one: Rule, other: Rule) => (isLess(one.weight, other.weight) ? 1 : -1);

function rulesOf(sheet: string, screen: Screen): Rule[] {
  const rules: Rule[] = [];
  const walk = (container: Root | AtRule) => {
    container.each((node) => {
      if (node.type === "atrule") {
        if (/keyframes$/.test(node.name) || node.name === "font-face" || node.name === "property") return;
        if (
          node.name === "media"
            ? isMedia(node.params, screen)
            : node.name === "supports"
              ? isSupported(node)
              : decided(node)
        )
          walk(node);
      } else if (node.type === "rule")
        rules.push(...node.selectors.flatMap((selector) => declared(node, selector)));
    });
  };
  walk(postcss.parse(sheet));
  return rules;
}

/** Unknown at-rules matter only if they could hide something. */
function decided(node: AtRule): boolean {
  let matters = false;
  // An at-rule without a block has no nodes.
  if (node.nodes) node.walkDecls(/^(display|visibility)$/, () => void (matters = true));
  if (matters) throw new Undecided(`@${node.name} ${node.params} hides or shows something`);
  return false;
}

function declared(rule: StyleRule, full: string): Rule[] {
  const isContent = full.endsWith(contentOfDetails);
  const selector = withPopovers(isContent ? full.slice(0, -contentOfDetails.length) : full);
  // Pseudo-elements are not elements.
  if (/::|:(before|after)\b/.test(selector)) return [];
  return rule.nodes.flatMap((node) => {
    if (node.type !== "decl" || !properties.some((name) => name === node.prop)) return [];
    const weight = [node.important ? 1 : 0, ...specificityOf(selector)];
    const classes = classesOf(selectorParser().astSync(selector).first);
    return [{ selector, classes, property: node.prop as Property, value: node.value, weight, isContent }];
  });
}

/** Classes that must occur on the page for a selector to match. */
const classesOf = ({ nodes }: Selector): string[] =>
  nodes.flatMap((node) => {
    if (node.type === "class") return [node.value];
    const [only, ...others] = node.type === "pseudo" && node.value === ":has" ? node.nodes : [];
    return only && others.length === 0 ? classesOf(only) : [];
  });

/** Index key of a rule: a class, id or tag of the selector's last part. */
function keyOf(selector: string): string {
  const parsed = selectorParser().astSync(selector).first;
  const last: string[] = [];
  for (const node of [...parsed.nodes].reverse()) {
    if (node.type === "combinator") break;
    if (node.type === "class") return `.${node.value}`;
    if (node.type === "id") last.unshift(`#${node.value}`);
    if (node.type === "tag") last.push(node.value);
  }
  return last[0] ?? "*";
}

/** CSS Selectors 4: ids, then classes, attributes and pseudo-classes, then tags. */
function specificityOf(selector: string): [number, number, number] {
  return ofSelector(selectorParser().astSync(selector).first);
}

function ofSelector(selector: Selector): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  const add = ([ids, classes, tags]: [number, number, number]) => {
    sum[0] += ids;
    sum[1] += classes;
    sum[2] += tags;
  };
  for (const node of selector.nodes) {
    if (node.type === "id") add([1, 0, 0]);
    else if (node.type === "class" || node.type === "attribute") add([0, 1, 0]);
    else if (node.type === "tag") add([0, 0, 1]);
    else if (node.type === "pseudo") {
      if (node.value === ":where") continue;
      const inner = node.nodes.map(ofSelector).sort((one, other) => (isLess(one, other) ? 1 : -1))[0];
      if ([":is", ":not", ":has"].includes(node.value)) add(inner ?? [0, 0, 0]);
      else add(node.value.startsWith("::") ? [0, 0, 1] : [0, 1, 0]);
    }
  }
  return sum;
}

const features: Record<string, (value: string, screen: Screen) => boolean> = {
  "min-width": (value, { width }) => width >= pixels(value),
  "max-width": (value, { width }) => width <= pixels(value),
  "min-height": (value, { height }) => height >= pixels(value),
  "max-height": (value, { height }) => height <= pixels(value),
  scripting: (value) => value === "none",
  hover: (value) => value === "hover",
  pointer: (value) => value === "fine",
  "any-pointer": (value) => value === "fine",
  "forced-colors": (value) => value === "none",
  "prefers-color-scheme": (value) => value === "light",
  "prefers-reduced-motion": (value) => value === "reduce",
  "prefers-contrast": (value) => value === "no-preference",
};

function pixels(value: string): number {
  const [, number = "", unit = ""] = /^([\d.]+)(px|rem|em)$/.exec(value) ?? [];
  if (!number) throw new Undecided(`a length of ${value}`);
  return Number(number) * (unit === "px" ? 1 : 16);
}

/** True if a media query matches this viewport without JS. */
export function isMedia(query: string, screen: Screen): boolean {
  return query.split(",").some((one) =>
    one
      .trim()
      .split(/\s*\band\b\s*/)
      .every((part) => {
        if (part === "screen" || part === "all" || part === "") return true;
        if (part === "print") return false;
        const [, name = "", value = ""] = /^\(\s*([\w-]+)\s*:\s*([^)]+?)\s*\)$/.exec(part) ?? [];
        const feature = features[name];
        if (!feature) throw new Undecided(`@media ${query}`);
        return feature(value, screen);
      }),
  );
}

/** Features of the Chromium used in the journeys; a difference would show in journeys that run both ways. */
const supported = [
  "selector(:popover-open)",
  "selector(::details-content)",
  "(position-area: bottom)",
  "(interactivity: inert)",
];

function isSupported(node: AtRule): boolean {
  const [, not, what = ""] = /^(not\s+)?(.*)$/.exec(node.params.trim()) ?? [];
  return supported.includes(what) ? !not : decided(node);
}
