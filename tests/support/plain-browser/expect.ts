import { expect as browserExpect } from "@playwright/test";
import { PlainLocator, valueOf } from "./locator";
import { PlainPage } from "./page";
import {
  descriptionOf,
  isChecked,
  isDisabled,
  isText,
  nameOf,
  normalized,
  textIn,
  type TextPattern,
} from "./roles";
import { NotHere, onlyOptions } from "./strict";

type Seen = { isMet: boolean; seen: unknown };
type Options = { timeout?: number };
type TextOptions = Options & { ignoreCase?: boolean; useInnerText?: boolean };

/** Compares with whitespace collapsed; the whole text unless `isPart`. */
function isSame(text: string, wanted: TextPattern, isPart = false, ignoreCase = false): boolean {
  if (wanted instanceof RegExp) return isText(normalized(text), wanted);
  const [one, other] = [normalized(text), normalized(wanted)].map((each) =>
    ignoreCase ? each.toLowerCase() : each,
  ) as [string, string];
  return isPart ? one.includes(other) : one === other;
}

function ofTexts(texts: readonly string[], wanted: readonly TextPattern[], isPart: boolean): boolean {
  if (!isPart)
    return texts.length === wanted.length && texts.every((text, at) => isSame(text, wanted[at] ?? ""));
  // In order, with others in between allowed.
  let at = 0;
  for (const text of texts) if (at < wanted.length && isSame(text, wanted[at] ?? "", true)) at += 1;
  return at === wanted.length;
}

/** Matchers for a locator, with Playwright's names and meanings. */
function locatorMatchers(locator: PlainLocator) {
  const page = locator.owner;
  const has = (seen: unknown, isMet: boolean): Seen => ({ isMet, seen });
  const text = (wanted: TextPattern | readonly TextPattern[], isPart: boolean, options: TextOptions = {}) => {
    const read = (element: Element) => (options.useInnerText ? page.innerText(element) : textIn(element));
    if (Array.isArray(wanted)) {
      const texts = locator.elements().map(read);
      return has(texts, ofTexts(texts, wanted as TextPattern[], isPart));
    }
    const seen = read(locator.one());
    return has(seen, isSame(seen, wanted as TextPattern, isPart, options.ignoreCase));
  };
  const seen = (wanted: "visible" | "hidden") => {
    const found = locator.elements();
    const is = found.length > 0 && page.isVisible(locator.one(found)) ? "visible" : "hidden";
    return has(is, is === wanted);
  };
  const counted = (isMet: (count: number) => boolean) => {
    const { length } = locator.elements();
    return has(length, isMet(length));
  };
  const optional = (value: string | null, wanted: TextPattern | undefined) =>
    has(
      value,
      value !== null &&
        (wanted === undefined || (wanted instanceof RegExp ? isText(value, wanted) : value === wanted)),
    );
  return {
    toBeVisible: ({ visible: wanted = true }: Options & { visible?: boolean } = {}) =>
      seen(wanted ? "visible" : "hidden"),
    toBeHidden: () => seen("hidden"),
    toBeAttached: ({ attached = true }: Options & { attached?: boolean } = {}) =>
      counted((count) => attached === count > 0),
    toHaveCount: (wanted: number) => counted((count) => count === wanted),
    toHaveText: (wanted: TextPattern | readonly TextPattern[], options?: TextOptions) =>
      text(wanted, false, options),
    toContainText: (wanted: TextPattern | readonly TextPattern[], options?: TextOptions) =>
      text(wanted, true, options),
    toHaveValue: (wanted: TextPattern) => optional(valueOf(locator.one()), wanted),
    toHaveAttribute: (name: string, wanted?: TextPattern) =>
      optional(locator.one().getAttribute(name), wanted),
    toHaveClass: (wanted: TextPattern) => optional(locator.one().getAttribute("class"), wanted),
    toBeChecked: ({ checked = true }: Options & { checked?: boolean } = {}) => {
      const seen = isChecked(locator.one());
      return has(seen ? "checked" : "not checked", seen === checked);
    },
    toBeDisabled: () => has(isDisabled(locator.one()) ? "disabled" : "enabled", isDisabled(locator.one())),
    toBeEnabled: ({ enabled = true }: Options & { enabled?: boolean } = {}) =>
      has(isDisabled(locator.one()) ? "disabled" : "enabled", isDisabled(locator.one()) !== enabled),
    toBeEmpty: () => {
      const element = locator.one();
      const seen = element.matches("input, textarea")
        ? (element as HTMLInputElement).value
        : (element.textContent ?? "").trim();
      return has(seen, seen === "");
    },
    toHaveAccessibleName: (wanted: TextPattern) => {
      const seen = nameOf(locator.one(), page.styles());
      return has(seen, isSame(seen, wanted));
    },
    toHaveAccessibleDescription: (wanted: TextPattern) => {
      const seen = descriptionOf(locator.one(), page.styles());
      return has(seen, isSame(seen, wanted));
    },
  };
}

function pageMatchers(page: PlainPage) {
  return {
    toHaveURL: (wanted: TextPattern | ((url: URL) => boolean)): Seen => ({
      seen: page.url(),
      isMet: page.isAt(wanted),
    }),
    toHaveTitle: (wanted: TextPattern): Seen => ({
      seen: page.document().title,
      isMet: isSame(page.document().title, wanted),
    }),
  };
}

type Matcher = (...given: never[]) => Seen;

/** One expectation, retried while the page is going to refresh itself. */
function matcher(
  page: PlainPage,
  words: string,
  name: string,
  look: Matcher,
  isNot: boolean,
  message: string | undefined,
) {
  return async (...given: unknown[]): Promise<void> => {
    const last = given.at(-1);
    const options =
      last && typeof last === "object" && !(last instanceof RegExp) && !Array.isArray(last)
        ? (last as Options)
        : undefined;
    onlyOptions(
      options,
      ["timeout", "visible", "attached", "checked", "enabled", "ignoreCase", "useInnerText"],
      name,
    );
    await page.eventually(() => {
      let result: Seen;
      try {
        result = look(...(given as never[]));
      } catch (error) {
        // A missing element counts as not visible; other expectations need an element.
        throw new Error(
          `${message ? `${message}\n` : ""}${words} ${isNot ? "not." : ""}${name}: ${(error as Error).message}`,
          { cause: error },
        );
      }
      if (result.isMet === isNot)
        throw new Error(
          `${message ? `${message}\n` : ""}${words}: expected ${isNot ? "not " : ""}${name}(${given.map(String).join(", ")}), and it is ${JSON.stringify(result.seen)} on ${page.url()}`,
        );
    }, options?.timeout);
  };
}

function expectations(actual: PlainLocator | PlainPage, message: string | undefined) {
  const page = actual instanceof PlainPage ? actual : actual.owner;
  const known: Record<string, Matcher> =
    actual instanceof PlainPage ? pageMatchers(actual) : locatorMatchers(actual);
  const words = actual instanceof PlainPage ? "the page" : String(actual);
  const matchers = (isNot: boolean) =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, name) => {
        if (typeof name === "symbol") return undefined;
        if (name === "not" && !isNot) return matchers(true);
        const look = Object.hasOwn(known, name) ? known[name] : undefined;
        if (!look) throw new NotHere(`expect(…).${name}`);
        return matcher(page, words, name, look, isNot, message);
      },
    });
  return matchers(false);
}

/** Playwright's `expect`, which also accepts the plain browser's objects. */
export const expect = new Proxy(browserExpect, {
  apply: (target, _, [actual, message]: [unknown, (string | { message?: string })?]) =>
    actual instanceof PlainLocator || actual instanceof PlainPage
      ? expectations(actual, typeof message === "string" ? message : message?.message)
      : target(actual, message),
});
