import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { findProgram } from "../../scripts/lib/browser.mjs";
import { spotsIn } from "../support/pressed-spots";
import { Reader, startFirefox } from "./support/firefox";

const firefox = process.env.FIREFOX_PATH ?? findProgram("firefox-esr", "firefox");
const vacancyId = demoVacancyId("acmeRetail", 0);

describe.skipIf(!firefox).each([
  ["with scripts", true],
  ["without scripts", false],
])("Firefox %s", (_, scripts) => {
  let browser: Browser;
  let reader: Reader;
  let base = "";
  const unique = `${scripts ? "Js" : "Plain"}${Date.now().toString(36)}`;
  beforeAll(async () => {
    browser = await startFirefox(String(firefox), { scripts });
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    reader = new Reader(page, inject("consoleAddress"));
    base = await reader.signIn("admin@acme.example");
  }, 60_000);
  afterAll(() => browser?.close());

  test("AUTH-12 signing in leads to the customer's vacancies", () => {
    expect(base).toMatch(/^\/region\/ap-southeast-2\/customers\/[0-9a-f]{24}$/);
  });

  test("CUST-22 CUST-26 CUST-37 a customer is created, after errors that keep the input", async () => {
    await reader.open(`${base}/customers/create`);
    await reader.fill("Display name", `Firefox ${unique}`);
    await reader.fill("Account name", `firefox-${unique.toLowerCase()}`);
    await reader.press("Save");
    await reader.sees("Please select an organisation");
    await reader.choose("Organisation", "Acme Group");
    await reader.choose("Region", "Sydney");
    await reader.press("Save");
    await reader.sees("You cannot edit this customer once you save");
    await reader.press("Save");
    await reader.arrives(`${base}/customers`);
    await reader.sees(`Firefox ${unique}`);
  });

  test("COMP-07 COMP-08 COMP-11 a customer's setting is refused next to its field, then confirmed and saved", async () => {
    await reader.open(`${base}/customers`);
    await reader.press(`Firefox ${unique}`);
    await reader.arrives(/settings/);
    const own = reader.path().replace(/\/settings.*/, "");
    await reader.open(`${own}/settings/compliance`);
    await reader.fill("Video retention (months)", "0");
    await reader.press("Update");
    await reader.sees("Please enter a number between 1 - 9999");
    await reader.fill("Video retention (months)", "24");
    await reader.press("Update");
    await reader.fill('Type "UPDATE RETENTION" to confirm', "UPDATE RETENTION");
    await reader.press("Update");
    await reader.sees("Customer compliance setting created");
  });

  test("CUST-11 CUST-18 a customer is archived and restored", async () => {
    await reader.open(`${base}/customers?q=${unique}`);
    await reader.tick(`Firefox ${unique}`);
    await reader.press("Archive");
    await reader.sees("1 customer has been archived.");
    await reader.open(`${base}/customers/archive`);
    await reader.tick(`Firefox ${unique}`);
    await reader.press("Restore");
    await reader.sees("1 customer has been restored.");
  });

  test("INV-01 INV-02 INV-13 a candidate is invited to a vacancy", async () => {
    await reader.open(`${base}/vacancies/${vacancyId}`);
    await reader.sees("Not started");
    await reader.press("Invite Candidate");
    await reader.sees("Please input candidate details");
    await reader.fill("Email", `${unique}@mail.example`);
    await reader.fill("First name", "Fire");
    await reader.fill("Last name", unique);
    await reader.press("Invite");
    await reader.sees("Invite candidate success.");
    await reader.open(`${base}/vacancies/${vacancyId}?q=${unique}`);
    await reader.sees(`Fire ${unique}`);
  });

  test("APP-47 the menu of a candidate's row opens, and leads to the form of the candidate", async () => {
    await reader.open(`${base}/vacancies/${vacancyId}?q=${unique}`);
    // Until scripts run it leads to the same menu on the candidate's page.
    if (scripts) await reader.page.waitForSelector("#customer-switcher input[type=search]");
    await reader.press(`Actions for Fire ${unique}`);
    await reader.press("Edit candidate");
    await reader.arrives(/\/applications\/[0-9a-f]{24}(\/candidate)?\/edit$/);
    await reader.fill("First name", "Ignis");
    await reader.press("Update");
    await reader.sees(`Ignis ${unique}`);
  });

  const hasMouseMenus = [
    ["vacancies", "details.drop-down, header [popovertarget], main [popovertarget]"],
    [`vacancies/${vacancyId}`, "details.drop-down, .table tr:nth-child(1) .drawn-more"],
    ["notifications", "details.drop-down"],
    ["ats-requests", "details.drop-down"],
  ] as const;
  test.runIf(scripts).each(hasMouseMenus)(
    "GEN-39 a menu of %s stays open when its text, edges or scrollbars are pressed by mouse",
    async (path, openers) => {
      const { page } = reader;
      await page.setViewport({ width: 1440, height: 900 });
      await reader.open(`${base}/${path}`);
      await page.waitForSelector("#customer-switcher input[type=search]");
      if (await page.$(".filter-more > summary")) await reader.press("More filters (2)");
      const menus = await page.$$(openers.replaceAll("details.drop-down", "details.drop-down > summary"));
      let presses = 0;
      for (const menu of menus) {
        const at = await menu.evaluate((element) => {
          element.scrollIntoView({ block: "center" });
          const { left, top, width, height } = element.getBoundingClientRect();
          return element.checkVisibility() ? { x: left + width / 2, y: top + height / 2 } : null;
        });
        if (!at) continue;
        const name = await menu.evaluate(
          (element) => element.textContent || element.getAttribute("aria-label"),
        );
        await page.mouse.click(at.x, at.y);
        const panel = await page.waitForSelector(
          "details.drop-down[open] > :last-child, [popover]:popover-open:not(.app-nav)",
        );
        if (!panel) throw new Error(`${name} did not open`);
        const count = (await panel.evaluate(spotsIn, false)).length;
        for (let index = 0; index < count; index += 1) {
          const spot = (await panel.evaluate(spotsIn, false))[index];
          if (!spot) break;
          await page.mouse.move(spot.x, spot.y);
          await page.mouse.down();
          await page.mouse.move(spot.x + 2, spot.y + 2);
          await page.mouse.up();
          presses += 1;
          expect(await panel.isVisible(), `${name}, pressed at "${spot.what}"`).toBe(true);
        }
        await page.keyboard.press("Escape");
      }
      expect(presses).toBeGreaterThan(10);
    },
  );

  test.runIf(scripts)(
    "GEN-39 APP-82 a dialog and the bulk action bar stay open when pressed by mouse",
    async () => {
      const { page } = reader;
      await reader.open(`${base}/vacancies/${vacancyId}`);
      await page.waitForSelector("#customer-switcher input[type=search]");
      const press = async (selector: string, dx = 0.5, dy = 0.5) => {
        const element = await page.waitForSelector(selector, { visible: true });
        const box = await element?.boundingBox();
        if (!box) throw new Error(`${selector} is not drawn`);
        await page.mouse.click(box.x + box.width * dx, box.y + box.height * dy);
      };
      await press(".table tbody tr:nth-child(1) .check input");
      await press(".table tbody tr:nth-child(2) .check input", 0.1, 0.1);
      await reader.sees("2 selected");
      for (const [dx, dy] of [
        [0.003, 0.5],
        [0.5, 0.05],
        [0.997, 0.5],
      ] as const)
        await press(".selection-bar-bottom", dx, dy);
      await press(".selection-bar-bottom .selection-count");
      await reader.sees("2 selected");
      await press(".page-header-main a[href*='/invite']");
      await reader.sees("Please input candidate details");
      for (const [dx, dy] of [
        [0.01, 0.01],
        [0.99, 0.99],
        [0.5, 0.01],
      ] as const)
        await press("dialog[open]", dx, dy);
      await press("dialog[open] h2");
      await press("dialog[open] label");
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
      await reader.sees("Please input candidate details");
    },
  );
});
