import { beforeAll, expect, test } from "vitest";
import { Client } from "./fixtures/client";
import { retail } from "./fixtures/ids";
import { documentOf } from "./fixtures/operations";
import {
  assertionXml,
  encode,
  newIdpKey,
  newXmlId,
  readAuthnRequest,
  responseXml,
  signXml,
  soundly,
  type Answer,
} from "./fixtures/saml";
import { callsOf, useClient, useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

const oldKey = newIdpKey();
const newKey = newIdpKey();
const redirect = "http://127.0.0.1:3000/";
const filter = { customerId: ids.retail, isEdgeSSO: true };

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "100000" });
const staff = useClient(world, "staff", "all tests");
const call = callsOf(world, staff);
let origin: string;

/** Saves who the identity provider is, the rest as it is set up at the beginning. */
const save = async (...keys: (typeof oldKey)[]) => {
  const publicCertificates = keys.map(({ certificate }) => certificate).join("\n");
  const update = { groupIds: [], enabled: true, loginUrl: "https://idp.example/login", publicCertificates };
  expect((await call("IDPUpdateSSOConfig", { update, filter })).error).toBeUndefined();
};

beforeAll(async () => {
  origin = await world.app.listen({ host: "127.0.0.1", port: 0 });
  await call("IDPCreateSSOConfig", {
    ...retail,
    accountName: "acme-retail",
    region: "ap-southeast-2",
    groupIds: [],
    enabled: true,
    loginUrl: "https://idp.example/login",
    publicCertificates: oldKey.certificate,
    isEdgeSSO: true,
  });
});

/** An honest answer to a request that an identity provider was asked. */
const honestTo = (redirectUrl: string): Answer => {
  const { id, acs, issuer } = readAuthnRequest(redirectUrl);
  return {
    requestId: id,
    acs,
    audience: issuer,
    issuer: "https://idp.example/",
    responseIssuer: undefined,
    destination: acs,
    recipient: acs,
    responseRequestId: undefined,
    notBefore: world.now(),
    notOnOrAfter: world.now() + 300_000,
    email: "new.person@test.example",
    firstName: "Nia",
    lastName: "New",
    assertionId: newXmlId(),
    extra: "",
    claims: undefined,
  };
};

const signed = (answer: Answer, key = oldKey) =>
  encode(signXml(responseXml(answer, assertionXml(answer)), soundly(key)));

async function begun() {
  const browser = new Client(origin);
  const { data } = await browser.call(documentOf("IDPAuthSSOLogin"), {
    ssoLoginDto: { redirect, isEdgeSSO: true, accountName: "acme-retail" },
  });
  return honestTo((data["IDPAuthSSOLogin"] as { redirectUrl: string }).redirectUrl);
}

/** Where the browser is led that brings an answer. */
async function post(acs: string, samlResponse: string): Promise<URL> {
  const body = new URLSearchParams({ SAMLResponse: samlResponse });
  const response = await fetch(acs, { method: "POST", body, redirect: "manual" });
  return new URL(response.headers.get("location") ?? "");
}

test("SSO-64 of two certificates side by side either signs, and a removed one no more", async () => {
  const signs = async (key: typeof oldKey) => {
    const answer = await begun();
    return (await post(answer.acs, signed(answer, key))).searchParams.has("code");
  };
  expect([await signs(oldKey), await signs(newKey)]).toEqual([true, false]);
  await save(oldKey, newKey);
  expect([await signs(oldKey), await signs(newKey)]).toEqual([true, true]);
  await save(newKey);
  expect([await signs(oldKey), await signs(newKey)]).toEqual([false, true]);
  await save(newKey, oldKey);
});
