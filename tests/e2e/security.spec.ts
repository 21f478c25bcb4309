import { request as playwrightRequest } from "@playwright/test";
import { demoId, demoVacancyId } from "../../regional-api/seed/ids";
import { pathOfRoute, postedRoutes } from "../support/screens";
import { fillCustomer } from "./support/forms";
import { accountNameOf } from "./support/settings";
import { expect, fillSignIn, people, test } from "./support/test";

const sessionCookie = "edge-session";

test("SESS-02 ASVS 3.3 10.1.1 no cookie is readable by scripts, none contains a plain-text token @twice", async ({
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

test("SESS-39 ASVS 3.4 headers: CSP with a nonce of its own, nosniff, no framing, no-store; nothing asks for the version", async ({
  page,
  signIn,
}) => {
  const base = await signIn(people.staff);
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const answer = await page.request.get(`${base}/customers`);
    expect(await answer.text()).not.toContain("A new version of this platform is available!");
    const headers = answer.headers();
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

test("names are rendered as text, whatever they contain @twice", async ({ page, signIn, unique }) => {
  const base = await signIn(people.staff);
  const name = `<script>alert(1)</script>"'>${unique("x")}`.slice(0, 100);
  await page.goto(`${base}/customers/create`);
  await fillCustomer(page, { name, accountName: accountNameOf(unique("inject")) });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("rowheader", { name })).toBeVisible();
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

test("security.txt names a contact and an expiry date", async ({ request, baseURL }) => {
  const answer = await request.get(`${baseURL}/.well-known/security.txt`);
  expect(answer.status()).toBe(200);
  const text = await answer.text();
  expect(text).toMatch(/^Contact: (mailto|https):/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now());
});
