import { generateKeyPairSync } from "node:crypto";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { selfSigned } from "../../regional-api/demo-idp/certificate";
import { fetchOutside, isPublicAddress } from "../../regional-api/core/outside-fetch";
import { providersIn } from "../../regional-api/areas/sso/idp-metadata";
import { samples } from "./fixtures/idp-metadata";
import { newIdpKey } from "./fixtures/saml";
import { snapshot } from "./fixtures/snapshot";
import { useClient, useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

const [one, next] = [newIdpKey().certificate, newIdpKey().certificate];

describe("parsing metadata", () => {
  test.each(samples)("SSO-68 SSO-62 $name", ({ xml, found }) => {
    const { certificates, ...rest } = found;
    const expected = [{ ...rest, publicCertificates: [one, next].slice(0, certificates).join("\n") }];
    const text = xml(one, next);
    // Both unchanged and as pasted: with a byte order mark, surrounding whitespace and CRLF.
    for (const pasted of [text, `\uFEFF\r\n  ${text.replace(/\r?\n/g, "\r\n")}\r\n\t`])
      expect(providersIn(pasted)).toEqual(expected);
  });

  const [okta, , google] = samples.map(({ xml }) => xml(one, next).replace(/^\uFEFF?<\?xml[^?]*\?>/, ""));
  const both = `<!-- a federation --><md:EntitiesDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata">${okta}<!-- and -->${google}</md:EntitiesDescriptor>`;

  test("SSO-63 all providers of a file are returned", () => {
    expect(providersIn(both)).toMatchObject(
      [samples[0]?.found, samples[2]?.found].map((found) => ({ entityId: found?.entityId })),
    );
  });

  const entity = (inner: string, at = "https://x.example") =>
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${at}">${inner}</EntityDescriptor>`;
  const idp = (inner = "") =>
    `<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">${inner}</IDPSSODescriptor>`;
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${"bcdefghij"[at]} "${`&${"abcdefghij"[at]};`.repeat(10)}">`).join("")}]>`;

  test.each<[what: string, xml: string, refusal: string]>([
    ["nothing", "", "NOT_METADATA"],
    ["a page", "<html><body>Sign in</body></html>", "NOT_METADATA"],
    [
      "an entity of the file system",
      `<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>${entity(idp("&f;"))}`,
      "NOT_METADATA",
    ],
    ["a billion laughs", `${bomb}${entity(idp("&j;"))}`, "NOT_METADATA"],
    [
      "a document type of elsewhere",
      `<!DOCTYPE x SYSTEM "https://evil.example/x.dtd">${entity(idp())}`,
      "NOT_METADATA",
    ],
    ["CDATA", entity(idp("<NameIDFormat><![CDATA[x]]></NameIDFormat>")), "NOT_METADATA"],
    ["a comment without an end", `${entity(idp())}<!-- `, "NOT_METADATA"],
    ["what is cut off", entity(idp()).slice(0, -20), "NOT_METADATA"],
    ["too many elements", entity("<a/>".repeat(30_000)), "NOT_METADATA"],
    ["elements too deep in one another", entity("<a>".repeat(100) + "</a>".repeat(100)), "NOT_METADATA"],
    [
      "namespaces that are copied into one another",
      entity(
        Array.from({ length: 10_000 }, (_, at) => `<a xmlns:n${at}="x">`).join("") + "</a>".repeat(10_000),
      ),
      "NOT_METADATA",
    ],
    [
      "this side's own",
      entity('<SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"/>'),
      "SERVICE_PROVIDER",
    ],
    ["SAML 1.1 alone", entity(idp().replace("SAML:2.0:protocol", "SAML:1.1:protocol")), "NO_PROVIDER"],
    [
      "21 providers",
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${Array.from({ length: 21 }, (_, at) => entity(idp(), `https://${at}.example`)).join("")}</EntitiesDescriptor>`,
      "TOO_MANY",
    ],
  ])("SSO-63 %s is refused", (_, xml, refusal) => {
    const startedAt = Date.now();
    expect(providersIn(xml)).toBe(refusal);
    expect(Date.now() - startedAt).toBeLessThan(5_000);
  });

  test("SSO-62 unusable parts are left out: other bindings, other schemes, unreadable certificates", () => {
    const service = (binding: string, location: string) =>
      `<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`;
    const key = `<KeyDescriptor><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>MIIBAAAA</X509Certificate></X509Data></KeyInfo></KeyDescriptor>`;
    for (const inner of [
      service("HTTP-POST", "https://x.example/"),
      service("HTTP-Redirect", "javascript:alert(1)"),
    ])
      expect(providersIn(entity(idp(key + inner)))).toEqual([
        { entityId: "https://x.example", loginUrl: null, publicCertificates: null, nameIdFormat: null },
      ]);
  });
});

describe("fetching an address", () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const day = 24 * 3600_000;
  const cert = `-----BEGIN CERTIFICATE-----\n${selfSigned(privateKey, "idp.example", Date.now() - day, 9 * day).toString("base64")}\n-----END CERTIFICATE-----\n`;
  const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const limits = { maxBytes: 1000, ms: 1_000 };
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  /** A server that counts its requests, at a name that resolves to `addresses`. */
  async function site(listener: Parameters<typeof createServer>[1], addresses = ["127.0.0.1"]) {
    let connections = 0;
    const server = createServer({ key, cert }, listener);
    server.on("connection", () => (connections += 1));
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    let lookUps = 0;
    const fetched = await fetchOutside(`https://idp.example:${port}/metadata`, limits, {
      // DNS would answer differently the second time, so the name must be resolved once.
      lookUp: () =>
        Promise.resolve(
          (lookUps++ === 0 ? addresses : ["10.0.0.1"]).map((address) => ({ address, family: 4 })),
        ),
      isPublic: (address) => /^127\.0\.0\.[19]$/.test(address) || isPublicAddress(address),
      ca: cert,
    });
    return { fetched: typeof fetched === "string" ? fetched : fetched.toString(), connections, lookUps };
  }

  test("SSO-63 reads what the address serves, and resolves the name once", async () => {
    const { fetched, lookUps } = await site((_, response) => response.end("<x/>"));
    expect({ fetched, lookUps }).toEqual({ fetched: "<x/>", lookUps: 1 });
  });

  test("SSO-63 uses the first of several addresses that answers", async () => {
    const { fetched } = await site((_, response) => response.end("<x/>"), ["127.0.0.9", "127.0.0.1"]);
    expect(fetched).toBe("<x/>");
  });

  test("SSO-63 does not connect to a name with an internal address, not even next to a public one", async () => {
    for (const addresses of [
      ["10.1.2.3"],
      ["127.0.0.1", "169.254.169.254"],
      ["127.0.0.1", "::ffff:10.0.0.1"],
    ]) {
      const { fetched, connections } = await site((_, response) => response.end("<x/>"), addresses);
      expect({ fetched, connections }).toEqual({ fetched: "ADDRESS", connections: 0 });
    }
  });

  test.each<[what: string, listener: Parameters<typeof createServer>[1], problem: string]>([
    [
      "a redirect is not followed",
      (_, response) => response.writeHead(302, { location: "https://10.0.0.1/" }).end(),
      "REDIRECT",
    ],
    ["what is too long is left", (_, response) => response.end("x".repeat(1001)), "TOO_LARGE"],
    ["what does not end in time is left", (_, response) => void response.write("x"), "TOO_SLOW"],
    ["what says nothing is left", () => undefined, "TOO_SLOW"],
    [
      "headers without end",
      (_, response) => response.writeHead(200, { x: "x".repeat(20_000) }).end(),
      "UNREACHABLE",
    ],
    [
      "another protocol",
      (_, response) => response.writeHead(101, { upgrade: "x", connection: "upgrade" }).end(),
      "UNREACHABLE",
    ],
    ["what is not there", (_, response) => response.writeHead(404).end(), "UNREACHABLE"],
    [
      "what is packed",
      (_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x"),
      "UNREACHABLE",
    ],
  ])("SSO-63 %s", async (_, listener, problem) => {
    expect((await site(listener)).fetched).toBe(problem);
  });

  test.each([
    "0.0.0.0",
    "10.0.0.1",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "169.254.169.254",
    "172.31.0.1",
    "192.168.1.1",
    "192.0.0.8",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::ffff:8.8.8.8",
    "::ffff:127.0.0.1",
    "::7f00:1",
    "64:ff9b::a00:1",
    "fe80::1",
    "fc00::1",
    "fd12::1",
    "ff02::1",
    "2001::1",
    "2001:db8::1",
    "2002:a00:1::",
    "localhost",
  ])("SSO-63 %s is not on the public internet", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test("SSO-63 others are", () => {
    for (const address of ["8.8.8.8", "100.63.0.1", "172.32.0.1", "2606:4700::1111"])
      expect(isPublicAddress(address)).toBe(true);
  });
});

describe("the operation", () => {
  const world = useWorld("all tests");
  const staff = useClient(world, "staff", "all tests");
  const read = (given: { text?: string; address?: string }) =>
    staff.send("IDPReadSSOMetadata", { customerId: ids.retail, ...given });

  test.each([
    "http://idp.example/metadata",
    "ftp://idp.example/",
    "https://user:secret@8.8.8.8/",
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://localhost/",
    "https://169.254.169.254/latest/meta-data",
  ])("SSO-63 %s is not fetched", async (address) => {
    expect((await read({ address })).result).toEqual({ refusal: "ADDRESS", providers: [] });
  });

  test("SSO-62 returns what is found, and saves nothing", async () => {
    const before = snapshot(world.databases);
    const [sample] = samples;
    expect((await read({ text: sample?.xml(one, next) ?? "" })).result).toMatchObject({
      refusal: null,
      providers: [{ entityId: sample?.found.entityId, publicCertificates: one }],
    });
    expect(snapshot(world.databases)).toBe(before);
    for (const given of [{}, { text: "<x/>", address: "https://8.8.8.8/" }])
      expect((await read(given)).error).toBe("Validation Error");
  });
});
