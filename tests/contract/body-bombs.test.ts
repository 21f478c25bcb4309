import { beforeAll, describe, expect, test } from "vitest";
import { checkBody } from "../../regional-api/json-body";
import { insertSsoConfig } from "../../regional-api/areas/sso/sso-configs.store";

import { bombs, kilobyte, query, withVariables } from "../support/body-bombs";
import { busyFor } from "../support/processor-time";
import { Client, signedIn } from "./fixtures/client";
import { newIdpKey } from "./fixtures/saml";
import { rawRequest } from "./fixtures/server";
import { ids, rootId } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests", { AUTH_CALLS_PER_MINUTE: "100000" });
let origin: string;
let staff: Client;
beforeAll(async () => {
  await world.databases.region("ap-southeast-2").write((writer) =>
    insertSsoConfig(writer, {
      customerId: ids.retail,
      id: "sso-acme-retail",
      hierarchyId: rootId(ids.retail),
      accountName: "acme-retail",
      groupIds: "[]",
      enabled: 1,
      loginUrl: "https://idp.example/login",
      publicCertificates: newIdpKey().certificate,
      userProvisionMode: "IN_TIME",
      enabledCustomerIdAsUsernamePrefix: 0,
      idpIssuer: null,
      createdAt: 1,
      updatedAt: 1,
    }),
  );
  origin = await world.app.listen({ host: "127.0.0.1", port: 0 });
  staff = await signedIn(world.app, "staff");
});

const post = (body: string, client = staff) =>
  rawRequest(`${origin}/api/ap-southeast-2/graphql`, { headers: client.headers(), body });

/** In milliseconds of CPU time. */
const limit = 50;

describe("a body beyond the limits answers 400 before it is parsed", () => {
  test.each(Object.entries(bombs))("%s", async (_name, body) => {
    expect(Buffer.byteLength(body)).toBeLessThan(1024 * kilobyte);
    await post(withVariables("1"));
    const { answer, longest } = await busyFor(limit, () => post(body));
    expect(answer.status).toBe(400);
    const { errors } = JSON.parse(answer.text);
    expect(errors[0].extensions.exception.name).toBe("Validation Error");
    expect(errors[0].message).toMatch(
      /^(The body is nested deeper|The body has more|A string in the body is|An object in the body has more)/,
    );
    expect(longest).toBeLessThan(limit);
    const ofStranger = await busyFor(limit, () => post(body, new Client(origin)));
    expect(ofStranger.answer.status).toBe(body.length > 16 * kilobyte ? 200 : 400);
    expect(ofStranger.longest).toBeLessThan(limit);
  });

  test("ignores brackets, commas and quotes within texts", async () => {
    const text = '[{,"\\'.repeat(5_000);
    expect(() => checkBody(Buffer.from(JSON.stringify({ query, variables: { text } })))).not.toThrow();
    expect((await post(JSON.stringify({ query, variables: { text } }))).status).toBe(200);
    expect((await post(withVariables("[".repeat(30) + "]".repeat(30)))).status).toBe(200);
  });
});

/** Objects with field names no type has, each of which must be looked up. */
const unknown = (objects: number, names: number) =>
  Array.from({ length: objects }, () =>
    Object.fromEntries(Array.from({ length: names }, (_, at) => [`emai${at}`, 1])),
  );

test.each([
  ["in one object", unknown(1, 19_000)],
  ["in many objects", unknown(100, 190)],
  ["within one another", [Object.fromEntries(unknown(100, 180).map((inner, at) => [`row${at}`, inner]))]],
])(
  "GEN-40 unknown variable names %s block no other call, and are not echoed in the answer",
  async (_where, rows) => {
    const given = `customerId: "1", organizationId: "1", hierarchyId: "1", uploadId: "1", fileName: "a", header: [], forcePasswordReset: false, mfaEnabled: false`;
    const query = (name: string) =>
      `mutation ${name} ($rows: [ORGEndUserUploadRowInput!]!) { ORGCheckEndUsers(${given}, rows: $rows) { _id } }`;
    for (const client of [staff, new Client(origin)])
      for (const name of ["once", "again", "again", "again"]) {
        const body = JSON.stringify({ query: query(name), variables: { rows } });
        const { answer, longest } = await busyFor(limit, () => post(body, client));
        expect(answer.text.length).toBeLessThan(1_000);
        expect(answer.status).toBe(client === staff ? 400 : 200);
        expect(longest).toBeLessThan(limit);
      }
  },
);

const documents: Record<string, string> = {
  "one field 600 times": `{ AuthMe { ${"_id ".repeat(1_900)} } }`,
  "nested fields 250 times": `{ AuthMe { ${"customers { customerId } ".repeat(480)} } }`,
  "lists in lists": `query { ORGGetCustomers(filter: { organizationId: ${"[".repeat(900)}${"]".repeat(900)} }) { _id } }`,
  "objects in objects": `query { ORGGetCustomers(filter: ${"{a:".repeat(600)}1${"}".repeat(600)}) { _id } }`,
  "fragments that spread each other": `{ AuthMe { ...f0 } } ${Array.from({ length: 120 }, (_, at) => `fragment f${at} on User { _id ...f${at + 1} ...f${at + 1} }`).join(" ")} fragment f120 on User { _id }`,
  "many fragments of the same fields": `{ AuthMe { ${Array.from({ length: 90 }, (_, at) => `...f${at}`).join(" ")} } } ${Array.from({ length: 90 }, (_, at) => `fragment f${at} on User { customers { customerId uniqueName } }`).join(" ")}`,
  "many variables": `query (${Array.from({ length: 300 }, (_, at) => `$v${at}: ID`).join(" ")}) { AuthMe { _id } }`,
  "unknown fields": `{ ${Array.from({ length: 600 }, (_, at) => `nothing${at}`).join(" ")} }`,
};

test.each([
  ["a variable", withVariables('"a\\u0000b"')],
  ["a variable's name", `{"query": ${JSON.stringify(query)}, "variables": {"\\u0000": 1}}`],
  ["a text of the document", JSON.stringify({ query: '{ AuthMe(a: "\\u0000") { _id } }' })],
  ["a text of the document, in the longer way", JSON.stringify({ query: '{ AuthMe(a: "\\u{0}") { _id } }' })],
])("refuses U+0000 in %s: not every store accepts it in texts", async (_where, body) => {
  const answer = await post(body);
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).errors[0]).toMatchObject({
    message: "Texts cannot have the character U+0000",
    extensions: { exception: { name: "Validation Error" } },
  });
});

test("accepts what only looks like U+0000", async () => {
  const text = String.raw`\u0000 \\u0000 \u00001`;
  expect((await post(JSON.stringify({ query, variables: { text } }))).status).toBe(200);
});

describe("a document at the limits", () => {
  test.each(Object.entries(documents))("of %s blocks no other call", async (_name, text) => {
    const body = JSON.stringify({ query: text, variables: {} });
    const { answer, longest } = await busyFor(limit, () => post(body));
    expect([200, 400]).toContain(answer.status);
    expect(longest).toBeLessThan(limit);
  });
});

test("GEN-60 a long list of ids within the body limit is refused by the operation, before authorization", async () => {
  const body = JSON.stringify({
    query: "mutation ($ids: [ID!]!) { ORGArchiveGroups(groupIds: $ids) { _id } }",
    variables: { ids: Array.from({ length: 15_000 }, () => ids.group) },
  });
  const { answer, longest } = await busyFor(limit, () => post(body));
  expect(JSON.parse(answer.text).errors[0].message).toMatch(/^Send at most [\d,]+ /);
  expect(longest).toBeLessThan(limit);
});

const encoded = (xml: string) => `SAMLResponse=${encodeURIComponent(Buffer.from(xml).toString("base64"))}`;
const forms: Record<string, string> = {
  "100,000 fields": "a&".repeat(100_000),
  // "+" in a form is a space, which Base64 may be wrapped with.
  "250,000 blanks": `SAMLResponse=${"+".repeat(250_000)}!`,
  "100,000 different fields": Array.from({ length: 35_000 }, (_, at) => `f${at}=`).join("&"),
  "elements in elements": encoded("<a>".repeat(25_000) + "</a>".repeat(25_000)),
  "elements without an end": encoded("<a>".repeat(60_000)),
  "a thousand attributes": encoded(
    `<a ${Array.from({ length: 15_000 }, (_, at) => `b${at}="c"`).join(" ")}/>`,
  ),
  "sibling elements": encoded(`<a>${"<b/>".repeat(40_000)}</a>`),
};

test.each(Object.entries(forms))(
  "an identity provider's answer with %s blocks no other call",
  async (_name, body) => {
    const send = () =>
      rawRequest(`${origin}/saml/ap-southeast-2/${ids.retail}/acs`, {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    const { answer, longest } = await busyFor(limit, send);
    expect(answer.status).toBe(303);
    expect(longest).toBeLessThan(limit);
  },
);
