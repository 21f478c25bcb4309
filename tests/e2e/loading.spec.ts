import { expect, people, test } from "./support/test";

// Resources loaded by a page, and when.

const scriptsOf = (requests: readonly string[]) => requests.filter((url) => url.endsWith(".js"));

test("GEN-04 a row's record is one request away, since hovering the row loads its scripts @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.recruiter);
  const requests: string[] = [];
  await page.goto(`${base}/vacancies`, { waitUntil: "networkidle" });
  page.on("request", (request) => requests.push(request.url()));
  const record = page.getByRole("row").nth(1).getByRole("link").first();
  await record.hover();
  await expect.poll(() => scriptsOf(requests).length).toBeGreaterThan(0);
  expect(requests.filter((url) => url.includes(".data"))).toEqual([]);
  await record.click();
  await expect(page).toHaveURL(/\/vacancies\/\w+(\?|$)/);
  await expect(page.getByRole("main").getByRole("search")).toBeVisible();
  expect(requests.filter((url) => /\.data|__manifest/.test(url))).toHaveLength(1);
  expect(new Set(scriptsOf(requests)).size).toBe(scriptsOf(requests).length);
});

test("SHELL-31 a form loads its validation when editing begins, and leaving a field validates it @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(`${base}/customers/create`, { waitUntil: "networkidle" });
  expect(requests.filter((url) => /\/(checks|schemas|customer\.schema)-/.test(url))).toEqual([]);
  const name = page.getByLabel("Account name");
  await name.pressSequentially("Not One!");
  await name.blur();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(requests.filter((url) => /\/(checks|customer\.schema)-/.test(url)).length).toBeGreaterThan(1);
});

test("GEN-04 an area's styles load before its screen shows, even when opened from another area @js", async ({
  page,
  signIn,
}) => {
  await page.goto(`${await signIn(people.staff)}/customers`, { waitUntil: "networkidle" });
  // From the first frame that shows the settings, the cards are in a grid.
  await page.evaluate(() => {
    const displays: string[] = [];
    Object.assign(window, { displays });
    const look = () => {
      const cards = document.querySelector(".overview-cards");
      if (cards) displays.push(getComputedStyle(cards).display);
      requestAnimationFrame(look);
    };
    look();
  });
  await page.getByRole("table").getByRole("link", { name: "Acme Retail" }).click();
  await expect(page.locator(".overview-cards")).toBeVisible();
  await page.waitForTimeout(300);
  const displays = await page.evaluate(() => (window as unknown as { displays: string[] }).displays);
  expect(displays.length).toBeGreaterThan(3);
  expect(new Set(displays)).toEqual(new Set(["grid"]));
});

test("quality: text typed during hydration on a slow processor stays, and hydration completes @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  const processor = await page.context().newCDPSession(page);
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 10 });
  await page.goto(`${base}/customers/create`, { waitUntil: "commit" });
  const name = page.getByLabel("Account name");
  await name.pressSequentially("typed-while-it-wakes", { delay: 40 });
  await processor.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await page.waitForLoadState("networkidle");
  await expect(name).toHaveValue("typed-while-it-wakes");
  await name.fill("Not One!");
  await name.blur();
  await expect(name).toHaveAttribute("aria-invalid", "true");
  expect(errors).toEqual([]);
});

test("SHELL-34 navigation adds and removes no child of the body, which would make browsers restyle the whole page @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`, { waitUntil: "networkidle" });
  await page.evaluate(() => {
    const changed: string[] = [];
    Object.assign(window, { changed });
    new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records)
        for (const node of [...addedNodes, ...removedNodes])
          changed.push(node instanceof Element ? node.outerHTML.slice(0, 80) : "text");
    }).observe(document.body, { childList: true });
  });
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Vacancies" }).click();
  await expect(page.getByRole("heading", { name: "Vacancies", level: 1 })).toBeVisible();
  await expect(page.locator(".progress")).toBeHidden();
  expect(await page.evaluate(() => (window as unknown as { changed: string[] }).changed)).toEqual([]);
});
