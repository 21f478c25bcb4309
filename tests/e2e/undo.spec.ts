import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { formWith } from "../support/console-client";
import { hasScripts, row, slug } from "./support/kit";
import { newCustomer, withAnother } from "./support/settings";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

const undo = (page: Page) => page.getByRole("status").getByRole("button", { name: "Undo" });
const chooseAll = async (page: Page) => {
  for (const box of await page.locator(".row-check:enabled").all()) await box.check();
};

/** Posts a page's form as filled in, without opening it. */
async function post(
  page: Page,
  path: string,
  button: string,
  typed: Record<string, string>,
  intent = button,
) {
  const html = await (await page.request.get(path)).text();
  const form = { ...Object.fromEntries(formWith({ html }, button, typed)), intent };
  const answer = await page.request.post(path, { form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

/** Creates customers with a common name prefix, and opens the list filtered to them. */
async function customersCalled(page: Page, base: string, stem: string, count: number) {
  const form = `${base}/customers/create`;
  const html = await (await page.request.get(form)).text();
  const organizationId = /<option[^>]*value="([^"]+)"[^>]*>Acme Group/.exec(html)?.[1] ?? "";
  for (let index = 1; index <= count; index += 1) {
    const displayName = `${stem} ${index}`;
    const typed = { organizationId, displayName, uniqueName: slug(displayName), awsRegion: "ap-southeast-2" };
    await post(page, form, "save", typed, "save:confirm");
  }
  await page.goto(`${base}/customers?search=${encodeURIComponent(stem)}`);
  await expect(row(page, stem)).toHaveCount(count);
}

const vacancyPath = (base: string) => `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;

/** Invites people with one last name, and opens the list filtered to them. */
async function candidatesCalled(page: Page, base: string, stem: string, firstNames: readonly string[]) {
  const lastName = slug(stem).replaceAll("-", "").slice(0, 40);
  const path = vacancyPath(base);
  for (const firstName of firstNames) {
    const email = `${firstName.toLowerCase()}.${lastName.slice(-24)}@mail.example`;
    await post(page, `${path}/invite`, "invite", { email, firstName, lastName });
  }
  await page.goto(`${path}?q=${lastName}`);
  await expect(row(page, lastName)).toHaveCount(firstNames.length);
  return lastName;
}

async function giveStatus(page: Page, status: string) {
  await page.getByLabel("Update status").selectOption(status);
  await page.locator(".selection-bar").getByRole("button", { name: "Apply", exact: true }).click();
  await expect(page.getByText("Application status updated.")).toBeVisible();
}

test("SHELL-31 one click brings back eight archived customers, or archives them again after a restore @js @all", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const stem = unique("Eight");
  await customersCalled(page, base, stem, 8);
  await chooseAll(page);
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  const toast = page.getByRole("status").filter({ hasText: "8 customers have been archived." });
  await expect(toast).toBeVisible();
  await expect(row(page, stem)).toHaveCount(0);
  const box = await toast.boundingBox();
  const foot = (page.viewportSize()?.height ?? 0) / 2;
  // With scripts at the bottom of the window, without them at the top of the page.
  if (hasScripts()) expect(box?.y).toBeGreaterThan(foot);
  else expect(box?.y).toBeLessThan(foot);
  await expectAccessible(page, "a notice with Undo");

  await undo(page).click();
  await expect(page.getByRole("status").getByText("Undone", { exact: true })).toBeVisible();
  await expect(row(page, stem)).toHaveCount(8);
  await expect(page).toHaveURL(
    new RegExp(`/customers\\?search=${encodeURIComponent(stem).replaceAll("%20", "(%20|\\+)")}`),
  );
  if (hasScripts()) await expect(page.locator(".notices > :focus")).toContainText("Undone");
  await expect(undo(page)).toHaveCount(0);

  // The reverse.
  await row(page, `${stem} 1`).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Archive", exact: true }).click();
  await expect(page.getByText("1 customer has been archived.")).toBeVisible();
  await page.goto(`${base}/customers/archive?search=${encodeURIComponent(stem)}`);
  await chooseAll(page);
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("1 customer has been restored.")).toBeVisible();
  await expect(row(page, stem)).toHaveCount(0);
  await undo(page).click();
  await expect(page.getByRole("status").getByText("Undone", { exact: true })).toBeVisible();
  await expect(row(page, stem)).toHaveCount(1);
});

test("PIPE-11 one of three declines is undone, then another; a colleague changed the third @twice", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  const last = await candidatesCalled(page, base, unique("Some"), ["Ann", "Ben", "Cleo"]);
  const list = page.url();
  await row(page, `Ann ${last}`).getByRole("checkbox").check();
  await giveStatus(page, "Shortlisted");
  await chooseAll(page);
  await giveStatus(page, "Declined");
  await page.getByRole("link", { name: "Undo…" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Undo for some candidates");
  await expect(page.getByRole("rowheader")).toHaveCount(3);
  await expect(row(page, `Ann ${last}`)).toContainText("Shortlisted");
  await expect(row(page, `Ann ${last}`)).toContainText("Not notified of the decline yet");
  await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expectAccessible(page, "the candidates of an Undo");
  await expectNoOverflow(page, "the candidates of an Undo");
  if (!hasScripts()) {
    await page.getByRole("button", { name: "Undo selected" }).click();
    await expect(page.getByText("Please select at least one application")).toBeVisible();
  }

  await withAnother(page, async (other) => {
    await other.goto(list);
    await row(other, `Cleo ${last}`).getByRole("checkbox").check();
    await giveStatus(other, "Offered");
  });
  for (const name of ["Ben", "Cleo"]) await row(page, `${name} ${last}`).getByRole("checkbox").check();
  await page.getByRole("button", { name: hasScripts() ? "Undo 2" : "Undo selected" }).click();
  await expect(page.getByRole("alert")).toContainText(
    `Cleo ${last} was changed in the meantime and is now Offered`,
  );
  await expect(row(page, `Ben ${last}`)).toContainText("Has the previous status again");
  await expect(row(page, `Cleo ${last}`)).toContainText("Changed since");
  for (const name of ["Ben", "Cleo"])
    await expect(row(page, `${name} ${last}`).getByRole("checkbox")).toBeDisabled();
  await expect(page.locator("tr[data-selected]")).toHaveCount(0);

  // The one left can still be undone, and the list is as it was.
  await row(page, `Ann ${last}`).getByRole("checkbox").check();
  await page.getByRole("button", { name: /^Undo (1|selected)$/ }).click();
  await expect(page.getByRole("status").getByText("Undone", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(list);
  await expect(row(page, `Ann ${last}`)).toContainText("Shortlisted");
  await expect(row(page, `Ben ${last}`)).toContainText("New");
  await expect(row(page, `Cleo ${last}`)).toContainText("Offered");
  await page.getByRole("link", { name: "Undo others…" }).click();
  await expect(page.getByRole("rowheader")).toHaveCount(2);
  await expect(page.locator(".row-check:enabled")).toHaveCount(0);

  await page.goto(page.url().replace(/undo=[^&]*/, "undo=expired"));
  await expect(page.getByText("This can no longer be undone.")).toBeVisible();
});

test("an informational toast disappears after twenty seconds, but not while hovered or focused @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.recruiter);
  await candidatesCalled(page, base, unique("Toast"), ["Ida"]);
  await page.clock.install();
  await chooseAll(page);
  await page.getByRole("button", { name: "Resend assessment link" }).click();
  const toast = page.getByText("Assessment invite link resent.");
  await expect(toast).toBeVisible();
  // The pressed button is gone, so the focus is on the toast, which therefore stays.
  await expect(page.locator(".toasts > :focus")).toHaveCount(1);
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("status").getByRole("link", { name: "Dismiss" })).toBeFocused();
  await page.getByLabel("Search candidates in this stage").focus();
  await toast.hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(5, 5);
  await page.clock.runFor(19_000);
  await expect(toast).toBeVisible();
  await page.clock.runFor(2_000);
  await expect(toast).toHaveCount(0);
});

test("SHELL-102 GEN-105 in a low window a toast is visible, and the list keeps its scroll position @js", async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 640, height: 400 });
  const base = await signIn(people.recruiter);
  await page.goto(`${base}/vacancies?size=100`);
  await page.locator(".row-check").nth(4).check();
  await page.evaluate(() => scrollTo(0, 300));
  const fetchedAgain = page.waitForResponse((answer) => answer.url().includes("_routes="));
  await page.getByRole("button", { name: "Archive", exact: true }).dispatchEvent("click");
  const toast = page.locator(".toasts > *");
  await expect(toast).toContainText("Vacancy(s) archived");
  await expect(toast).toBeInViewport({ ratio: 1 });
  await (await fetchedAgain).finished();
  await expect(page.locator(".progress[data-on]")).toHaveCount(0);
  await expect(toast).toBeInViewport({ ratio: 1 });
  // The bar above the rows is lower again.
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200);
  await undo(page).click();
  await expect(page.getByRole("status").getByText("Undone", { exact: true })).toBeVisible();
});

test("SHELL-54 SHELL-101 input for a customer that has since been archived is shown, and has the focus @js", async ({
  page,
  signIn,
  unique,
}) => {
  const base = await signIn(people.staff);
  const stem = unique("Meanwhile");
  const customer = await newCustomer(page, base, stem);
  await page.goto(`${customer}/settings/compliance`);
  await page.getByLabel("Video retention (months)").fill("17");
  await withAnother(page, async (other) => {
    await other.goto(`${base}/customers?search=${encodeURIComponent(stem)}`);
    await other.locator(".row-check:enabled").check();
    await other.getByRole("button", { name: "Archive", exact: true }).click();
    await expect(other.getByText("1 customer has been archived.")).toBeVisible();
  });
  await page.getByRole("main").getByRole("button", { name: "Update" }).click();
  await expect(page.getByRole("heading", { name: /is archived$/ })).toBeVisible();
  await expect(page.getByText("What you entered")).toBeVisible();
  await expect(page.getByRole("main")).toContainText("17");
  await expect(page.getByRole("main")).toBeFocused();
});

/** Controls in a part of the page that a toast covers, at a scroll position given as a fraction of the height. */
async function underToast(page: Page, part = "main", scrolled = 1): Promise<string[]> {
  return page.evaluate(
    ([part, scrolled]) => {
      scrollTo(0, document.documentElement.scrollHeight * scrolled);
      const toast = document.querySelector(".toasts > *");
      if (!toast) return ["there is no toast"];
      return [...document.querySelectorAll(`${part} :is(a, button, input, select, textarea, summary)`)]
        .filter((control) => {
          const { left, top, width, height } = control.getBoundingClientRect();
          return [0.1, 0.5, 0.9].some((part) => {
            const here = document.elementsFromPoint(left + width * part, top + height * part);
            return !toast.contains(control) && here.includes(control) && toast.contains(here[0] ?? null);
          });
        })
        .map((control) => control.textContent || (control.getAttribute("name") ?? control.tagName));
    },
    [part, scrolled] as const,
  );
}

for (const [width, height] of [
  [1280, 640],
  [360, 640],
] as const)
  test(`SHELL-102 a toast lies over nothing that can be pressed at the end of a page, ${width} by ${height} @js`, async ({
    page,
    signIn,
    unique,
  }) => {
    await page.setViewportSize({ width, height });
    const base = await signIn(people.staff);
    const customer = await newCustomer(page, base, unique("Toast"));
    await page.goto(`${customer}/settings/compliance`);
    await page.getByLabel("Candidate personal data retention (months)").fill("24");
    await page.getByRole("main").getByRole("button", { name: "Update" }).click();
    const dialog = page.getByRole("dialog", { name: "Update retention" });
    await dialog.getByLabel('Type "UPDATE RETENTION" to confirm').fill("UPDATE RETENTION");
    await dialog.getByRole("button", { name: "Update" }).click();
    await expect(page.locator(".toasts")).toContainText("Customer compliance setting created");
    expect(await underToast(page)).toEqual([]);
    await page.getByLabel("Video retention (months)").fill("9999");
    expect(await underToast(page)).toEqual([]);

    await candidatesCalled(page, base, unique("Toast"), ["Ida", "Kay"]);
    await page.locator(".row-check:enabled").first().check();
    if (width === 360) await page.locator(".selection-bar-bottom summary").click();
    await page.getByRole("button", { name: "Resend assessment link" }).click();
    await expect(page.locator(".toasts")).toContainText("resent");
    expect(await underToast(page)).toEqual([]);
    await page.locator(".row-check:enabled").first().check();
    await expect(page.locator(".selection-bar-bottom")).toBeVisible();
    // On a phone the unfolded bar is higher than the space left by the page's head.
    for (const scrolled of width === 360 ? [1] : [0, 0.5, 1])
      expect(await underToast(page, ".selection-bar-bottom", scrolled)).toEqual([]);
    expect(await underToast(page)).toEqual([]);
  });

for (const [width, height] of [
  [1280, 640],
  [360, 640],
] as const)
  test(`the buttons of a long form stay at the foot of ${width} by ${height} once something differs @js`, async ({
    page,
    signIn,
  }) => {
    const base = await signIn(people.recruiter);
    await page.setViewportSize({ width, height });
    await page.goto(`${base}/vacancies/create`);
    const save = page.getByRole("button", { name: "Save", exact: true });
    const name = page.getByLabel("Name", { exact: true });
    await expect(save).not.toBeInViewport();
    await name.fill("Half a vacancy");
    await expect(save).toBeInViewport({ ratio: 1 });
    const foot = page.locator(".form-foot");
    await expect(foot).toContainText("Unsaved changes");
    expect((await foot.boundingBox())?.height).toBeLessThan(height / 3);
    await expectAccessible(page, "unsaved changes");
    // A focused field is never covered by it.
    for (const field of await page
      .locator("#main form :is(input:not([type=hidden]), select, textarea)")
      .all()) {
      if (!(await field.isVisible())) continue;
      await field.focus();
      const [one, bar] = [await field.boundingBox(), await foot.boundingBox()];
      expect(one && bar && one.y < bar.y).toBe(true);
    }
    await name.fill("");
    await expect(foot).not.toContainText("Unsaved changes");
    await name.fill("Half a vacancy");
    await page.getByRole("button", { name: "Discard" }).click();
    const question = page.getByRole("dialog", { name: "Unsaved changes" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(name).toHaveValue("Half a vacancy");
    await page.getByRole("button", { name: "Discard" }).click();
    await question.getByRole("button", { name: "Discard" }).click();
    await expect(name).toHaveValue("");
    await expect(foot).not.toContainText("Unsaved changes");
  });
