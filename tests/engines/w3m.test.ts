import { afterAll, describe, expect, inject, test } from "vitest";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { findProgram } from "../../scripts/lib/browser.mjs";
import { demoPassword } from "../../scripts/lib/settings.mjs";
import { formWith, hiddenValue } from "../support/console-client";
import { TextBrowser } from "./support/w3m";

const w3m = findProgram("w3m");
const vacancyId = demoVacancyId("acmeRetail", 0);

/** The rendered text from the main part on, which the skip link leads to. */
function mainOf(text: string, start: string): string {
  const at = text.indexOf(start);
  expect(at, `"${start}" in ${text.slice(0, 400)}`).toBeGreaterThan(-1);
  return text.slice(at);
}

/** Expects the texts in this order. */
function expectInOrder(text: string, ...words: string[]) {
  const places = words.map((word) => text.indexOf(word));
  expect(places, text.slice(0, 2000)).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
}

describe.skipIf(!w3m)("w3m, a text-only browser", () => {
  const browser = new TextBrowser(String(w3m), inject("consoleAddress"));
  const unique = `text-${Date.now().toString(36)}`;
  let base = "";
  afterAll(() => browser.close());

  test("AUTH-03 AUTH-05 signing in, after the errors are shown", () => {
    const first = browser.read("/login");
    expectInOrder(first, "Log in", "Email", "Password", "Forgot your password?", "Log In");
    const csrf = hiddenValue(browser.source("/login"), "csrf");
    const refused = browser.post("/login", [
      ["csrf", csrf],
      ["email", "admin@acme.example"],
      ["password", ""],
    ]);
    expectInOrder(refused, "Log in", "Please enter your password", "Email", "admin@acme.example");
    const vacancies = browser.post("/login", [
      ["csrf", csrf],
      ["email", "admin@acme.example"],
      ["password", demoPassword],
    ]);
    expectInOrder(vacancies, "Skip to content", "Acme Retail", "Vacancies");
    base = /href="([^"]+)\/vacancies"/.exec(browser.source("/").html)?.[1] ?? "";
    expect(base).not.toBe("");
  });

  test("quality: a list reads its heading first, then its columns and rows", () => {
    const { html } = browser.source(`${base}/customers`);
    const main = html.slice(html.indexOf("<main"));
    expect(/<(h\d|dialog|table|form)\b/.exec(main)?.[1]).toBe("h1");
    const text = browser.read(`${base}/customers`);
    expectInOrder(mainOf(text, "ATS Requests"), "Customers", "Create New", "Account Name", "acme-retail");
  });

  test("quality: a confirmation is the first thing in the main part", () => {
    const path = `${base}/vacancies/${vacancyId}/invite`;
    const { html } = browser.source(path);
    const main = html.slice(html.indexOf("<main"));
    expect(/<(h\d|dialog|table|form)\b/.exec(main)?.[1]).toBe("dialog");
    expectInOrder(
      mainOf(browser.read(path), "ATS Requests"),
      "Please input candidate details",
      "First name",
      "Last name",
      "Christmas casuals",
    );
  });

  test("CUST-22 CUST-36 CUST-37 CUST-40 a customer is created, after its errors and its confirmation", () => {
    const path = `${base}/customers/create`;
    const form = browser.source(path);
    const organization = /<option value="([^"]+)"[^>]*>Acme Group</.exec(form.html)?.[1] ?? "";
    const wrong = { organizationId: organization, displayName: unique, uniqueName: unique, awsRegion: "" };
    const refused = browser.post(path, formWith(form, "save", wrong));
    expectInOrder(refused, "Create a new customer", "Please select a region");
    expect(refused).toContain(unique);
    const right = { ...wrong, awsRegion: "ap-southeast-2" };
    const question = browser.post(path, formWith(form, "save", right));
    expectInOrder(
      mainOf(question, "ATS Requests"),
      "You cannot edit this customer once you save",
      "Display name",
    );
    const sent = formWith(form, "save", right).filter(([name]) => name !== "intent");
    const saved = browser.post(path, [...sent, ["intent", "save:confirm"]]);
    expect(saved).toContain("Customer created successfully.");
    expect(saved).toContain(unique);
  });

  test("SESS-27 signing out ends the session", () => {
    const page = browser.source(`${base}/customers`);
    const out = browser.post("/logout", [["csrf", hiddenValue(page, "csrf")]]);
    expectInOrder(out, "Log in", "Email");
    expectInOrder(browser.read(`${base}/customers`), "Log in", "Email");
  });
});
