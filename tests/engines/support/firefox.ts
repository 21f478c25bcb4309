import puppeteer, { type Browser, type ElementHandle, type Page } from "puppeteer-core";
import { vi } from "vitest";
import { demoPassword } from "../../../scripts/lib/settings.mjs";

/** Headless Firefox. With `scripts: false` the pages' scripts do not run, but the driver's still do. */
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

/** Polls until `look` finds something, and returns it. */
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

/** A page in Firefox, used as a person would: by its visible text. */
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

  /** Waits until the page has this path. */
  async arrives(path: string | RegExp): Promise<void> {
    await until(
      () => (typeof path === "string" ? this.path() === path : path.test(this.path())),
      `at ${path}`,
    );
  }

  /** Waits until the page contains the text. */
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
    // Replaces the field's value.
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

  /** Presses the button or link with this name, in the open dialog or menu if there is one. */
  async press(name: string): Promise<void> {
    await this.click(await this.find("button", name));
  }

  async tick(name: string): Promise<void> {
    await this.click(await this.find("field", name));
  }

  /** Clicks at the element's position: the driver's own click needs the page's scripts, which may be off. */
  private async click(element: ElementHandle<HTMLElement>, count = 1): Promise<void> {
    const { x, y } = await element.evaluate((one) => {
      one.scrollIntoView({ block: "center" });
      const box = one.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    });
    await this.page.mouse.click(x, y, { count });
  }

  private async find(kind: "field" | "button", name: string): Promise<ElementHandle<HTMLElement>> {
    // A page that is being left has no body either.
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

  /** Signs in and returns the base path of the person's first customer. */
  async signIn(email: string): Promise<string> {
    await this.open("/login");
    await this.fill("Email", email);
    await this.fill("Password", demoPassword);
    await this.page.keyboard.press("Enter");
    await this.arrives(/^\/region\//);
    return /^\/region\/[^/]+\/customers\/[^/]+/.exec(this.path())?.[0] ?? "";
  }
}
