import type { Page } from "@playwright/test";
import postcss, { type Root } from "postcss";

/** Selectors that browsers of five years ago do not know; one invalidates the whole list that it stands in. */
export const newSelectors = /:has\(|:popover-open|:modal|::details-content|:autofill|:user-(in)?valid/;
const newValues = /color-mix\(|light-dark\(|oklch\(|anchor\(|anchor-size\(|\d[dsl]v[hwb]\b/;
const newProperties =
  /^(position-(area|try.*|anchor)|anchor-name|translate|rotate|scale|text-wrap.*|accent-color|field-sizing)$/;
const newConditions = /scripting|[<>]|selector\(:popover-open\)|selector\(::details-content\)|position-area/;

/** A style sheet as a browser of five years ago parses it: without everything unknown to it. */
function understood(css: string): string {
  const root: Root = postcss.parse(css);
  root.walkAtRules((rule) => {
    const isUnknown = newConditions.test(rule.params);
    if (["layer", "container", "property", "starting-style"].includes(rule.name)) rule.remove();
    else if (rule.name === "supports" && isUnknown && /^not\b/.test(rule.params))
      rule.replaceWith(rule.nodes ?? []);
    else if (/^(supports|media)$/.test(rule.name) && isUnknown) rule.remove();
  });
  root.walkRules((rule) => {
    // One unknown selector invalidates the whole rule.
    if (newSelectors.test(rule.selector)) rule.remove();
  });
  root.walkDecls((decl) => {
    if (newProperties.test(decl.prop) || newValues.test(decl.value)) decl.remove();
  });
  return renamed(root.toString());
}

/** Renames the popover attributes, in HTML and CSS alike, so that the browser ignores them. */
const renamed = (text: string) => text.replace(/(?<=[\s[])(popover(target(action)?)?)(?=[=\]])/g, "data-$1");

/**
 * Makes the page behave as in a browser of 2021, with or without scripts: no popovers, anchor positioning, modal
 * dialogs, `:has` or mixed colours, and none of the newer functions that the console's scripts could call.
 */
export async function asOldEngine(page: Page): Promise<void> {
  await page.route("**/*", async (route) => {
    const type = route.request().resourceType();
    if (type !== "document" && type !== "stylesheet") return route.continue();
    // The browser follows redirects itself, since they may set cookies.
    const answer = await route.fetch({ maxRedirects: 0 });
    const headers = answer.headers();
    const isText = /^text\/(html|css)/.test(headers["content-type"] ?? "");
    if (!isText || (answer.status() >= 300 && answer.status() < 400))
      return route.fulfill({ response: answer });
    delete headers["content-encoding"];
    delete headers["content-length"];
    const text = await answer.text();
    const body = type === "stylesheet" ? understood(text) : renamed(text);
    await route.fulfill({ status: answer.status(), headers, body });
  });
  await page.addInitScript(() => {
    const remove = (holder: object | undefined, ...names: string[]) => {
      for (const name of names) if (holder) Reflect.deleteProperty(holder, name);
    };
    remove(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
    remove(HTMLDialogElement.prototype, "showModal", "show", "close", "open");
    remove(Element.prototype, "checkVisibility");
    remove(window, "HTMLDialogElement", "BroadcastChannel", "navigation", "scheduler", "requestIdleCallback");
    remove(Intl, "Segmenter");
    remove(URL, "canParse", "parse");
    remove(Object, "groupBy");
    remove(Map, "groupBy");
    remove(Promise, "withResolvers", "try");
    remove(Array, "fromAsync");
    remove(Array.prototype, "toSorted", "toReversed", "toSpliced", "with", "findLast", "findLastIndex");
    remove(AbortSignal, "any", "timeout");
    for (const name of ["union", "intersection", "difference"]) remove(Set.prototype, name);
    const supports = CSS.supports.bind(CSS);
    const isNew = /:popover-open|:modal|:has|:where|position-area|anchor|color-mix|:autofill|details-content/;
    CSS.supports = (...args: string[]) =>
      !args.some((one) => isNew.test(one)) && supports(...(args as [string]));
    const { setAttribute, matches, closest, querySelectorAll } = Element.prototype;
    Element.prototype.setAttribute = function (name: string, value: string) {
      setAttribute.call(this, /^popover/.test(name) ? `data-${name}` : name, value);
    };
    const known = (selector: string) => {
      if (/:popover-open|:modal|:has\(|:where\(|:autofill/.test(selector))
        throw new DOMException(`'${selector}' is not a valid selector.`, "SyntaxError");
      return selector.replace(/\[popover/g, "[data-popover");
    };
    Object.assign(Element.prototype, {
      matches(this: Element, selector: string) {
        return matches.call(this, known(selector));
      },
      closest(this: Element, selector: string) {
        return closest.call(this, known(selector));
      },
      querySelectorAll(this: Element, selector: string) {
        return querySelectorAll.call(this, known(selector));
      },
    });
  });
}
