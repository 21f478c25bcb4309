import type { Page } from "@playwright/test";
import { demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { expectAccessible as expectSettledAccessible, newCustomer, tryToSave } from "./support/settings";
import { screensFrom } from "../support/screens";
import { expect, expectAccessible, expectNoOverflow, expectNothingMoved, people, test } from "./support/test";

// The areas' own journeys check their screens in light mode and wide; here all are dark and as narrow as a phone.
test.use({ colorScheme: "dark", viewport: { width: 360, height: 740 } });

async function look(page: Page, paths: readonly string[]) {
  // Delays scripts so that anything painted before hydration can be seen.
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await new Promise((go) => setTimeout(go, 150));
    await route.continue();
  });
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
    await expectNothingMoved(page, path);
    await expect(page.locator("[data-dirty]"), `${path} is unsaved when opened`).toHaveCount(0);
    await expectNoOverflow(page, path);
    await expectAccessible(page, path);
  }
}

/** The addresses that links lead to, found once by each worker. */
let addresses: Promise<string[]> | undefined;
async function addressesFrom(page: Page, base: string) {
  const get = async (address: string) => {
    const answer = await page.request.get(address, { maxRedirects: 0 });
    return {
      status: answer.status(),
      html: await answer.text(),
      location: answer.headers()["location"] ?? null,
    };
  };
  const found = await screensFrom(get, base, ["", `/vacancies/${demoVacancyId("cornerCases", 0)}`]);
  return [...found.values()].map(({ address }) => address).sort();
}

// In parts, so that they run in parallel.
for (const part of [0, 1, 2])
  test(`quality: every screen, dark and narrow, part ${part + 1} of 3 @js @all`, async ({ page, signIn }) => {
    test.slow();
    // The customer with names and titles that break layouts.
    const base = (await signIn(people.staff)).replace(/[0-9a-f]{24}$/, demoId("customer:corner-cases"));
    const all = await (addresses ??= addressesFrom(page, base));
    expect(all.length).toBeGreaterThan(45);
    await look(
      page,
      all.filter((_, index) => index % 3 === part),
    );
  });

test("SHELL-39 quality: public, denied and unknown screens, and overlays, dark and narrow @js @all", async ({
  page,
  signIn,
}) => {
  await look(page, ["/login", "/forgetPassword", "/resetPassword?token=x&region=eu-west-1", "/loginWithSSO"]);
  await look(page, [await signIn(people.noAccess)]);
  const base = await signIn(people.staff);
  await look(page, [`${base}/no/such/screen`]);
  // Overlays over a page, and a form with errors.
  await page.goto(`${base}/customers/create`);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("alert").first()).toBeVisible();
  await expectNoOverflow(page, "errors");
  await expectAccessible(page, "errors");
  for (const name of [/^User menu/, /^Switch customer/, "Main menu"]) {
    await page.goto(`${base}/customers`);
    await page.getByRole("button", { name }).click();
    await expectNoOverflow(page, `${name}`);
    await expectAccessible(page, `${name}`);
  }
});

test("quality: empty, invalid, confirming, saved and denied states, dark and narrow @js @all", async ({
  page,
  signIn,
  unique,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  const own = await newCustomer(page, base, unique("Looks"));
  const check = async (what: string) => {
    await expectNoOverflow(page, what);
    await expectSettledAccessible(page, what);
  };
  for (const path of [
    "vacancies?q=nothing-like-it",
    `vacancies/${"0".repeat(24)}`,
    ...["organisations", "organisations/create", "go?q=nothing-like-it", "shortcuts", "ats-requests?page=99"],
  ]) {
    await page.goto(`${base}/${path}`);
    await check(path);
  }
  // A setting: refused next to its field, confirmed, saved, then left with changes.
  await page.goto(`${own}/settings/compliance`);
  const video = page.getByLabel("Video retention");
  await video.fill("0");
  await tryToSave(page.getByRole("button", { name: "Update" }));
  await expect(page.getByText("Please enter a number between 1 - 9999").first()).toBeVisible();
  await check("refused");
  await video.fill("77");
  await page.getByRole("button", { name: "Update" }).click();
  const question = page.getByRole("dialog");
  await check("asked");
  await question.getByRole("textbox").fill("UPDATE RETENTION");
  await question.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Customer compliance setting created")).toBeVisible();
  await check("saved");
  await video.fill("78");
  await page.getByRole("button", { name: "Discard" }).click();
  await check("about to discard");
  // Candidates: an open menu, each dialog, some selected, and an empty list.
  const vacancy = `${base}/vacancies/${demoVacancyId("acmeRetail", 0)}`;
  await page.goto(`${vacancy}?q=mia`);
  await page
    .getByRole("link", { name: /^Actions for/ })
    .first()
    .click();
  const edit = page.getByRole("link", { name: "Edit candidate" });
  await expect(edit.first()).toBeVisible();
  await check("a row's menu");
  const candidate = ((await edit.first().getAttribute("href")) ?? "").replace(/\/edit.*$/, "");
  await page.goto(candidate);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await check("candidate");
  for (const dialog of ["/edit", "/delete", "/de-identify", "/email-state"]) {
    await page.goto(candidate + dialog);
    await expect(page.getByRole("dialog")).toBeVisible();
    await check(`dialog ${dialog}`);
  }
  await page.goto(`${vacancy}?q=mia`);
  await page.locator(".row-check:enabled").first().check();
  await check("a choice");
  await page.getByText("Filters").click();
  await check("filters");
  await page.goto(`${vacancy}?q=nobody-at-all`);
  await check("nobody");
});
