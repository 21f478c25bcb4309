import type { BrowserContext, Page } from "@playwright/test";
import { menuOrder } from "../support/menu-rows";
import { basePathOf, expect, fillSignIn, pathOf, test } from "./support/test";

// Three people of one customer, signed in side by side: the screens and actions open and denied to each.

type Screen = readonly [title: string, ...buttons: string[]];
type Role = { email: string; menu: readonly string[]; screens: Readonly<Record<string, Screen>> };

const decisions: Role["screens"] = {
  decisions: ["Decisions by rules", "Samples of decisions"],
  "decisions/samples": ["Samples of decisions", "Draw a sample"],
  "decisions/samples/create": ["Draw a sample"],
};
const hiring: Role["screens"] = {
  vacancies: ["Vacancies", "View Archive", "Create New", "Archive"],
  "vacancies/create": ["Create a new vacancy"],
  "vacancies/archive": ["Archive", "Restore"],
  "workflow-sets/workflows": ["Workflows", "View Archive"],
  "workflow-sets": ["Workflow Sets", "View Archive"],
  ...decisions,
};
const everybodys: Role["screens"] = {
  departments: ["Departments"],
  // Readable by everyone who may read the tree.
  "departments/edit": ["Edit department"],
  customers: ["Customers"],
  notifications: ["Notifications"],
  di: ["Discover Insights", "Edit layout"],
};

/** Screens open to each role, with their buttons; those of the other roles and the `provider`'s are denied. */
const roles: Readonly<Record<string, Role>> = {
  "hiring manager": {
    email: "manager@acme.example",
    menu: [
      ...[
        "Today",
        "Talent Hub",
        "Vacancies",
        "Decisions by rules",
        "Departments",
        "Customers",
        "Discover Insights",
        "Notifications",
      ],
      "Question Bank",
    ],
    screens: {
      ...everybodys,
      vacancies: ["Vacancies", "View Archive"],
      "vacancies/archive": ["Archive"],
      ...decisions,
    },
  },
  recruiter: {
    email: "recruiter@acme.example",
    menu: [
      ...["Today", "Talent Hub", "Vacancies", "Workflows", "Workflow Sets", "Decisions by rules"],
      ...["Departments", "Customers", "Discover Insights", "Notifications", "Question Bank"],
    ],
    screens: { ...everybodys, ...hiring },
  },
  "customer admin": {
    email: "customer.admin@acme.example",
    // All but the provider's.
    menu: ["Today", ...menuOrder.filter((name) => name !== "Organisations" && name !== "ATS Requests")],
    screens: {
      ...everybodys,
      ...hiring,
      "workflow-sets/workflows": ["Workflows", "View Archive", "Create New", "Archive"],
      "workflow-sets/workflows/create": ["Create a new workflow"],
      users: [
        "Users",
        ...["View Archive", "Upload", "Create New", "Add to group", "Turn multi-factor on"],
        ...["Turn multi-factor off", "Archive"],
      ],
      "users/create": ["Create a new user"],
      "users/archive": ["Archive", "Restore"],
      groups: ["Groups", "View Archive", "Create New", "Archive"],
      "groups/create": ["Create a new user group"],
      departments: ["Departments", "Edit"],
      "settings/sso": ["Customer Settings"],
      "workflow-sets": ["Workflow Sets", "View Archive", "Create New", "Create Copy", "Archive"],
      policies: ["Access policies", "Create New"],
      "users/upload": ["Upload users", "Download template"],
      record: ["Record of changes"],
    },
  },
};
const provider = [
  ...["ats-requests", "customers/create", "customers/archive"],
  ...["organisations", "organisations/create", "organisations/archive"],
];
const addresses = new Set([
  ...provider,
  ...Object.values(roles).flatMap(({ screens }) => Object.keys(screens)),
]);

async function expectScreen(page: Page, address: string, screen: Screen | undefined) {
  const answer = await page.goto(address);
  if (!screen) {
    expect(answer?.status(), address).toBe(403);
    await expect(page.getByText("Nothing to see here")).toBeVisible();
    return;
  }
  expect(answer?.status(), address).toBe(200);
  const [title, ...expected] = screen;
  await expect(page.getByRole("heading", { level: 1 })).toContainText(title);
  // Anyone who sees rows may export them, select them and save views, so these buttons are not compared.
  const buttons = page
    .locator("main .page-header .row .btn:not(.popover-link, summary), main .selection-bar .btn:not(summary)")
    .filter({ hasNotText: /^(Export( without personal data)?|History|Views|Select all .*)$/ });
  await expect(buttons, address).toHaveText(expected);
}

/** Posts a forged form: the person's own token, another person's button. */
async function handMade(page: Page, address: string, fields: Readonly<Record<string, string>>) {
  const csrf = await page.locator('input[name="csrf"]').first().getAttribute("value");
  const { origin } = new URL(page.url());
  return page.request.post(`${origin}${address}`, {
    form: { csrf: csrf ?? "", idempotencyKey: crypto.randomUUID(), ...fields },
    headers: { origin },
    maxRedirects: 0,
  });
}

test("SHELL-12 SHELL-13 SHELL-39 SHELL-56 PERM-43 PERM-44 PERM-45 three roles side by side see their menu, their buttons and nothing else", async ({
  browser,
  baseURL,
  javaScriptEnabled,
}) => {
  test.setTimeout(180_000);
  const contexts: BrowserContext[] = [];
  const people = await Promise.all(
    Object.entries(roles).map(async ([name, role]) => {
      const context = await browser.newContext({ baseURL, javaScriptEnabled });
      contexts.push(context);
      const page = await context.newPage();
      await fillSignIn(page, role.email);
      await page.waitForURL((url) => url.pathname !== "/login");
      return { name, role, page, base: basePathOf(page) };
    }),
  );
  // All three are signed in; one person's requests must not affect the others.
  for (const { role, page, base } of people) {
    await page.goto(`${base}/vacancies`);
    const entries = page.getByRole("navigation", { name: "Main menu" }).getByRole("link");
    const names = (await entries.allInnerTexts()).map((text) => text.split("\n")[0]?.trim());
    expect(names, role.email).toEqual(role.menu);
    for (const path of addresses) await expectScreen(page, `${base}/${path}`, role.screens[path]);
  }

  const [manager, recruiter, admin] = people;
  if (!manager || !recruiter || !admin) throw new Error("Somebody is missing");
  await admin.page.goto(`${admin.base}/vacancies`);
  const rows = admin.page.locator("main tbody tr");
  const [count, id] = [
    await rows.count(),
    await rows.first().locator('input[name="ids"]').getAttribute("value"),
  ];
  await admin.page.goto(`${admin.base}/groups`);
  const group = await pathOf(admin.page.getByRole("link", { name: "Recruiters", exact: true }));
  const attempts = [
    [manager, "/vacancies", { intent: "archive", ids: id ?? "" }],
    [manager, "/vacancies/create", { intent: "save", title: "Mine" }],
    [recruiter, "/users", { intent: "archive", ids: id ?? "" }],
    [recruiter, "/groups/create", { intent: "save", name: "Mine" }],
    [recruiter, `${group?.replace(recruiter.base, "")}?tab=users`, { intent: "remove", ids: id ?? "" }],
    [recruiter, `${group?.replace(recruiter.base, "")}/users/add`, { intent: "add", userIds: id ?? "" }],
    [
      recruiter,
      `${group?.replace(recruiter.base, "")}?tab=console`,
      { intent: "update:confirm", rules: "1" },
    ],
    [recruiter, "/settings/sso", { intent: "save" }],
    [admin, "/customers", { intent: "archive", ids: id ?? "" }],
    [admin, "/customers/archive", { intent: "archive", ids: id ?? "" }],
    [admin, "/customers/create", { intent: "save:confirm", displayName: "Mine" }],
    [admin, "/organisations/create", { intent: "save", displayName: "Mine" }],
  ] as const;
  for (const [{ page, base, role }, path, fields] of attempts) {
    await page.goto(`${base}/vacancies`);
    const answer = await handMade(page, `${base}${path}`, fields);
    expect([403, 404], `${role.email} ${path}`).toContain(answer.status());
  }
  // Nothing has changed.
  await admin.page.goto(`${admin.base}/vacancies`);
  await expect(rows).toHaveCount(count);
  await admin.page.goto(`${admin.base}/groups`);
  await expect(admin.page.getByRole("link", { name: "Mine", exact: true })).toHaveCount(0);
  for (const context of contexts) await context.close();
});
