import type { Locator, Page } from "@playwright/test";
import { demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { expect, expectNoOverflow, openFilter, people, test } from "./support/test";

const busy = demoVacancyId("acmeRetail", 0);
/** The first row's distance from the window's top, in px, once the font is loaded, since line heights differ. */
const firstRow = async (page: Page) => {
  await page.evaluate(async () => void (await document.fonts.ready));
  return (await page.locator("tbody tr").first().boundingBox())?.y ?? 9999;
};
const heights = (page: Page) =>
  page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)));

test("GEN-92 long texts make no row taller @js @all", async ({ page, javaScriptEnabled, signIn }) => {
  const base = (await signIn(people.staff)).replace(/[0-9a-f]{24}$/, demoId("customer:corner-cases"));
  for (const width of [1440, 1024, 720]) {
    await page.setViewportSize({ width, height: 768 });
    for (const list of [
      "vacancies",
      "users",
      `vacancies/${demoVacancyId("cornerCases", 0)}`,
      "settings/compliance/runs",
    ]) {
      await page.goto(`${base}/${list}`);
      await expectNoOverflow(page, `${list} at ${width}`);
      const names = await page
        .locator("tbody th")
        .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().height)));
      expect(Math.max(...names), `${list} at ${width}`).toBeLessThanOrEqual(50);
    }
  }
  await page.goto(`${base}/vacancies`);
  const name = page.locator("tbody th", { hasText: "WWWW" }).first();
  const isCut = () => name.evaluate((cell) => cell.scrollWidth > cell.clientWidth);
  expect(await isCut()).toBe(true);
  await name.hover();
  if (javaScriptEnabled !== false) await expect(name).toHaveAttribute("title", /^W+/);
  await page.locator("h1").hover();
  await expect(name).not.toHaveAttribute("title");
});

test("GEN-92 cards start at one edge and show if they are selected @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${base}/record`);
  const [card, cell] = await Promise.all([
    page.locator(".list-card").first().boundingBox(),
    page.locator("tbody tr:first-child > :first-child").first().boundingBox(),
  ]);
  expect((cell?.x ?? 0) - (card?.x ?? 0)).toBeLessThanOrEqual(14);
  for (const list of ["vacancies", `vacancies/${busy}`]) {
    await page.goto(`${base}/${list}`);
    await page.locator(".row-check").first().check();
    const row = page.locator("tbody tr").first();
    await expect(row).toHaveCSS("box-shadow", /inset/);
    await expect(row.locator(".check")).toHaveCSS("box-shadow", "none");
  }
});

test("GEN-90 scrolling a filter's list does not scroll the page @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.goto(`${base}/vacancies`);
  await openFilter(page, "Department");
  const list = page.locator(".filter-panel:visible .option-list").first();
  await list.hover();
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, 300);
  await expect.poll(() => list.evaluate((all) => all.scrollTop)).toBeGreaterThan(200);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("GEN-91 on a phone archive, views and export are one menu @browser @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/vacancies`);
  const archive = page.getByRole("link", { name: "View Archive" });
  await expect(archive).toBeHidden();
  await page.locator("summary[aria-label=More]").click();
  await expect(page.getByRole("link", { name: "Export" })).toBeVisible();
  await archive.click();
  await expect(page).toHaveURL(/vacancies\/archive/);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${base}/vacancies`);
  await expect(page.locator("summary[aria-label=More]")).toBeHidden();
  await expect(archive).toBeVisible();
});

test("GEN-90 a filter's cross is on its button; some filters fold @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${base}/vacancies?applicants=without`);
  const button = page.locator("details.filter > summary", { hasText: "Applicants" });
  const [outer, inner] = await Promise.all([
    button.boundingBox(),
    page.getByRole("link", { name: "Clear Applicants" }).boundingBox(),
  ]);
  expect(inner?.width ?? 0).toBeGreaterThanOrEqual(24);
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));
  await page.mouse.click((inner?.x ?? 0) + 12, (inner?.y ?? 0) + 12);
  await expect(page).not.toHaveURL(/applicants/);
  await expect(button).toHaveText("Applicants");

  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW`);
  const folded = page.locator("details.filter > summary", { hasText: "Request Status" });
  await expect(folded).toBeHidden();
  await page.getByText("More filters (2)").click();
  await expect(folded).toBeVisible();
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(`${base}/ats-requests?atsName=PEOPLE_FLOW`);
  await expect(page.getByText("More filters (2)")).toBeHidden();
  await openFilter(page, "Request Status");
});

test("GEN-93 bulk actions replace the filters, and no row moves @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/vacancies`);
  const before = await firstRow(page);
  const filters = page.locator("details.filter > summary").first();
  const box = await page.locator(".row-check").first().boundingBox();
  await page.mouse.click((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
  await expect(page.getByText("1 selected")).toBeVisible();
  await expect(filters).toBeHidden();
  // Within a pixel, since the bar may end at a fraction of one.
  expect(Math.abs((await firstRow(page)) - before)).toBeLessThan(1);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(filters).toBeVisible();
});

test("APP-81 candidates are a table from 720 px on @js @browser @all", async ({
  page,
  signIn,
  javaScriptEnabled,
}) => {
  const base = await signIn(people.recruiter);
  // Without scripts the bulk actions are always in the bar, which may take a second line (GEN-91).
  const more = javaScriptEnabled === false ? 40 : 0;
  for (const width of [1440, 1280, 1279, 1199, 1024, 1023, 900, 720]) {
    await page.setViewportSize({ width, height: 768 });
    await page.goto(`${base}/vacancies/${busy}`);
    expect(Math.max(...(await heights(page))), `${width}`).toBeLessThanOrEqual(50);
    const name = await page.locator("tbody .col-name").first().boundingBox();
    expect(name?.width ?? 0, `${width}`).toBeGreaterThanOrEqual(150);
    await expectNoOverflow(page, `${width}`);
    if (width < 1280) continue;
    expect(await firstRow(page), `${width}`).toBeLessThan(380 + more);
    const [table, frame] = [page.getByRole("table"), page.locator(".list-card")];
    expect((await table.boundingBox())?.width ?? 9999).toBeLessThanOrEqual(
      (await frame.boundingBox())?.width ?? 0,
    );
    expect(name?.width ?? 0).toBeGreaterThanOrEqual(180);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${base}/vacancies/${busy}?progressStatus=COMPLETED`);
  expect(await firstRow(page)).toBeLessThan(520 + more);
  expect((await heights(page)).sort((a, b) => a - b)[15] ?? 999).toBeLessThanOrEqual(145);
  const [name, result] = await Promise.all([
    page.locator("tbody .col-name").first().boundingBox(),
    page.locator("tbody .col-result").first().boundingBox(),
  ]);
  expect(Math.abs((name?.y ?? 0) - (result?.y ?? 99))).toBeLessThanOrEqual(8);
});

test("APP-82 the bulk bar of candidates is one line, on a phone too @js", async ({ page, signIn }) => {
  const base = await signIn(people.recruiter);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${base}/vacancies/${busy}`);
    for (const box of (await page.locator(".row-check").all()).slice(0, 11)) await box.check();
    const bar = page.locator(".selection-bar-bottom");
    await expect(bar).toBeVisible();
    expect((await bar.boundingBox())?.height ?? 999, `${width}`).toBeLessThanOrEqual(60);
  }
  const topOf = async (part: Locator) => Math.round((await part.boundingBox())?.y ?? 0);
  const actions = page.locator(".bulk-more > summary");
  await actions.click();
  // When unfolded, the button stays next to the number, and its content is below both.
  const count = page.locator(".selection-bar-bottom .selection-count");
  expect(Math.abs((await topOf(actions)) - (await topOf(count)))).toBeLessThan(10);
  const note = page.locator(".bulk-note");
  await expect(page.getByLabel("Update status")).toBeVisible();
  await expect(note).toBeHidden();
  await page.getByLabel("Update status").selectOption("Declined");
  await expect(note).toBeVisible();
  await expectNoOverflow(page, "the forms of the bar");
});

test("GEN-90 two dates of a filter are side by side @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  for (const width of [1440, 390, 360]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${base}/notifications?from=${day(40)}&to=${day(1)}`);
    const sheet = page.locator(".filter-sheet").first();
    if (width < 720 && (await sheet.getAttribute("open")) === null)
      await sheet.locator("summary").first().click();
    const filter = page.locator("details.filter").filter({ hasText: "Event Time Range" });
    if ((await filter.getAttribute("open")) === null) await filter.locator("summary").click();
    await expect(filter.getByText("The time range cannot be longer than 7 days")).toBeVisible();
    const panel = await filter.locator(".filter-panel").boundingBox();
    const days = await filter
      .locator("input[type=date]")
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().toJSON() as DOMRect));
    const [first, second] = days;
    if (!panel || !first || !second) throw new Error("not drawn");
    expect(second.right, `at ${width}`).toBeLessThanOrEqual(panel.x + panel.width);
    expect(second.top, `at ${width}`).toBe(first.top);
    expect(first.width, `at ${width}`).toBeGreaterThan(115);
    await expectNoOverflow(page, `a wrong range of days at ${width}`);
  }
});

/** The page's font with other metrics, for all letters or, as a font needed for some scripts only, for a few. */
const measures = (font: string, [ascent, descent]: readonly [number, number], range: string) =>
  `@font-face { font-family: "Edge Sans"; src: url(${font}) format("woff2"); font-weight: 400 650;
    ascent-override: ${ascent}%; descent-override: ${descent}%; line-gap-override: 60%; unicode-range: ${range}; }`;

test("GEN-92 row heights do not depend on the font @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const corner = base.replace(/[0-9a-f]{24}$/, demoId("customer:corner-cases"));
  await page.goto(base);
  const font = (await page.locator("link[rel=preload][as=font]").getAttribute("href")) ?? "";
  for (const list of [
    `${base}/vacancies/${busy}`,
    `${corner}/vacancies/${demoVacancyId("cornerCases", 0)}`,
    `${corner}/users`,
    `${base}/notifications?tab=email&submit=1&search=`,
  ]) {
    await page.goto(list);
    await page.evaluate(async () => void (await document.fonts.ready));
    // Constructed, since the page's CSP blocks a test's styles.
    const inMeasures = async (css: string) => {
      await page.evaluate(async (css) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(css);
        document.adoptedStyleSheets = [sheet];
        await document.fonts.load('14px "Edge Sans"', "mean");
        await document.fonts.ready;
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
      }, css);
      return heights(page);
    };
    const asSent = await inMeasures("");
    for (const range of ["U+20-7E", "U+61,U+65,U+6E"])
      for (const measure of [
        [70, 130],
        [150, 60],
      ] as const)
        expect(await inMeasures(measures(font, measure, range)), `${list} ${measure} ${range}`).toEqual(
          asSent,
        );
  }
});

test("GEN-90 a filter stays under the pointer while it is set @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const width of [768, 1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${base}/vacancies/${busy}`);
    const button = page.locator("details.filter > summary", { hasText: "Status" });
    await button.click();
    const before = await button.boundingBox();
    await page.locator("details.filter[open] input[type=checkbox]").first().click();
    await expect(page).toHaveURL(/status=/);
    await expect(button).toContainText(":");
    const after = await button.boundingBox();
    expect([after?.x, after?.y], `at ${width}`).toEqual([before?.x, before?.y]);
  }
});

test("GEN-92 an event of a log is one line, with its whole time @js", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const tab of ["email", "sms"])
    for (const width of [720, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${base}/notifications?tab=${tab}&submit=1&search=`);
      await page.evaluate(async () => void (await document.fonts.ready));
      const cut = await page
        .locator("tbody td.log-time")
        .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length);
      expect(cut, `${tab} at ${width}`).toBe(0);
      if (tab === "sms" || width < 1024) continue;
      expect(Math.max(...(await heights(page))), `${width}`).toBeLessThanOrEqual(44);
      await expectNoOverflow(page, `${width}`);
    }
});

test("GEN-92 a tablet truncates no email and wraps no control @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const width of [720, 768, 899]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [list, column] of [
      // Oldest first, since addresses of other journeys are longer than real ones.
      ["users?sort=createdAt&order=asc", "Email"],
      ["vacancies", "Hiring manager"],
    ] as const) {
      await page.goto(`${base}/${list}`);
      const cells = page.locator(`tbody td[data-label="${column}"]`);
      const cut = await cells.evaluateAll(
        (all) => all.filter((cell) => cell.scrollWidth > cell.clientWidth).length / all.length,
      );
      expect(cut, `${list} at ${width}`).toBeLessThan(width < 768 ? 0.6 : 0.25);
      await expectNoOverflow(page, `${list} at ${width}`);
    }
    await page.goto(`${base}/vacancies/${busy}`);
    const sort = await page.locator(".sort-menu > summary").boundingBox();
    const search = await page.locator(".filters input[type=search]").boundingBox();
    if (sort) expect(sort.y, `what sorts at ${width}`).toBe(search?.y);
  }
});

test.describe("by touch on a phone", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test("GEN-112 choices and links are large enough to tap @js @all", async ({ page, signIn }) => {
    const base = await signIn(people.staff);
    await page.goto(`${base}/vacancies/${busy}`);
    const sheet = page.locator(".filter-sheet > summary");
    const before = await sheet.boundingBox();
    await sheet.click();
    await page.locator(".filter > summary", { hasText: "Status" }).click();
    await expect(page.locator(".option-list > label").first()).toBeVisible();
    expect(await sheet.boundingBox()).toEqual(before);
    const lowest = (controls: Locator) =>
      controls.evaluateAll((all) => Math.min(...all.map((one) => one.getBoundingClientRect().height)));
    expect(await lowest(page.locator(".filter[open] .option-list > label"))).toBeGreaterThanOrEqual(44);
    for (const screen of ["settings/overview", "departments", `vacancies/${busy}`]) {
      await page.goto(`${base}/${screen}`);
      const links = page.locator("main a:visible");
      expect(await lowest(links), screen).toBeGreaterThanOrEqual(24);
    }
  });
});

test("GEN-110 hydration changes nothing in a list's look @js", async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/net::ERR_FAILED/);
  const base = await signIn(people.staff);
  const look = async () => {
    const archive = page.getByRole("button", { name: "Archive", exact: true });
    const [ground, edge] = await archive.evaluate((button) => {
      const { backgroundColor, boxShadow } = getComputedStyle(button);
      // A shadow in transition to none counts as none.
      return [backgroundColor, boxShadow.startsWith("rgba(0, 0, 0, 0)") ? "none" : boxShadow];
    });
    const box = await page.locator("thead .checkbox").boundingBox();
    return { ground, edge, box, firstRow: await firstRow(page) };
  };
  await page.route(/\.js$/, (route) => route.abort());
  await page.goto(`${base}/users`);
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeEnabled();
  const before = await look();
  await page.unroute(/\.js$/);
  await page.goto(`${base}/users`);
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeDisabled();
  expect(await look()).toEqual(before);
});

test("GEN-118 actions and details leave the title its width @js @all", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const width of [390, 640, 768, 899, 1024, 1200, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    // Opened from the list, with links to its neighbours.
    await page.goto(`${base}/vacancies/${busy}?list=all`);
    const title = page.getByRole("heading", { level: 1 });
    expect((await title.boundingBox())?.height ?? 0, `title next to the actions at ${width}`).toBeLessThan(
      100,
    );
    await page.locator("summary", { hasText: "Vacancy details" }).click();
    const [head, panel] = [await title.boundingBox(), page.locator(".sheet-body")];
    expect(head?.height ?? 0, `title at ${width}`).toBeLessThan(100);
    await expectNoOverflow(page, `details at ${width}`);
    const covered = await panel.evaluate((sheet) => {
      const { left, right, top, bottom } = sheet.getBoundingClientRect();
      return [...document.querySelectorAll("main :is(a, button, input, select, summary)")].filter(
        (control) => {
          const box = control.getBoundingClientRect();
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          const isInside = left < x && x < right && top < y && y < bottom;
          const frame = control.closest(".table-scroll")?.getBoundingClientRect();
          const isScrolledAway = frame !== undefined && (x < frame.left || x > frame.right);
          return isInside && !isScrolledAway && !control.closest(".sheet");
        },
      ).length;
    });
    expect(covered, `covered at ${width}`).toBe(0);
  }
});

test("GEN-141 headings align with their cells; each sort link is 24 px high, and the current one has an arrow @js", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${base}/vacancies/${busy}?sort=submittedAt&order=desc`);
  const head = (name: string) => page.getByRole("columnheader").getByRole("link", { name, exact: true });
  const [created, submitted] = [await head("Created").boundingBox(), await head("Submitted").boundingBox()];
  if (!created || !submitted) throw new Error("A heading is not drawn");
  expect(Math.round(created.height)).toBeGreaterThanOrEqual(24);
  expect(Math.round(submitted.height)).toBeGreaterThanOrEqual(24);
  expect(submitted.y).toBeGreaterThanOrEqual(created.y + created.height - 0.5);
  expect(submitted.x).toBeCloseTo(created.x, 0);
  await expect(head("Submitted").locator("svg")).toBeVisible();
  const drawn = () => head("Created").evaluate((link) => getComputedStyle(link, "::after").opacity);
  expect(await drawn()).toBe("0");
  await head("Created").hover();
  await expect.poll(drawn).toBe("1");
});
