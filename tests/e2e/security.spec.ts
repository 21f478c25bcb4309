import { request as playwrightRequest } from "@playwright/test";
import { demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { pathOfRoute, postedRoutes } from "../support/screens";
import { fillCustomer } from "./support/forms";
import { accountNameOf } from "./support/settings";
import { expect, fillSignIn, people, test } from "./support/test";

const sessionCookie = "edge-session";

test("SESS-02 ASVS 3.3 10.1.1 no cookie is readable by scripts, none contains a plain-text token", async ({
  page,
  signIn,
}) => {
  await page.goto(await signIn(people.staff));
  for (const cookie of await page.context().cookies()) {
    expect(Buffer.byteLength(cookie.name + cookie.value)).toBeLessThan(4096);
    if (cookie.name === "edge-time-zone") continue;
    expect(cookie.httpOnly, cookie.name).toBe(true);
    expect(cookie.sameSite, cookie.name).toBe("Lax");
  }
  expect(await page.content()).not.toMatch(/access-token|refresh-token|csrf-token/);
});

test("SESS-41 a forged, cut or foreign session cookie counts as signed out", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  const [session] = (await page.context().cookies()).filter(({ name }) => name === sessionCookie);
  if (!session) throw new Error("no session cookie");
  for (const value of [
    session.value.slice(0, -10),
    "Fe26.2**forged",
    `${session.value}x`,
    "x".repeat(3000),
  ]) {
    await page.context().addCookies([{ ...session, value }]);
    const response = await page.goto(`${base}/customers`);
    expect(response?.status()).toBe(200);
    await expect(page).toHaveURL((url) => url.pathname === "/login");
  }
});

test("SESS-40 ASVS 3.5.1 a post from elsewhere, or with another session's token, changes nothing", async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  const csrf = await page.locator('main input[name="csrf"]').first().inputValue();
  const id = await page.locator('input[name="ids"]:enabled').first().inputValue();
  const other = await browser.newContext({ baseURL });
  const otherPage = await other.newPage();
  await otherPage.goto("/login");
  const foreignToken = await otherPage.locator('input[name="csrf"]').first().inputValue();
  await other.close();

  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    page.request.post(`${base}/customers`, {
      form: { intent: "archive", ids: id, ...form },
      headers,
      maxRedirects: 0,
    });
  const refused = [
    await post({}),
    await post({ csrf: "" }),
    await post({ csrf: foreignToken }),
    await post({ csrf }, { origin: "https://evil.example" }),
    await post({ csrf }, { origin: "null" }),
    await post({ csrf }, { "sec-fetch-site": "cross-site" }),
  ];
  expect(refused.map((response) => response.status())).toEqual(refused.map(() => 403));
  await page.reload();
  await expect(page.locator(`input[name="ids"][value="${id}"]`)).toHaveCount(1);
  expect((await post({ csrf, intent: "__proto__" })).status()).toBe(400);
  expect((await post({ csrf, intent: "delete-everything" })).status()).toBe(400);
});

test("GEN-16 ORG-10 ids of another organisation change nothing", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  const csrf = await page.locator('main input[name="csrf"]').first().inputValue();
  await page.goto(`${base}/switch-customer?q=globex`);
  const foreign = await page
    .getByRole("main")
    .getByRole("rowheader")
    .getByRole("link")
    .first()
    .getAttribute("href");
  const ids = foreign?.split("/").at(-1) ?? "";
  const response = await page.request.post(`${base}/customers`, { form: { csrf, intent: "archive", ids } });
  expect(response.status()).toBeGreaterThanOrEqual(400);
  expect(await response.text()).toContain("Failed to archive customers. Please contact support.");
  await page.goto(`${base}/switch-customer?q=globex`);
  await expect(page.getByRole("main").locator(`a[href="${foreign}"]`)).toHaveCount(1);
});

test("ASVS 3.4 headers: CSP with a nonce of its own, nosniff, no framing, no-store; an injected script does not run", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const headers = (await page.request.get(`${base}/customers`)).headers();
    const csp = headers["content-security-policy"] ?? "";
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(csp).toContain(part);
    expect(csp).not.toContain("unsafe-eval");
    nonces.add(/'nonce-([^']+)'/.exec(csp)?.[1] ?? "");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["x-frame-options"]).toBe("DENY");
    expect(headers["referrer-policy"]).toBe("same-origin");
    expect(headers["cache-control"]).toBe("no-store");
  }
  expect(nonces.size).toBe(3);
  const data = await page.request.get(`${base}/customers.data`);
  expect(data.headers()["cache-control"]).toBe("no-store");
});

test("CSP stops an injected script @js", async ({ page, signIn, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/);
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers`);
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "window.injected = true";
    document.body.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="/none.png" onerror="window.injected = true">');
  });
  await page.waitForTimeout(200);
  expect(await page.evaluate(() => "injected" in window)).toBe(false);
});

test("names are rendered as text, whatever they contain", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  const name = `<script>alert(1)</script>"'>${unique("x")}`.slice(0, 100);
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name, accountName: accountNameOf(unique("inject")) });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
});

test("quality 12: a body of 10 MB is refused early, chunked or not", async ({ page, signIn, baseURL }) => {
  const base = await signIn(people.staff);
  const response = await page.request.post(`${base}/customers`, {
    data: Buffer.alloc(10 * 1024 * 1024, "a"),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(response.status()).toBe(413);
  const chunked = await fetch(`${baseURL}/login`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new ReadableStream({
      async pull(controller) {
        controller.enqueue(new Uint8Array(64 * 1024).fill(97));
        await new Promise((done) => setTimeout(done, 1));
      },
    }),
    duplex: "half",
  } as RequestInit & { duplex: "half" }).then(
    (answer) => answer.status,
    () => "closed",
  );
  expect([413, "closed"]).toContain(chunked);
  expect((await page.request.get("/version/version.json")).status()).toBe(200);
});

test("ASVS 3.5.3 reading changes nothing: GET and HEAD on every action's address", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const scope = "/region/:awsRegion/customers/:customerId";
  const posted = postedRoutes.map((id) =>
    (pathOfRoute.get(id) ?? "")
      .replace(scope, base)
      .replace(":vacancyId", demoVacancyId("acmeRetail", 0))
      .replace(/:applicationId|:packId/g, demoId("none")),
  );
  expect(posted).toContain("/logout");
  // Actions whose address needs parameters must be given here.
  expect(posted.filter((path) => path === "" || path.includes(":"))).toEqual([]);
  for (const path of [...posted, `${base}/customers`]) {
    const address = `${path}?appearance=dark&intent=archive`;
    await page.request.get(address, { maxRedirects: 0 });
    await page.request.head(address, { maxRedirects: 0 });
  }
  await page.goto(`${base}/customers`);
  await expect(page).toHaveURL(`${base}/customers`);
  await expect(page.locator("html")).not.toHaveClass(/dark/);
});

test("ASVS 7.2.4 the session from before signing in is invalid afterwards", async ({ page, baseURL }) => {
  await page.goto("/login");
  const before = (await page.context().cookies()).find(({ name }) => name === sessionCookie);
  const csrf = await page.locator('input[name="csrf"]').first().inputValue();
  await fillSignIn(page, people.staff);
  await page.waitForURL(/\/customers\/[0-9a-f]{24}$/);
  const after = (await page.context().cookies()).find(({ name }) => name === sessionCookie);
  expect(after?.value).not.toBe(before?.value);
  const api = await playwrightRequest.newContext({ baseURL });
  const path = `${new URL(page.url()).pathname}/customers`;
  const old = await api.get(path, {
    headers: { cookie: `${sessionCookie}=${before?.value}` },
    maxRedirects: 0,
  });
  expect(old.headers().location).toContain("/login");
  const post = await page.request.post(path, {
    form: { csrf, intent: "archive", ids: "x" },
    maxRedirects: 0,
  });
  expect(post.status()).toBe(403);
  await api.dispose();
});

test("forced failures show an id and nothing else", async ({ page, signIn }) => {
  const base = await signIn(people.staff);
  for (const path of [
    `${base}/customers/%00`,
    `${base}/%E0%A4%A`,
    "/%c0%ae%c0%ae/",
    `${base}/customers/create/../x`,
  ]) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status(), path).toBeLessThan(500);
    expect(await response.text()).not.toMatch(/node_modules|\.ts:\d|at [A-Z]\w+ \(/);
  }
});

test("ASVS 3.7.2 no redirect parameter leads off the origin without a warning", async ({ page, signIn }) => {
  await signIn(people.staff);
  const targets = [
    "//evil.example",
    "/\\evil.example",
    "https:evil.example",
    "/%0d%0aSet-Cookie:x=1",
    "javascript:1",
  ];
  for (const target of targets) {
    const query = new URLSearchParams({ redirect: target });
    const answer = await page.request.get(`/login?${query}`, { maxRedirects: 0 });
    expect(answer.headers().location, target).toMatch(/^\/region\//);
    expect(answer.headers()["set-cookie"] ?? "").not.toContain("x=1");
  }
  const away = await page.request.get(`/login?redirect=${encodeURIComponent("https://evil.example/x")}`, {
    maxRedirects: 0,
  });
  expect(away.headers().location).toMatch(/^\/leaving\?to=/);
});

test("ASVS 7.4.1 a cookie saved before signing out opens nothing", async ({ page, baseURL }) => {
  await fillSignIn(page, people.customerAdmin);
  await page.waitForURL((url) => url.pathname !== "/login");
  const path = new URL(page.url()).pathname;
  // The address changes before the page does, and the forms' token with it.
  await page.goto(path);
  const kept = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const csrf = await page.locator('input[name="csrf"]').first().inputValue();
  expect((await page.request.post("/logout", { form: { csrf }, maxRedirects: 0 })).status()).toBe(303);
  const api = await playwrightRequest.newContext({ baseURL });
  const answer = await api.get(path, { headers: { cookie: kept }, maxRedirects: 0 });
  expect(answer.headers().location).toMatch(/^\/login\?/);
  await api.dispose();
});

test("ASVS 15.3.3 15.3.6 15.3.7 unknown and repeated fields and __proto__ change nothing", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  await page.goto(`${base}/customers/create`);
  const csrf = await page.locator('main input[name="csrf"]').first().inputValue();
  const post = (fields: [string, string][]) =>
    page.request.post(`${base}/customers/create`, {
      data: new URLSearchParams([["csrf", csrf], ["intent", "save"], ...fields]).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      maxRedirects: 0,
    });
  // Without an organisation the form comes back, whatever other fields it has.
  const typed: [string, string][] = [
    ["displayName", "Extra"],
    ["isStaff", "true"],
    ["customerId", "000000000000000000000000"],
  ];
  expect((await post(typed)).status()).toBe(400);
  const twice = await post([...typed, ["displayName", "Another"]]);
  expect(twice.status()).toBe(400);
  for (const name of ["__proto__.isStaff", "constructor.prototype.isStaff", "x[100000000]"]) {
    const answer = await post([...typed, [name, "true"]]);
    expect(answer.status(), name).toBe(400);
    expect(await answer.text()).toContain("This form could not be accepted");
  }
});

test("security.txt names a contact and an expiry date", async ({ request, baseURL }) => {
  const answer = await request.get(`${baseURL}/.well-known/security.txt`);
  expect(answer.status()).toBe(200);
  const text = await answer.text();
  expect(text).toMatch(/^Contact: (mailto|https):/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
});
