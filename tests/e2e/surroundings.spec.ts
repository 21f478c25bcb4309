import type { Page } from "@playwright/test";
import { demoVacancyId } from "../../regional-api/seed/ids";
import { newCustomer } from "./support/settings";
import { expect, expectAccessible, expectNoOverflow, people, test } from "./support/test";

// Print, a window at 400 % zoom, forced colours and wide text spacing: the console under unusual display settings.

/** The busiest vacancy of Acme Retail's demo data. */
const vacancyId = demoVacancyId("acmeRetail", 0);
const screens = (base: string) => [
  `${base}/vacancies`,
  `${base}/vacancies/${vacancyId}`,
  `${base}/vacancies/${vacancyId}/edit`,
  `${base}/customers`,
  `${base}/ats-requests`,
  `${base}/settings/notification`,
  `${base}/settings/compliance`,
];
const firstBox = (page: Page) => page.locator("tbody .row-check:enabled").first();

test("quality: a printed list has every row and column within the page's width, and no controls @js @all", async ({
  page,
  signIn,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  // The width of A4 between its margins, and of A3 landscape.
  for (const width of [718, 1512]) {
    await page.setViewportSize({ width, height: 1040 });
    for (const path of screens(base)) {
      await page.emulateMedia({ media: "screen" });
      await page.goto(path);
      const cells = page
        .locator("tbody :is(td, th):not(.check, .col-actions, .col-insights)")
        // A card leaves out the values a table shows as a dash (GEN-92).
        .filter({ hasText: /[^\s-]/ });
      const [count, rows] = [
        await cells.locator("visible=true").count(),
        await page.locator("tbody tr").count(),
      ];
      await page.emulateMedia({ media: "print" });
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.locator("button:visible, summary:visible, .top-bar:visible"), path).toHaveCount(0);
      // Of navigation, only the current location is printed.
      await expect(page.locator("nav a:visible:not([aria-current])"), path).toHaveCount(0);
      await expect(page.locator("tbody tr:visible"), path).toHaveCount(rows);
      await expect(cells.locator("visible=true"), path).toHaveCount(count);
      await expectNoOverflow(page, path);
      // No element extends beyond the paper either.
      expect(await tooWide(page), path).toEqual([]);
    }
  }
});

/** Elements beyond the right edge, including pseudo-elements. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("main *")].flatMap((one) => {
      const drawn = [null, "::before", "::after"].map((part) =>
        Number.parseFloat(getComputedStyle(one, part).width),
      );
      const isTooWide =
        one.getBoundingClientRect().right > innerWidth + 1 || drawn.some((px) => px > innerWidth);
      return one.getClientRects().length > 0 && isTooWide ? [one.outerHTML.slice(0, 120)] : [];
    }),
  );

/** The share of the window covered by elements that stay in place while scrolling. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const [across, down, step] = [innerWidth, innerHeight, 8];
    let [all, over] = [0, 0];
    for (let y = step / 2; y < down; y += step)
      for (let x = step / 2; x < across; x += step) {
        all += 1;
        for (let one = document.elementFromPoint(x, y); one; one = one.parentElement) {
          const { position, top, bottom } = getComputedStyle(one);
          const isHeld =
            position === "fixed" || (position === "sticky" && (top !== "auto" || bottom !== "auto"));
          if (!isHeld) continue;
          over += 1;
          break;
        }
      }
    return over / all;
  });

test("quality: everything scales with the browser's font size, without horizontal scrolling @js @all", async ({
  page,
  signIn,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  const session = await page.context().newCDPSession(page);
  const sizeOf = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const heightOf = async (selector: string) =>
    (await page.locator(selector).first().boundingBox())?.height ?? 0;
  await page.goto(`${base}/vacancies/create`);
  const [text, control] = [await sizeOf("main label"), await heightOf("main .form-actions .btn")];
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.reload();
  expect(await sizeOf("main label")).toBe(text * 2);
  expect(await heightOf("main .form-actions .btn")).toBeCloseTo(control * 2, 0);
  for (const path of [...screens(base), `${base}/di`, `${base}/users`, `${base}/departments`]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
    await expectNoOverflow(page, path);
  }
});

test("quality: in a window of 320 × 256 sticky bars cover at most a third, with a selection and with changes @js @all", async ({
  page,
  signIn,
  unique,
}) => {
  test.slow();
  await page.setViewportSize({ width: 320, height: 256 });
  const base = await signIn(people.staff);
  const own = await newCustomer(page, base, unique("Low"));
  const check = async (what: string) => {
    for (const share of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), share);
      expect(await covered(page), `${what}, scrolled by ${share}`).toBeLessThanOrEqual(1 / 3);
    }
    await expectNoOverflow(page, what);
  };
  for (const path of screens(base)) {
    await page.goto(path);
    await check(path);
  }
  for (const path of ["customers", `vacancies/${vacancyId}`]) {
    await page.goto(`${base}/${path}`);
    await firstBox(page).check();
    await check(`${path}, one chosen`);
  }
  await page.goto(`${base}/vacancies/${vacancyId}/edit`);
  await page.getByLabel("Description").fill("Something else");
  await check("a vacancy, changed");
  await page.goto(`${own}/settings/compliance`);
  await page.getByLabel("Video retention").fill("77");
  await expect(page.getByRole("button", { name: "Discard" })).toBeVisible();
  await check("a setting, changed");
  await page.getByRole("button", { name: "Update" }).click();
  const question = page.getByRole("dialog");
  await question.getByRole("textbox").fill("UPDATE RETENTION");
  await question.getByRole("button", { name: "Update" }).click();
  await expect(page.getByText("Customer compliance setting created")).toBeVisible();
  await check("a setting, saved");
});

test("quality: in forced colours controls have borders, the selection an outline, and axe finds no violations @js @all", async ({
  page,
  signIn,
}) => {
  test.slow();
  await page.emulateMedia({ forcedColors: "active" });
  const base = await signIn(people.staff);
  for (const path of screens(base)) {
    await page.goto(path);
    await expectAccessible(page, path);
    const bare = await page.evaluate(() =>
      [...document.querySelectorAll("main :is(.btn, .input, .checkbox, .switch, .radio)")]
        .filter((one) => one.getClientRects().length > 0)
        .filter((one) => {
          const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor, appearance } =
            getComputedStyle(one);
          const hasEdge =
            borderTopStyle !== "none" && borderTopWidth !== "0px" && borderTopColor !== backgroundColor;
          return !hasEdge && appearance === "none";
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(bare, path).toEqual([]);
    const current = page.locator("[aria-current]:visible, [aria-pressed=true]:visible");
    for (const one of await current.all()) await expect(one).toHaveCSS("outline-style", "solid");
  }
  await page.goto(`${base}/vacancies/${vacancyId}`);
  await firstBox(page).check();
  await expect(page.locator("tr[data-selected]")).toHaveCSS("outline-style", "solid");
  await page.goto(`${base}/vacancies/${vacancyId}/invite`);
  await expectAccessible(page, "dialog");
  await expect(page.getByRole("dialog")).not.toHaveCSS("border-top-style", "none");
});

test("quality: with the text spacing of WCAG 1.4.12 no text is cut off @js @all", async ({
  page,
  signIn,
}) => {
  test.slow();
  const base = await signIn(people.staff);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ["/login", ...screens(base), `${base}/vacancies/${vacancyId}/invite`]) {
      await page.goto(path);
      const cut = await page.evaluate(() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(
          "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
        );
        document.adoptedStyleSheets = [sheet];
        const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
        return (
          [...document.querySelectorAll<HTMLElement>("body *")]
            .filter((one) => !one.closest(".visually-hidden, .sort-words, thead, .pipeline-name"))
            // A label hidden from sight, one pixel in size, is in the head above its column.
            .filter((one) => one.offsetWidth > 1 && one.offsetHeight > 1)
            // Text truncated in a row at any spacing has a tooltip (GEN-92).
            .filter((one) => !(one.closest("tbody") && getComputedStyle(one).textOverflow === "ellipsis"))
            .filter(
              (one) => !one.closest("[title]") && one.getClientRects().length > 0 && one.innerText?.trim(),
            )
            .filter((one) => {
              const { overflowX, overflowY } = getComputedStyle(one);
              const isCut = hides(overflowX) && one.scrollWidth > one.clientWidth + 1;
              return isCut || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1);
            })
            .map((one) => `${one.innerText.slice(0, 60)} in ${one.outerHTML.slice(0, 80)}`)
        );
      });
      expect(cut, `${path} at ${width}`).toEqual([]);
      await expectNoOverflow(page, `${path} at ${width}`);
    }
  }
});
