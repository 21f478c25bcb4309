import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { vi } from "vitest";
import { demoPassword } from "../../../scripts/lib/settings.mjs";

/** Firefox without a window; with `scripts: false` pages' scripts do not run, the driver's own do. */
export function startFirefox(executablePath: string, { scripts }: { scripts: boolean }): Promise<Browser> {
  return puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox: {
      "javascript.enabled": scripts,
      "ui.prefersReducedMotion": 1,
      "intl.accept_languages": "en-GB",
    },
  });
}

/** What `look` finds, once it finds something. */
function until<Found>(look: () => Found | Promise<Found>, what: string): Promise<NonNullable<Found>> {
  return vi.waitFor(
    async () => {
      const found = await look();
      if (!found) throw new Error(`not yet: ${what}`);
      return found;
    },
    { timeout: 10_000, interval: 100 },
  );
}

const isIn = (all: string, text: string | RegExp) =>
  typeof text === "string" ? all.includes(text) : text.test(all);

/** One page of Firefox, used as a person would: by the words that stand on it. */
export class Reader {
  constructor(
    readonly page: Page,
    private readonly origin: string,
  ) {}

  async open(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.origin).href);
  }

  path(): string {
    return new URL(this.page.url()).pathname;
  }

  /** Waits until the page's path is this one. */
  async arrives(path: string | RegExp): Promise<void> {
    await until(
      () => (typeof path === "string" ? this.path() === path : path.test(this.path())),
      `at ${path}`,
    );
  }

  /** Waits until the page says it. */
  async sees(text: string | RegExp): Promise<void> {
    await until(async () => isIn(await this.text(), text), `${this.path()} says ${text}`);
  }

  text(): Promise<string> {
    // A page that is being unloaded does not answer.
    return this.page.evaluate(() => document.body.innerText).catch(() => "");
  }

  /** Fills the field with this label, in the dialog when one is open. */
  async fill(label: string, value: string): Promise<void> {
    await this.click(await this.find("field", label), 3);
    // What was in it is written over.
    await this.page.keyboard.press("Backspace");
    await this.page.keyboard.type(value);
  }

  async choose(label: string, option: string): Promise<void> {
    const field = await this.find("field", label);
    await field.evaluate((element, wanted) => {
      const select = element as HTMLSelectElement;
      select.value = [...select.options].find(({ text }) => text.includes(wanted))?.value ?? "";
      for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
    }, option);
  }

  /** Presses the button or link with this name: of a dialog when one is open, else of an open menu. */
  async press(name: string): Promise<void> {
    await this.click(await this.find("button", name));
  }

  async tick(name: string): Promise<void> {
    await this.click(await this.find("field", name));
  }

  /** A click where the element is; the driver's own way asks the page's scripts, of which there may be none. */
  private async click(element: ElementHandle<HTMLElement>, count = 1): Promise<void> {
    const { x, y } = await element.evaluate((one) => {
      one.scrollIntoView({ block: "center" });
      const box = one.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    await this.page.mouse.click(x, y, { count });
  }

  private async find(kind: "field" | "button", name: string): Promise<ElementHandle<HTMLElement>> {
    // Also a page that is on its way out has none.
    return until(() => this.look(kind, name).catch(() => null), `${kind} "${name}" on ${this.path()}`);
  }

  private async look(kind: "field" | "button", name: string): Promise<ElementHandle<HTMLElement> | null> {
    const handle = await this.page.evaluateHandle(
      (kind, name) => {
        const within =
          [...document.querySelectorAll("dialog[open], .menu:popover-open, .menu:target")].pop() ?? document;
        const isShown = (one: HTMLElement) => one.getClientRects().length > 0;
        const isNamed = (one: Element) =>
          [one.getAttribute("aria-label"), one.textContent].some(
            (text) => text?.trim().replace(/\s+/g, " ") === name,
          );
        if (kind === "button")
          return [...within.querySelectorAll<HTMLElement>("button, a, summary")].find(
            (one) => isShown(one) && isNamed(one) && !one.matches(":disabled, [aria-disabled=true]"),
          );
        const named = [...within.querySelectorAll<HTMLInputElement>("input, select, textarea")].find(
          (one) =>
            isShown(one) &&
            (isNamed(one) ||
              [...(one.labels ?? [])].some((label) => label.textContent?.trim().startsWith(name))),
        );
        return named;
      },
      kind,
      name,
    );
    return handle.asElement() as ElementHandle<HTMLElement> | null;
  }

  /** Signs in; answers the base path of the person's first customer. */
  async signIn(email: string): Promise<string> {
    await this.open("/login");
    await this.fill("Email", email);
    await this.fill("Password", demoPassword);
    await this.page.keyboard.press("Enter");
    await this.arrives(/^\/region\//);
    return /^\/region\/[^/]+\/customers\/[^/]+/.exec(this.path())?.[0] ?? "";
  }
}
