import type { Styles } from "./styles";

/** Roles, accessible names and texts of elements, as Playwright's locators define them. */

export const normalized = (text: string) =>
  text
    .replace(/[\u200b\u00ad]/g, "")
    .trim()
    .replace(/\s+/g, " ");

export type TextPattern = string | RegExp;

/** Compares texts like Playwright: a string matches anywhere in any case, unless `exact`. */
export function isText(full: string, pattern: TextPattern, exact = false): boolean {
  if (pattern instanceof RegExp) return new RegExp(pattern.source, pattern.flags.replace("g", "")).test(full);
  const text = normalized(full);
  return exact
    ? text === normalized(pattern)
    : text.toLowerCase().includes(normalized(pattern).toLowerCase());
}

const wordless = new Set(["head", "title", "meta", "link", "base", "script", "noscript", "style"]);

/** The text of an element, visible or not; `known` caches descendants' texts for bulk lookups. */
export function textIn(element: Element, known?: Map<Element, string>): string {
  const found = known?.get(element);
  if (found !== undefined) return found;
  const text = readText(element, known);
  known?.set(element, text);
  return text;
}

function readText(element: Element, known: Map<Element, string> | undefined): string {
  const name = element.localName;
  if (wordless.has(name)) return "";
  if (name === "input" && /^(submit|button|reset)$/.test(element.getAttribute("type") ?? ""))
    return (element as HTMLInputElement).value;
  let text = "";
  for (let child = element.firstChild; child; child = child.nextSibling) {
    if (child.nodeType === 3) text += child.nodeValue ?? "";
    else if (child.nodeType === 1) text += textIn(child as Element, known);
  }
  return text;
}

/** The innermost of these elements that contain the text. */
export function holding(elements: readonly Element[], pattern: TextPattern, exact?: boolean): Element[] {
  const known = new Map<Element, string>();
  const holds = (element: Element) =>
    !wordless.has(element.localName) && isText(textIn(element, known), pattern, exact);
  return elements.filter((element) => holds(element) && ![...element.children].some(holds));
}

const referenced = (element: Element, attribute: string): Element[] =>
  (element.getAttribute(attribute) ?? "")
    .split(/\s+/)
    .flatMap((id) => (id ? (element.ownerDocument.getElementById(id) ?? []) : []));

const labelsKnown = new WeakMap<Document, Map<Element, HTMLLabelElement[]>>();

/** The labels of a field, cached: jsdom searches the page for each field, and labels do not change while it is open. */
function labelsFor(element: Element): HTMLLabelElement[] {
  const { ownerDocument } = element;
  let known = labelsKnown.get(ownerDocument);
  if (!known) {
    known = new Map();
    labelsKnown.set(ownerDocument, known);
    for (const label of ownerDocument.querySelectorAll("label"))
      if (label.control) known.set(label.control, [...(known.get(label.control) ?? []), label]);
  }
  return known.get(element) ?? [];
}

/** The texts by which `getByLabel` finds a field. */
export function labelsOf(element: Element): string[] {
  const named = referenced(element, "aria-labelledby");
  if (named.length > 0) return named.map((one) => textIn(one));
  const own = element.getAttribute("aria-label");
  if (own?.trim()) return [own];
  return labelsFor(element).map((one) => textIn(one));
}

const hasName = (element: Element) =>
  element.hasAttribute("aria-label") ||
  element.hasAttribute("aria-labelledby") ||
  element.hasAttribute("title");
const isWithinPart = (element: Element) =>
  Boolean(
    element.closest("article, aside, main, nav, section, blockquote, details, fieldset, figure, td, th"),
  ) ||
  Boolean(
    element.closest("[role=article], [role=region], [role=main], [role=navigation], [role=complementary]"),
  );

const simple: Record<string, string> = Object.fromEntries(
  (
    "article:article aside:complementary blockquote:blockquote button:button caption:caption code:code datalist:listbox dd:definition " +
    "del:deletion details:group dfn:term dialog:dialog dt:term em:emphasis fieldset:group figure:figure h1:heading h2:heading h3:heading " +
    "h4:heading h5:heading h6:heading hr:separator html:document ins:insertion li:listitem main:main mark:mark menu:list meter:meter " +
    "nav:navigation ol:list optgroup:group option:option output:status p:paragraph progress:progressbar search:search strong:strong " +
    "sub:subscript sup:superscript svg:img table:table tbody:rowgroup textarea:textbox tfoot:rowgroup thead:rowgroup time:time tr:row ul:list"
  )
    .split(" ")
    .map((pair) => pair.split(":")),
);

const inputRoles: Record<string, string> = {
  button: "button",
  checkbox: "checkbox",
  file: "button",
  image: "button",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  reset: "button",
  search: "searchbox",
  submit: "button",
};

/** The role of an element, explicit or implied by its tag; undefined if it has none. */
export function roleOf(element: Element): string | undefined {
  const [given] = (element.getAttribute("role") ?? "").split(/\s+/);
  if (given && given !== "none" && given !== "presentation") return given;
  if (given) return undefined;
  return ownRole(element);
}

function ownRole(element: Element): string | undefined {
  const name = element.localName;
  // The parts of a presentational table have no roles either.
  if (
    /^(thead|tbody|tfoot|tr|td|th|li)$/.test(name) &&
    element.parentElement?.closest("table, ul, ol")?.matches("[role=presentation], [role=none]")
  )
    return undefined;
  switch (name) {
    case "a":
    case "area":
      return element.hasAttribute("href") ? "link" : undefined;
    case "footer":
      return isWithinPart(element) ? undefined : "contentinfo";
    case "header":
      return isWithinPart(element) ? undefined : "banner";
    case "form":
      return hasName(element) ? "form" : undefined;
    case "section":
      return hasName(element) ? "region" : undefined;
    case "img":
      return element.getAttribute("alt") === "" && !hasName(element) ? undefined : "img";
    case "input":
      return inputRole(element as HTMLInputElement);
    case "select":
      return (element as HTMLSelectElement).multiple || (element as HTMLSelectElement).size > 1
        ? "listbox"
        : "combobox";
    case "td":
      return /^(tree)?grid$/.test(element.closest("table")?.getAttribute("role") ?? "") ? "gridcell" : "cell";
    case "th":
      return headerRole(element);
    default:
      return simple[name];
  }
}

function inputRole(element: HTMLInputElement): string | undefined {
  if (element.type === "hidden") return undefined;
  if (/^(email|search|tel|text|url)$/.test(element.type) && element.list) return "combobox";
  return inputRoles[element.type] ?? "textbox";
}

function headerRole(element: Element): string | undefined {
  const scope = element.getAttribute("scope") ?? "";
  if (/^col/.test(scope)) return "columnheader";
  if (/^row/.test(scope)) return "rowheader";
  const neighbours = [element.previousElementSibling, element.nextElementSibling];
  if (neighbours.every((one) => one === null))
    return (element.closest("table")?.rows.length ?? 0) <= 1 ? undefined : "columnheader";
  if (neighbours.every((one) => one?.localName === "th")) return "columnheader";
  const isData = (one: Element | null) =>
    one?.localName === "td" && Boolean(one.textContent?.trim() || one.children.length);
  return neighbours.some(isData) ? "rowheader" : "columnheader";
}

/** True for elements outside the accessibility tree. */
export function isHiddenFromRoles(element: Element, styles: Styles): boolean {
  if (["style", "script", "noscript", "template"].includes(element.localName)) return true;
  // Options of a collapsed list are still in the tree.
  const isOption = element.localName === "option" && Boolean(element.closest("select"));
  if (!isOption && styles.valueOf(element, "visibility") !== "visible") return true;
  if (element.closest("[aria-hidden=true]")) return true;
  return !styles.isRendered(isOption ? (element.closest("select") ?? element) : element);
}

const namedByContent =
  /^(button|cell|checkbox|columnheader|gridcell|heading|link|menuitem|menuitemcheckbox|menuitemradio|option|radio|row|rowheader|switch|tab|tooltip|treeitem)$/;
const wordsWithin =
  /^(|caption|code|contentinfo|definition|deletion|emphasis|insertion|list|listitem|mark|none|paragraph|presentation|region|row|rowgroup|section|strong|subscript|superscript|table|term|time)$/;

/** The accname step: the element itself, part of another's name, or a reference from another. */
type Way = { kind: "self" | "part" | "reference"; withHidden?: boolean };

/** The accessible name (accname 1.2, as far as the console's HTML needs it). */
export const nameOf = (element: Element, styles: Styles): string =>
  normalized(nameFrom(element, styles, { kind: "self" }, new Set()));

function nameFrom(element: Element, styles: Styles, way: Way, seen: Set<Element>): string {
  if (seen.has(element)) return "";
  seen.add(element);
  const isHidden = isHiddenFromRoles(element, styles);
  if (isHidden && way.kind !== "reference" && !way.withHidden) return "";
  const inner: Way = { kind: "part", withHidden: way.withHidden || (isHidden && way.kind === "reference") };
  const named = referenced(element, "aria-labelledby");
  if (named.length > 0 && way.kind !== "reference")
    return named.map((one) => nameFrom(one, styles, { kind: "reference" }, new Set())).join(" ");
  if (way.kind === "part") {
    const value = valueWithin(element);
    if (value !== undefined) return value;
  }
  const label = element.getAttribute("aria-label");
  if (label?.trim()) return label;
  const own = ownName(element, styles, inner, seen);
  if (own?.trim()) return own;
  const role = roleOf(element) ?? "";
  if (
    namedByContent.test(role) ||
    way.kind === "reference" ||
    (way.kind === "part" && wordsWithin.test(role))
  ) {
    const content = contentName(element, styles, inner, seen);
    if (content.trim()) return content;
  }
  return (
    element.getAttribute("title") ??
    (element.matches("input, textarea") ? (element.getAttribute("placeholder") ?? "") : "")
  );
}

/** The value of a field that is embedded in another element's label. */
function valueWithin(element: Element): string | undefined {
  if (element.localName === "select")
    return [...(element as HTMLSelectElement).selectedOptions].map((one) => textIn(one)).join(" ");
  if (/^(textbox|searchbox|spinbutton|combobox)$/.test(roleOf(element) ?? ""))
    return (element as HTMLInputElement).value;
  return undefined;
}

/** The name from native HTML features. */
function ownName(element: Element, styles: Styles, way: Way, seen: Set<Element>): string | undefined {
  const child = { fieldset: "legend", table: "caption", figure: "figcaption", svg: "title" }[
    element.localName
  ];
  if (child) {
    const first = [...element.children].find(({ localName }) => localName === child);
    return first && (child === "title" ? (first.textContent ?? "") : contentName(first, styles, way, seen));
  }
  if (element.matches("img, area, input[type=image]")) return element.getAttribute("alt") ?? undefined;
  if (element.matches("input[type=submit], input[type=button], input[type=reset]")) {
    const { value, type } = element as HTMLInputElement;
    return value || { submit: "Submit", reset: "Reset" }[type];
  }
  const { labels } = element as HTMLInputElement;
  const texts = [...(labels ?? [])].map((label) =>
    nameFrom(label, styles, { kind: "reference" }, new Set([element])),
  );
  return texts.join(" ");
}

function contentName(element: Element, styles: Styles, way: Way, seen: Set<Element>): string {
  return [...element.childNodes]
    .map((child) => {
      if (child.nodeType === child.TEXT_NODE) return child.nodeValue ?? "";
      if (child.nodeType !== child.ELEMENT_NODE) return "";
      const words = nameFrom(child as Element, styles, way, seen);
      return styles.isInline(child as Element) && (child as Element).localName !== "br"
        ? words
        : ` ${words} `;
    })
    .join("");
}

export function descriptionOf(element: Element, styles: Styles): string {
  const described = referenced(element, "aria-describedby");
  if (described.length > 0)
    return normalized(
      described.map((one) => nameFrom(one, styles, { kind: "reference" }, new Set())).join(" "),
    );
  const given = element.getAttribute("aria-description") ?? element.getAttribute("title") ?? "";
  return normalized(given) === nameOf(element, styles) ? "" : normalized(given);
}

const disabledRoles =
  /^(application|button|composite|gridcell|group|input|link|menuitem|scrollbar|separator|tab|checkbox|columnheader|combobox|grid|listbox|menu|menubar|menuitemcheckbox|menuitemradio|option|radio|radiogroup|row|rowheader|searchbox|select|slider|spinbutton|switch|tablist|textbox|toolbar|tree|treegrid|treeitem)$/;

export function isDisabled(element: Element): boolean {
  if (element.matches(":is(button, input, select, textarea, option, optgroup):disabled")) return true;
  return disabledRoles.test(roleOf(element) ?? "") && Boolean(element.closest("[aria-disabled=true]"));
}

export function isChecked(element: Element): boolean {
  if (element.matches("input[type=checkbox], input[type=radio]"))
    return (element as HTMLInputElement).checked;
  return element.getAttribute("aria-checked") === "true";
}
