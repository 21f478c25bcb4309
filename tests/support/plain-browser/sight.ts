import { NotHere } from "./strict";
import type { Styles } from "./styles";

/** Elements with a size of their own; a link with an accessible name is drawn as an icon. */
const drawn =
  "a[href][aria-label], img, svg, input, select, textarea, button, meter, progress, canvas, video, iframe, hr";

/** True if an element is visible by Playwright's definition: it has a box and is not hidden. */
export function isVisible(element: Element, styles: Styles): boolean {
  if (element.matches("option, optgroup")) return false;
  if (styles.valueOf(element, "display") === "contents") {
    return styles.isRendered(element) && [...element.children].some((child) => isVisible(child, styles));
  }
  if (!styles.isRendered(element) || styles.valueOf(element, "visibility") !== "visible") return false;
  if (hasContent(element, styles)) return true;
  throw new NotHere(`size of an empty <${element.localName} class="${element.getAttribute("class") ?? ""}">`);
}

/** True if something in it has a size. */
function hasContent(element: Element, styles: Styles): boolean {
  if (element.matches(drawn)) return true;
  if (styles.valueOf(element, "display") === "none") return false;
  if (element.localName === "details") return true;
  return [...element.childNodes].some((child) =>
    child.nodeType === child.TEXT_NODE
      ? Boolean(child.nodeValue?.trim())
      : child.nodeType === child.ELEMENT_NODE && hasContent(child as Element, styles),
  );
}

/** The visible text of an element, with line breaks at box boundaries. */
export function innerText(element: Element, styles: Styles): string {
  if (!styles.isRendered(element)) return element.textContent ?? "";
  const parts: string[] = [];
  read(element, styles, parts);
  return parts
    .join("")
    .replace(/[ \t\r\n]*\uE000+[ \r\n]*/g, "\n")
    .replace(/^[\n\s]+|[\n\s]+$/g, "");
}

/** "\uE000", which no text contains, marks a line break that merges with adjacent ones. */
function read(element: Element, styles: Styles, parts: string[]): void {
  for (const child of element.childNodes) {
    if (child.nodeType === child.TEXT_NODE) {
      if (styles.valueOf(element, "visibility") !== "visible") continue;
      const value = child.nodeValue ?? "";
      // Preformatted text keeps its line breaks.
      if (element.closest("pre")) {
        parts.push(value.replace(/\r\n?/g, "\n"));
        continue;
      }
      const text = value.replace(/[ \t\r\n]+/g, " ");
      const isSpace = /[\s\uE000]$/.test(parts.at(-1) ?? " ");
      parts.push(
        transformed(isSpace ? text.replace(/^ /, "") : text, styles.valueOf(element, "text-transform")),
      );
    } else if (child.nodeType === child.ELEMENT_NODE) readChild(child as Element, styles, parts);
  }
}

function readChild(child: Element, styles: Styles, parts: string[]): void {
  if (!styles.isRendered(child)) return;
  const display = styles.valueOf(child, "display");
  if (child.localName === "br") parts.push("\n");
  else if (/^table-(cell)$/.test(display)) {
    read(child, styles, parts);
    if (child.nextElementSibling) parts.push("\t");
  } else {
    const isBlock = !/^inline-/.test(display) && !styles.isInline(child);
    if (isBlock) parts.push("\uE000");
    // Field values are not page text.
    if (!/^(input|textarea|select)$/.test(child.localName)) read(child, styles, parts);
    if (isBlock) parts.push("\uE000");
  }
}

function transformed(text: string, how: string): string {
  if (how === "uppercase") return text.toUpperCase();
  if (how === "lowercase") return text.toLowerCase();
  return how === "capitalize" ? text.replace(/\b\w/g, (letter) => letter.toUpperCase()) : text;
}
