import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PlainBrowser } from "../../support/plain-browser/context";
import type { PlainPage } from "../../support/plain-browser/page";
import { expect as expectPlain } from "../../support/plain-browser/expect";
import { isMedia } from "../../support/plain-browser/styles";

type Matcher = (...given: unknown[]) => Promise<void>;
type Matchers = Record<
  | "toBeDisabled"
  | "toBeEnabled"
  | "toBeHidden"
  | "toBeVisible"
  | "toHaveCount"
  | "toHaveText"
  | "toHaveURL"
  | "toHaveValue"
  | "toBeInViewport",
  Matcher
>;
/** Journeys use Playwright's types for locators; here their own type is needed. */
const shows = expectPlain as unknown as (actual: unknown) => Matchers;

type Answer = { status?: number; headers?: Record<string, string | string[]>; body?: string };
type Asked = { path: string; method: string; headers: IncomingMessage["headers"]; body: string };

let server: Server;
let origin: string;
let page: PlainPage;
let requests: Asked[] = [];
let answers: Record<string, Answer | ((one: Asked) => Answer)> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      const one = {
        path,
        method: request.method ?? "",
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      };
      requests.push(one);
      const found = answers[path.split("?")[0] ?? ""] ?? { body: `<p>At ${path}</p>` };
      const { status = 200, headers, body = "" } = typeof found === "function" ? found(one) : found;
      response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...headers }).end(body);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(async () => {
  requests = [];
  answers = {};
  page = await (await PlainBrowser.start().newContext({ baseURL: origin })).newPage();
});

/** Opens a page with this body; `css` is its style sheet. */
async function open(body: string, css = ""): Promise<void> {
  answers["/page"] = {
    body: `<!DOCTYPE html><html><head><title>Page</title><style>${css}</style></head><body>${body}</body></html>`,
  };
  await page.goto("/page");
  requests = [];
}

const visible = (id: string) => page.locator(`#${id}`).isVisible();

describe("visibility", () => {
  test.each([
    ["hidden", `<p id="it" hidden>It</p>`],
    ["within hidden", `<div hidden><p id="it">It</p></div>`],
    ["within closed details", `<details><summary>More</summary><p id="it">It</p></details>`],
    ["within a dialog that is not open", `<dialog><p id="it">It</p></dialog>`],
    ["a popover that is not open", `<div popover id="it">It</div>`],
    ["a hidden field", `<input type="hidden" id="it" value="1">`],
    ["display: none of its own", `<p id="it" style="display: none">It</p>`],
  ])("%s is not", async (_, body) => {
    await open(body);
    expect(await visible("it")).toBe(false);
    await shows(page.locator("#it")).toBeHidden();
    await expect(shows(page.locator("#it")).toBeVisible({ timeout: 1 })).rejects.toThrow("hidden");
    await expect(page.locator("#it").click()).rejects.toThrow("not visible");
  });

  test.each([
    ["a summary", `<details><summary id="it">More</summary><p>In</p></details>`],
    ["within open details", `<details open><summary>More</summary><p id="it">It</p></details>`],
    ["within an open dialog", `<dialog open><p id="it">It</p></dialog>`],
    ["what stands in noscript", `<noscript><p id="it">It</p></noscript>`],
    ["a link with a name and no words", `<a id="it" href="/x" aria-label="Actions"></a>`],
  ])("%s is", async (_, body) => {
    await open(body);
    expect(await visible("it")).toBe(true);
  });

  test("importance, specificity and order decide, as in any browser", async () => {
    await open(
      `<p id="a" class="one two">A</p><p id="b" class="one">B</p><p id="c" class="three" hidden>C</p>
       <p id="d" class="one two">D</p><p id="e" class="four">E</p>`,
      `.one.two { display: block } .one { display: none } #a { display: block } p.one.two.three { display: block }
       :where(#b) { display: block } .three { display: none !important } #c { display: block }
       p { display: none } p.four { display: none } .four { display: block }`,
    );
    const seen = await Promise.all(["a", "b", "c", "d", "e"].map(visible));
    expect(seen).toEqual([true, false, false, true, false]);
  });

  test("scripting, width and :target rules apply only where they match", async () => {
    const css = `@media (scripting: none) { .with { display: none } } @media (max-width: 40rem) { .wide { display: none } }
      .menu:not(:target) { display: none }`;
    await open(
      `<p id="s" class="with">S</p><p id="w" class="wide">W</p><p class="menu" id="m">M</p><a href="#m">Menu</a>`,
      css,
    );
    expect([await visible("s"), await visible("w"), await visible("m")]).toEqual([false, true, false]);
    await page.getByRole("link", { name: "Menu" }).click();
    expect(await visible("m")).toBe(true);
    expect(requests).toEqual([]);
    await page.setViewportSize({ width: 360, height: 700 });
    expect(await visible("w")).toBe(false);
    expect(() => isMedia("(update: fast)", { width: 1, height: 1 })).toThrow("@media (update: fast)");
  });

  test("a popover opens with its button, and closes on a click elsewhere", async () => {
    await open(`<button popovertarget="m">Menu</button><div id="m" popover>Inside</div><p>Elsewhere</p>`);
    await page.getByRole("button", { name: "Menu" }).click();
    await shows(page.getByText("Inside")).toBeVisible();
    await page.getByText("Elsewhere").click();
    await shows(page.getByText("Inside")).toBeHidden();
  });

  test("the lines of preformatted text match the page's HTML", async () => {
    await open(`<div id="c">Said <pre>one\n  two\n</pre>after</div>`);
    expect(await page.locator("#c").innerText()).toBe("Said\none\n  two\nafter");
  });

  test("details with the same name are open one at a time", async () => {
    await open(
      `<details name="a" open><summary>One</summary><p>1</p></details><details name="a"><summary>Two</summary><p>2</p></details>`,
    );
    await page.locator("summary", { hasText: "Two" }).click();
    await shows(page.getByText("2", { exact: true })).toBeVisible();
    await shows(page.getByText("1", { exact: true })).toBeHidden();
  });
});

describe("roles and names", () => {
  test.each([
    ["button", "Save all", `<button>Save <b>all</b></button>`],
    ["button", "Close", `<button aria-label="Close">×</button>`],
    [
      "button",
      "Move up Name",
      `<button><svg aria-hidden="true"><title>no</title></svg>Move up<span> Name</span></button>`,
    ],
    ["link", "Home", `<a href="/">Home<span hidden> page</span></a>`],
    ["textbox", "Name", `<label for="n">Name</label><input id="n">`],
    ["textbox", "Name of it", `<h2 id="h">Name</h2><i id="i" hidden>of it</i><input aria-labelledby="h i">`],
    ["searchbox", "Find", `<input type="search" placeholder="Find">`],
    [
      "combobox",
      "Region",
      `<label>Region <select><option>One</option></select></label>`.replace("<label>Region", "<label>Region"),
    ],
    ["group", "Address", `<fieldset><legend>Address</legend></fieldset>`],
    ["row", "Ann 3", `<table><tr><td>Ann</td><td>3</td></tr></table>`],
    ["img", "Chart", `<img alt="Chart" src="data:,">`],
    ["dialog", "Sure?", `<dialog open aria-labelledby="t"><h2 id="t">Sure?</h2></dialog>`],
    ["region", "Filters", `<section aria-label="Filters">x</section>`],
  ])("%s %s", async (role, name, body) => {
    await open(body);
    await shows(page.getByRole(role, { name, exact: true })).toHaveCount(1);
    await shows(page.getByRole(role, { name: `${name} and more` })).toHaveCount(0);
  });

  test.each([
    ["button", `<div hidden><button>It</button></div>`],
    ["button", `<div aria-hidden="true"><button>It</button></div>`],
    ["link", `<a>It</a>`],
    ["form", `<form>It</form>`],
    ["region", `<section>It</section>`],
    ["img", `<img alt="" src="data:,">`],
    ["table", `<table role="presentation"><tr><td>It</td></tr></table>`],
  ])("no %s in %s", async (role, body) => {
    await open(body);
    await shows(page.getByRole(role)).toHaveCount(0);
  });

  test("texts match the innermost element, labels by their text; several matches are an error", async () => {
    await open(
      `<div><p>Some <b>words</b> here</p></div><label for="a">Size</label><input id="a"><p>Size</p>`,
    );
    await shows(page.getByText("some words HERE")).toHaveCount(1);
    await shows(page.getByText("words", { exact: true })).toHaveText("words");
    await page.getByLabel("Size").fill("3");
    await shows(page.getByLabel("Size")).toHaveValue("3");
    await expect(page.locator("p").click()).rejects.toThrow("strict mode");
    await expect(shows(page.locator("p")).toHaveText("x")).rejects.toThrow("strict mode");
  });

  test("disabled controls cannot be pressed or filled: by attribute, by fieldset, by ARIA", async () => {
    await open(`<fieldset disabled><legend><button>Out</button></legend><button>In</button><input aria-label="Field"></fieldset>
      <button aria-disabled="true">Aria</button><button disabled>Own</button>`);
    for (const name of ["In", "Aria", "Own"]) {
      await shows(page.getByRole("button", { name })).toBeDisabled();
      await expect(page.getByRole("button", { name }).click()).rejects.toThrow("is disabled");
    }
    await shows(page.getByRole("button", { name: "Out" })).toBeEnabled();
    await expect(page.getByLabel("Field").fill("x")).rejects.toThrow("is disabled");
  });
});

describe("forms", () => {
  const sent = () => requests.map(({ method, path, body }) => `${method} ${path} ${body}`);

  test("send their fields, with the button pressed, to the right address", async () => {
    await open(`<form id="f" method="post" action="/save"><input name="a" value="1"><input name="b" type="checkbox" value="x">
        <textarea name="t">one\ntwo</textarea><select name="s"><option value="1">One<option value="2" selected>Two</select>
        <fieldset disabled><input name="off" value="1"></fieldset><button name="intent" value="save">Save</button></form>
      <input name="c" form="f" value="ü &amp;"><button form="f" formaction="/other" name="intent" value="other">Other</button>`);
    await page.getByRole("button", { name: "Save" }).click();
    expect(sent()).toEqual(["POST /save a=1&t=one%0D%0Atwo&s=2&intent=save&c=%C3%BC+%26"]);
    await page.goBack();
    await page.getByRole("checkbox").check();
    await page.locator("select").selectOption("One");
    requests = [];
    await page.getByRole("button", { name: "Other" }).click();
    expect(sent()).toEqual(["POST /other a=1&b=x&t=one%0D%0Atwo&s=1&c=%C3%BC+%26&intent=other"]);
  });

  test("GET replaces the query; Enter presses the first submit button", async () => {
    await open(
      `<form action="/find?old=1"><input name="q" aria-label="Find"><button name="go" value="1">Go</button></form>`,
    );
    await page.getByLabel("Find").fill("a b");
    await page.getByLabel("Find").press("Enter");
    expect(sent()).toEqual(["GET /find?q=a+b&go=1 "]);
    await shows(page).toHaveURL(`${origin}/find?q=a+b&go=1`);
  });

  test.each([
    ["required", `<input name="q" required>`],
    ["an email", `<input name="q" type="email" value="no">`],
    ["a pattern", `<input name="q" pattern="[a-z]+" value="1">`],
    ["at least", `<input name="q" type="number" min="3" value="1">`],
    ["a choice", `<select name="q" required><option value="">Choose</select>`],
    ["a consent", `<input type="checkbox" name="q" required>`],
  ])("are not sent while a field is invalid: %s", async (_, field) => {
    await open(
      `<form method="post" action="/save">${field}<button>Save</button><button formnovalidate>Anyway</button></form>`,
    );
    await page.getByRole("button", { name: "Save" }).click();
    expect(sent()).toEqual([]);
    await page.getByRole("button", { name: "Anyway" }).click();
    expect(sent()).toHaveLength(1);
  });

  test("novalidate and disabled fieldsets are exempt", async () => {
    await open(`<form method="post" action="/save"><fieldset disabled><input name="q" required></fieldset><button>Save</button></form>
      <form method="post" action="/free" novalidate><input name="q" required><button>Free</button></form>`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.goBack();
    await page.getByRole("button", { name: "Free" }).click();
    expect(sent().filter((one) => one.startsWith("POST"))).toEqual(["POST /save ", "POST /free q="]);
  });

  test("files are sent with name and type; a field accepts at most its maxlength", async () => {
    await open(`<form method="post" action="/up" enctype="multipart/form-data"><input type="file" name="file" required aria-label="File">
      <input name="n" maxlength="3" aria-label="N"><button>Send</button></form>`);
    await page.getByRole("button", { name: "Send" }).click();
    expect(sent()).toEqual([]);
    await page
      .getByLabel("File")
      .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from("x,y") });
    await page.getByLabel("N").fill("12345");
    await page.getByRole("button", { name: "Send" }).click();
    expect(requests[0]?.body).toMatch(
      /name="file"; filename="a.csv"\r\nContent-Type: text\/csv\r\n\r\nx,y\r\n/,
    );
    expect(requests[0]?.body).toMatch(/name="n"\r\n\r\n123\r\n/);
  });

  test("a CSP that forbids a form's target is enforced, also for its redirects", async () => {
    const headers = { "content-security-policy": "default-src 'none'; form-action 'self'" };
    answers["/page"] = { headers, body: `<form method="post" action="/save"><button>Save</button></form>` };
    answers["/save"] = { status: 303, headers: { location: "http://other.example/" } };
    await page.goto("/page");
    await expect(page.getByRole("button").click()).rejects.toThrow("form-action");
  });
});

describe("over HTTP", () => {
  test("cookies, redirects and request headers are those of a browser", async () => {
    answers["/in"] = {
      status: 303,
      headers: {
        location: "/there#part",
        "set-cookie": ["a=1; HttpOnly; Path=/", "b=2; Path=/deep", "c=3; Max-Age=0"],
      },
    };
    await open(`<form method="post" action="/in"><button>In</button></form>`);
    await page.getByRole("button").click();
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(["POST /in", "GET /there"]);
    expect(requests[0]?.headers).toMatchObject({
      origin,
      referer: `${origin}/page`,
      "sec-fetch-site": "same-origin",
      "sec-fetch-mode": "navigate",
    });
    expect(requests[1]?.headers).toMatchObject({ cookie: "a=1" });
    expect(requests[1]?.headers.origin).toBeUndefined();
    await shows(page).toHaveURL(`${origin}/there#part`);
    await page.goto("/deep/er");
    expect(requests.at(-1)?.headers).toMatchObject({ cookie: "a=1; b=2", "sec-fetch-site": "none" });
    expect((await page.context().cookies()).map(({ name }) => name).sort()).toEqual(["a", "b"]);
    await page.context().clearCookies({ name: "a" });
    await page.reload();
    expect(requests.at(-1)?.headers.cookie).toBe("b=2");
  });

  test.each([
    [307, "POST", "x=1"],
    [303, "GET", ""],
    [302, "GET", ""],
  ])("a redirect with %i is followed by a %s", async (status, method, body) => {
    answers["/in"] = { status, headers: { location: "/there" } };
    await open(`<form method="post" action="/in"><input name="x" value="1"><button>In</button></form>`);
    await page.getByRole("button").click();
    expect(requests[1]).toMatchObject({ method, body });
  });

  test("a page that reloads itself is awaited, another is not", async () => {
    let count = 0;
    answers["/job"] = () => ({
      body: (count += 1) < 3 ? `<meta http-equiv="refresh" content="0"><p>Waiting</p>` : "<p>Done</p>",
    });
    await page.goto("/job");
    await shows(page.getByText("Done")).toBeVisible();
    const from = Date.now();
    await expect(shows(page.getByText("Never")).toBeVisible()).rejects.toThrow("hidden");
    expect(Date.now() - from).toBeLessThan(2_000);
  });

  test("an unsupported feature is an error that says so", async () => {
    await open(`<p>It</p>`);
    const unknown = page as unknown as Record<string, (...given: unknown[]) => unknown>;
    expect(() => unknown.evaluate?.(() => 1)).toThrow(
      "The plain browser has no page.evaluate: tag the journey @browser",
    );
    const locator = page.locator("p") as unknown as Record<string, (...given: unknown[]) => unknown>;
    expect(() => locator.boundingBox?.()).toThrow("@browser");
    expect(() => shows(page.locator("p")).toBeInViewport).toThrow("@browser");
    await expect(page.locator("p").evaluate((one) => one.getBoundingClientRect())).rejects.toThrow(
      "@browser",
    );
  });
});
