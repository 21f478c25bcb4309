import { X509Certificate } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { readConfig } from "../../regional-api/config";
import { connectDemoIdp } from "../../regional-api/demo-idp/connect";
import { demoKey } from "../../regional-api/demo-idp/key";
import { unreachableIdentityProvider } from "../../regional-api/seed/settings";
import { findSsoConfig, insertSsoConfig } from "../../regional-api/areas/sso/sso-configs.store";
import { Client } from "./fixtures/client";
import { newIdpKey } from "./fixtures/saml";
import { ids, rootId } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const redirect = "http://127.0.0.1:3000/";
const other = newIdpKey();

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "100000", NODE_ENV: "test" });
let origin: string;

async function configure(
  customerId: string,
  awsRegion: "ap-southeast-2" | "eu-west-1",
  publicCertificates: string,
) {
  await world.databases.region(awsRegion).write((writer) =>
    insertSsoConfig(writer, {
      customerId,
      id: `sso-${customerId}`,
      hierarchyId: rootId(customerId),
      accountName: customerId,
      groupIds: "[]",
      enabled: 1,
      loginUrl: unreachableIdentityProvider.loginUrl,
      publicCertificates,
      userProvisionMode: "IN_TIME",
      enabledCustomerIdAsUsernamePrefix: 0,
      idpIssuer: null,
      createdAt: 1,
      updatedAt: 1,
    }),
  );
}

beforeAll(async () => {
  origin = await world.app.listen({ host: "127.0.0.1", port: 0 });
  await configure(ids.ireland, "eu-west-1", unreachableIdentityProvider.certificate);
  await configure(ids.retail, "ap-southeast-2", other.certificate);
  await connectDemoIdp(world.databases, world.dataDir, origin, world.now());
});

const ireland = () => findSsoConfig(world.databases.region("eu-west-1").reader, ids.ireland);
const retail = () => findSsoConfig(world.databases.region("ap-southeast-2").reader, ids.retail);

/** The fields of a page's only form, as a no-JS browser would send them. */
function formOf(html: string) {
  const unescape = (text: string) =>
    text.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" })[name] ?? "",
    );
  const action = unescape(/<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? "");
  const fields = [...html.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)];
  return {
    action: new URL(action, origin).href,
    fields: Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, unescape(value)])),
  };
}

async function open(browser: Client, accountName = ids.ireland) {
  const answer = await browser.send("IDPAuthSSOLogin", {
    ssoLoginDto: { redirect, isEdgeSSO: true, accountName },
  });
  const { redirectUrl } = answer.data["IDPAuthSSOLogin"] as { redirectUrl: string };
  expect(redirectUrl.startsWith(`${origin}/demo-idp?`)).toBe(true);
  return (await fetch(redirectUrl)).text();
}

const submit = (html: string, typed: Record<string, string>) => {
  const { action, fields } = formOf(html);
  return fetch(action, {
    method: "POST",
    body: new URLSearchParams({ ...fields, ...typed }),
    redirect: "manual",
  });
};

const person = { email: "demo@test.example", firstName: 'D"e<mo', lastName: "O'Person" };

test("AUTH-75 Continue signs in: the page, the signed answer, the code, the session", async () => {
  const browser = new Client(origin);
  const page = await open(browser);
  expect(page).toContain("Acme Ireland");
  const handOver = await submit(page, { ...person, decision: "continue" });
  const policy = handOver.headers.get("content-security-policy") ?? "";
  const html = await handOver.text();
  const nonce = /<script nonce="([^"]+)"/.exec(html)?.[1];
  expect(policy).toContain(`script-src 'nonce-${nonce}'`);
  expect(policy).toContain(`form-action 'self' ${origin} http://127.0.0.1:3000`);
  const back = new URL((await submit(html, {})).headers.get("location") ?? "");
  expect([back.pathname, back.searchParams.get("error")]).toEqual(["/ssoCallback", null]);
  const { error } = await browser.send("AuthSSOLogin", {
    ssoLoginDto: { code: back.searchParams.get("code"), redirect },
  });
  expect(error).toBeUndefined();
  const me = await browser.call("{ AuthMe { email firstName lastName } }");
  expect(me.data["AuthMe"]).toEqual(person);
});

test("AUTH-75 AUTH-79 Cancel returns with an error, and to the requested page", async () => {
  const handOver = await submit(await open(new Client(origin)), { decision: "cancel" });
  const back = await submit(await handOver.text(), {});
  expect(back.headers.get("location")).toBe(
    `http://127.0.0.1:3000/ssoCallback?${new URLSearchParams({ error: "ERROR_CUSTOM_SSO_LOGIN_FAILED", redirect })}`,
  );
});

test("AUTH-75 asks again for missing or wrong values, keeping what was typed", async () => {
  const page = await open(new Client(origin));
  const answer = await submit(page, {
    email: '"><script>',
    firstName: " ",
    lastName: "Kept",
    decision: "continue",
  });
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain("Please enter a valid email");
  expect(html).toContain("Please enter your first name");
  expect(html).not.toContain("Please enter your last name");
  expect(html).toContain('value="Kept"');
  expect(html).not.toContain('"><script>');
  expect(html).toContain("<title>Error: ");
  expect((await submit(html, { ...person, decision: "continue" })).status).toBe(200);
});

test("AUTH-75 answers only requests of this API's customers", async () => {
  const post = (xml: string) =>
    fetch(
      `${origin}/demo-idp?${new URLSearchParams({ SAMLRequest: deflateRawSync(xml).toString("base64") })}`,
    );
  const request = (issuer: string) =>
    `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" AssertionConsumerServiceURL="https://evil.example/acs"><saml:Issuer>${issuer}</saml:Issuer></samlp:AuthnRequest>`;
  const entityId = `${origin}/saml/eu-west-1/${ids.ireland}`;
  const known = await post(request(entityId));
  expect(known.status).toBe(200);
  // The answer goes to the customer's own address, regardless of the request.
  const handOver = await submit(await known.text(), { ...person, decision: "continue" });
  expect(formOf(await handOver.text()).action).toBe(`${entityId}/acs`);
  for (const xml of [
    request("https://evil.example/"),
    request(`https://evil.example/saml/eu-west-1/${ids.ireland}`),
    request(entityId.replace("eu-west-1", "us-east-1")),
    `<!DOCTYPE x>${request(entityId)}`,
    "<a/>",
    " ".repeat(10_000_000),
  ]) {
    expect((await post(xml)).status).toBe(400);
  }
  expect((await fetch(`${origin}/demo-idp?SAMLRequest=x`)).status).toBe(400);
});

test("AUTH-75 its page shows what another customer needs to sign in there", async () => {
  const { certificate } = await demoKey(world.dataDir, world.now());
  const page = await fetch(`${origin}/demo-idp`);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain(`>${origin}/demo-idp</textarea>`);
  expect(html).toContain(`>${certificate.replaceAll("+", "+")}</textarea>`);
  await configure(ids.bank, "ap-southeast-2", certificate);
  world.databases
    .region("ap-southeast-2")
    .statement("UPDATE sso_configs SET loginUrl = ? WHERE customerId = ?")
    .run(`${origin}/demo-idp`, ids.bank);
  const handOver = await submit(await open(new Client(origin), ids.bank), {
    ...person,
    email: "bank@test.example",
    decision: "continue",
  });
  const back = await submit(await handOver.text(), {});
  expect(back.headers.get("location")).toContain("/ssoCallback?code=");
});

test("AUTH-75 its key is created once, stays with the data, and is found at another address", async () => {
  const { certificate, privateKey } = await demoKey(world.dataDir, world.now());
  expect(await ireland()).toMatchObject({ publicCertificates: certificate, loginUrl: `${origin}/demo-idp` });
  expect(await retail()).toMatchObject({
    publicCertificates: other.certificate,
    loginUrl: unreachableIdentityProvider.loginUrl,
  });
  expect(statSync(join(world.dataDir, "demo-idp.json")).mode & 0o777).toBe(0o600);
  const parsed = new X509Certificate(Buffer.from(certificate, "base64"));
  expect(parsed.verify(parsed.publicKey)).toBe(true);
  expect(Date.parse(parsed.validFrom)).toBeLessThanOrEqual(world.now());
  expect(Date.parse(parsed.validTo)).toBeGreaterThan(world.now() + 10 * 365 * 24 * 3_600_000);
  await connectDemoIdp(world.databases, world.dataDir, "http://127.0.0.1:1", world.now());
  expect(await ireland()).toMatchObject({
    publicCertificates: certificate,
    loginUrl: "http://127.0.0.1:1/demo-idp",
  });
  expect((await retail())?.loginUrl).toBe(unreachableIdentityProvider.loginUrl);
  expect((await demoKey(world.dataDir, world.now())).privateKey).toBe(privateKey);
});

test.each(["production", "qa", "sandbox"])("AUTH-75 does not exist in %s", async (environment) => {
  const config = readConfig({ APP_ENV: environment, LOG_LEVEL: "silent" });
  const app = await createApp({ config, databases: world.databases });
  expect((await app.inject("/demo-idp")).statusCode).toBe(404);
  expect((await app.inject({ method: "POST", url: "/demo-idp" })).statusCode).toBe(404);
  await app.close();
});
