import type { PlainPage } from "./page";
import {
  holding,
  isChecked,
  isDisabled,
  isHiddenFromRoles,
  isText,
  labelsOf,
  nameOf,
  roleOf,
  textIn,
  type TextPattern,
} from "./roles";
import { NotHere, onlyOptions, strict } from "./strict";
import { withPopovers } from "./styles";

type Find = (scope: ParentNode) => Element[];

type Filter = {
  hasText?: TextPattern;
  hasNotText?: TextPattern;
  has?: PlainLocator;
  hasNot?: PlainLocator;
  visible?: boolean;
};
type Exact = { exact?: boolean };
type RoleOptions = Exact & {
  name?: TextPattern;
  checked?: boolean;
  disabled?: boolean;
  expanded?: boolean;
  includeHidden?: boolean;
  level?: number;
  pressed?: boolean;
  selected?: boolean;
};
/** Options that bypass Playwright's actionability checks. */
type Forced = { force?: boolean };
type Chosen = string | { label?: string; value?: string; index?: number } | null;
export type GivenFile = { name: string; mimeType: string; buffer: Buffer };

/** Finder methods that pages and locators share. */
export abstract class Scope {
  abstract readonly owner: PlainPage;
  protected abstract within(what: string, find: Find): PlainLocator;

  locator(what: string | PlainLocator, options?: Filter): PlainLocator {
    const found =
      typeof what === "string"
        ? this.within(what, byCss(what, this.owner))
        : this.within(String(what), (scope) => what.find(scope));
    return options ? found.filter(options) : found;
  }

  getByRole(role: string, options: RoleOptions = {}): PlainLocator {
    onlyOptions(
      options,
      ["name", "exact", "checked", "disabled", "expanded", "includeHidden", "level", "pressed", "selected"],
      "getByRole",
    );
    const styles = () => this.owner.styles();
    const isMet = (element: Element) =>
      roleOf(element) === role &&
      (options.includeHidden || !isHiddenFromRoles(element, styles())) &&
      hasStates(element, options) &&
      (options.name === undefined || isText(nameOf(element, styles()), options.name, options.exact));
    return this.within(`role ${role} ${described(options)}`, (scope) => all(scope).filter(isMet));
  }

  getByText(text: TextPattern, { exact }: Exact = {}): PlainLocator {
    return this.within(`text ${String(text)}`, (scope) => {
      const own = isElement(scope) ? [scope] : [];
      return holding([...own, ...all(scope)], text, exact);
    });
  }

  getByLabel(text: TextPattern, { exact }: Exact = {}): PlainLocator {
    return this.within(`label ${String(text)}`, (scope) =>
      all(scope).filter((element) => labelsOf(element).some((label) => isText(label, text, exact))),
    );
  }

  getByPlaceholder(text: TextPattern, options?: Exact): PlainLocator {
    return this.byAttribute("placeholder", text, options);
  }

  getByTitle(text: TextPattern, options?: Exact): PlainLocator {
    return this.byAttribute("title", text, options);
  }

  private byAttribute(name: string, text: TextPattern, { exact }: Exact = {}): PlainLocator {
    return this.within(`${name} ${String(text)}`, (scope) =>
      all(scope).filter((element) => {
        const value = element.getAttribute(name);
        return value !== null && (exact && typeof text === "string" ? value === text : isText(value, text));
      }),
    );
  }
}

const isElement = (scope: ParentNode): scope is Element => scope.nodeType === scope.ELEMENT_NODE;
const all = (scope: ParentNode): Element[] => [...scope.querySelectorAll("*")];
const described = (options: object) =>
  JSON.stringify(options, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));

/** Standard CSS, plus Playwright's `:visible` at the end only. */
function byCss(selector: string, page: PlainPage): Find {
  if (selector === "..")
    return (scope) => (isElement(scope) && scope.parentElement ? [scope.parentElement] : []);
  if (/^(xpath=|\/\/|text=)|>>|:(has-text|text|text-is|nth-match)\(/.test(selector))
    throw new NotHere(`selector ${selector}`);
  const parts = selector.split(/,(?![^(]*\))/).map((part) => part.trim());
  const finds = parts.map((part): Find => {
    const isVisible = part.endsWith(":visible");
    const css = isVisible ? part.slice(0, -":visible".length) : part;
    if (css.includes(":visible")) throw new NotHere(`selector ${selector}`);
    return (scope) =>
      related(scope, withPopovers(css)).filter((element) => !isVisible || page.isVisible(element));
  });
  return (scope) => inOrder(finds.flatMap((find) => find(scope)));
}

/** A selector may begin with a combinator relative to the scope. */
function related(scope: ParentNode, css: string): Element[] {
  const [, combinator, rest = ""] = /^([>+~])\s*(.*)$/s.exec(css) ?? [];
  if (!combinator) return [...scope.querySelectorAll(css)];
  if (combinator === ">") return [...scope.querySelectorAll(`:scope > ${rest}`)];
  if (/[\s>+~]/.test(rest) || !isElement(scope)) throw new NotHere(`selector ${css}`);
  const found: Element[] = [];
  for (let at = scope.nextElementSibling; at; at = combinator === "~" ? at.nextElementSibling : null)
    if (at.matches(rest)) found.push(at);
  return found;
}

/** Unique elements in document order. */
const inOrder = (elements: readonly Element[]): Element[] =>
  [...new Set(elements)].sort((one, other) =>
    one.compareDocumentPosition(other) & one.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  );

function hasStates(
  element: Element,
  { checked, disabled, expanded, level, pressed, selected }: RoleOptions,
): boolean {
  const is = (attribute: string) => element.getAttribute(attribute) === "true";
  return (
    (checked === undefined || isChecked(element) === checked) &&
    (disabled === undefined || isDisabled(element) === disabled) &&
    (expanded === undefined ||
      (element.localName === "details" ? element.hasAttribute("open") : is("aria-expanded")) === expanded) &&
    (level === undefined ||
      Number(element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1]) === level) &&
    (pressed === undefined || is("aria-pressed") === pressed) &&
    (selected === undefined ||
      (element.localName === "option" ? (element as HTMLOptionElement).selected : is("aria-selected")) ===
        selected)
  );
}

/** Elements of a page, looked up again on each use. */
export class PlainLocator extends Scope {
  private constructor(
    readonly owner: PlainPage,
    private readonly words: string,
    readonly find: Find,
  ) {
    super();
  }

  static of(page: PlainPage, words: string, find: Find): PlainLocator {
    return strict(new PlainLocator(page, words, find), "locator");
  }

  override toString(): string {
    return this.words;
  }

  page(): PlainPage {
    return this.owner;
  }

  /** All current matches. */
  elements(): Element[] {
    return this.find(this.owner.document());
  }

  /** The single match; throws if there are several. */
  one(found = this.elements()): Element {
    const [first, ...others] = found;
    if (!first) throw new Error(`${this.words}: nothing of that on ${this.owner.url()}`);
    if (others.length > 0)
      throw new Error(`${this.words}: ${others.length + 1} of that on ${this.owner.url()} (strict mode)`);
    return first;
  }

  protected within(what: string, find: Find): PlainLocator {
    return this.derived(`${this.words} › ${what}`, (scope) => inOrder(this.find(scope).flatMap(find)));
  }

  private derived(words: string, find: Find): PlainLocator {
    return PlainLocator.of(this.owner, words, find);
  }

  filter(options: Filter): PlainLocator {
    onlyOptions(options, ["hasText", "hasNotText", "has", "hasNot", "visible"], "filter");
    const { hasText, hasNotText, has, hasNot, visible } = options;
    return this.derived(
      `${this.words} with ${String(hasText ?? has ?? hasNotText ?? hasNot ?? "visible")}`,
      (scope) =>
        this.find(scope).filter(
          (element) =>
            (hasText === undefined || isText(textIn(element), hasText)) &&
            (hasNotText === undefined || !isText(textIn(element), hasNotText)) &&
            (has === undefined || has.find(element).length > 0) &&
            (hasNot === undefined || hasNot.find(element).length === 0) &&
            (visible === undefined || this.owner.isVisible(element) === visible),
        ),
    );
  }

  nth(index: number): PlainLocator {
    return this.derived(`${this.words} #${index}`, (scope) =>
      this.find(scope).slice(index, index === -1 ? undefined : index + 1),
    );
  }

  first(): PlainLocator {
    return this.nth(0);
  }

  last(): PlainLocator {
    return this.nth(-1);
  }

  and(other: PlainLocator): PlainLocator {
    return this.derived(`${this.words} and ${String(other)}`, (scope) => {
      const others = new Set(other.find(scope));
      return this.find(scope).filter((element) => others.has(element));
    });
  }

  or(other: PlainLocator): PlainLocator {
    return this.derived(`${this.words} or ${String(other)}`, (scope) =>
      inOrder([...this.find(scope), ...other.find(scope)]),
    );
  }

  all(): Promise<PlainLocator[]> {
    return Promise.resolve(this.elements().map((_, index) => this.nth(index)));
  }

  count(): Promise<number> {
    return Promise.resolve(this.elements().length);
  }

  async click(options?: Forced): Promise<void> {
    onlyOptions(options, ["force"], "click");
    await this.owner.click(await (options?.force ? this.there() : this.ready()));
  }

  /** Waits until the element exists and can be pressed: a page that refreshes itself may bring it. */
  private ready(needsEnabled = true): Promise<Element> {
    return this.owner.eventually(() => {
      const element = this.one();
      if (!this.owner.isVisible(element)) throw new Error(`${this.words} is not visible`);
      if (needsEnabled && isDisabled(element)) throw new Error(`${this.words} is disabled`);
      return element;
    });
  }

  async fill(value: string, options?: object): Promise<void> {
    onlyOptions(options, [], "fill");
    this.owner.fill(await this.ready(), value);
  }

  clear(): Promise<void> {
    return this.fill("");
  }

  async check(options?: Forced): Promise<void> {
    await this.setChecked(true, options);
  }

  async uncheck(options?: Forced): Promise<void> {
    await this.setChecked(false, options);
  }

  async setChecked(isWanted: boolean, options?: Forced): Promise<void> {
    onlyOptions(options, ["force"], "check");
    const element = await (options?.force ? this.there() : this.ready());
    if (isChecked(element) === isWanted) return;
    await this.owner.click(element);
    if (isChecked(element) !== isWanted) throw new Error(`${this.words} did not change`);
  }

  async selectOption(given: Chosen | readonly Chosen[]): Promise<string[]> {
    const select = await this.ready();
    return this.owner.choose(select, (Array.isArray(given) ? given : [given]) as Chosen[]);
  }

  async setInputFiles(given: GivenFile | readonly GivenFile[]): Promise<void> {
    await Promise.resolve();
    this.owner.attach(this.one(), Array.isArray(given) ? (given as GivenFile[]) : [given as GivenFile]);
  }

  async press(key: string): Promise<void> {
    const element = await this.ready(false);
    if (key !== "Enter") throw new NotHere(`key ${key}`);
    await this.owner.enter(element);
  }

  async focus(): Promise<void> {
    ((await this.ready(false)) as HTMLElement).focus();
    this.owner.changed();
  }

  async blur(): Promise<void> {
    await Promise.resolve();
    (this.one() as HTMLElement).blur();
    this.owner.changed();
  }

  scrollIntoViewIfNeeded(): Promise<void> {
    this.one();
    return Promise.resolve();
  }

  async inputValue(): Promise<string> {
    return valueOf(await this.there());
  }

  private there(): Promise<Element> {
    return this.owner.eventually(() => this.one());
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.there()).getAttribute(name);
  }

  async textContent(): Promise<string | null> {
    return (await this.there()).textContent;
  }

  allTextContents(): Promise<string[]> {
    return Promise.resolve(this.elements().map(({ textContent }) => textContent ?? ""));
  }

  async innerText(): Promise<string> {
    return this.owner.innerText(await this.there());
  }

  allInnerTexts(): Promise<string[]> {
    return Promise.resolve(this.elements().map((element) => this.owner.innerText(element)));
  }

  /** Runs a test's function on the elements. It can use the whole DOM except layout. */
  evaluateAll<Result, Argument>(
    work: (elements: Element[], argument: Argument) => Result,
    ...[argument]: Argument[]
  ): Promise<Awaited<Result>> {
    return Promise.resolve(work(this.elements(), argument as Argument));
  }

  async evaluate<Result, Argument>(
    work: (element: Element, argument: Argument) => Result,
    ...[argument]: Argument[]
  ): Promise<Awaited<Result>> {
    return Promise.resolve(work(await this.there(), argument as Argument));
  }

  isVisible(): Promise<boolean> {
    const found = this.elements();
    return Promise.resolve(found.length > 0 && this.owner.isVisible(this.one(found)));
  }

  async isEnabled(): Promise<boolean> {
    return !isDisabled(await this.there());
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.there());
  }

  async isChecked(): Promise<boolean> {
    return isChecked(await this.there());
  }
}

/** Value of a field. */
export function valueOf(element: Element): string {
  const field = element.localName === "label" ? (element as HTMLLabelElement).control : element;
  if (!field?.matches("input, textarea, select")) throw new Error(`<${element.localName}> has no value`);
  return (field as HTMLInputElement).value;
}
