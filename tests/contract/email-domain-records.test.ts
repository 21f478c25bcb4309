import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { Client } from "./fixtures/client";
import { emailOf, password, scopeOf, startWorld, type World } from "./fixtures/world";

const minute = 60_000;
const { customerId, organizationId, hierarchyId } = scopeOf("retail");

/** DNS answers by name; a string is an error code. */
let records: Map<string, readonly string[] | string>;
let lookups: string[];
let otherwise: string;
let world: World;
let app: FastifyInstance;
let staff: Client;

beforeEach(async () => {
  [records, lookups, otherwise] = [new Map(), [], "ENODATA"];
  world = await startWorld({
    APP_ENV: "qa",
    SEED: "none",
    INTROSPECTION: "true",
    DKIM_HOST: "dkim.mails.example",
  });
  app = await createApp({
    config: world.config,
    databases: world.databases,
    clock: world.now,
    lookUpCname: async (name) => {
      lookups.push(name);
      const answer = records.get(name) ?? otherwise;
      if (typeof answer === "string") throw Object.assign(new Error("DNS"), { code: answer });
      return answer;
    },
  });
  await signIn();
});
afterEach(async () => {
  await app.close();
  await world.stop();
});

interface Identity {
  verificationStatus: string;
  dkimTokens: string[];
  verificationInfo: { errorType: string | null };
}

/** Signs in again, since a session lasts an hour. */
async function signIn(): Promise<void> {
  staff = new Client(app);
  await staff.send("AuthEmailLogin", { email: emailOf("staff"), password });
}

const read = async (): Promise<Identity> => {
  await signIn();
  const { data, message } = await staff.send("NotifGetEmailDomain", { customerId });
  if (!data["NotifGetEmailDomain"]) throw new Error(message);
  return (data["NotifGetEmailDomain"] as { emailIdentity: Identity }).emailIdentity;
};
const create = () =>
  staff.send("NotifCreateEmailDomain", {
    customerId,
    organizationId,
    hierarchyId,
    displayName: "Security",
    emailAddress: "security@BigBank.example",
  });
const nameOf = (token: string) => `${token}._domainkey.bigbank.example`;

test("MAIL-26 a domain without its records is never verified, and cannot be switched on", async () => {
  expect((await create()).error).toBeUndefined();
  for (const wait of [0, minute, 60 * minute, 70 * 60 * minute - minute]) {
    world.pass(wait);
    expect((await read()).verificationStatus).toBe("PENDING");
  }
  const on = await staff.call(
    "mutation ($customerId: ID!) { NotifUpdateEmailDomainSetting(customerId: $customerId, isCustomizedEmailDomainEnabled: true, version: 1) { version } }",
    { customerId },
  );
  expect(on).toMatchObject({ error: "Validation Error", message: "The domain is not verified" });
  world.pass(60 * minute);
  expect(await read()).toMatchObject({
    verificationStatus: "FAILED",
    verificationInfo: { errorType: "RECORDS_NOT_FOUND" },
  });
});

test("MAIL-26 MAIL-10 the three records shown in the settings verify it, two do not", async () => {
  await create();
  const { dkimTokens } = await read();
  expect([...lookups].sort()).toEqual(dkimTokens.map(nameOf).sort());
  for (const token of dkimTokens.slice(1)) records.set(nameOf(token), [`${token}.DKIM.mails.example.`]);
  records.set(nameOf(dkimTokens[0] ?? ""), ["elsewhere.example"]);
  world.pass(minute);
  expect((await read()).verificationStatus).toBe("PENDING");
  records.set(nameOf(dkimTokens[0] ?? ""), [`${dkimTokens[0]}.dkim.mails.example`]);
  // Not looked up again within the minute.
  world.pass(minute - 1);
  expect((await read()).verificationStatus).toBe("PENDING");
  world.pass(1);
  expect((await read()).verificationStatus).toBe("SUCCESS");
  const calls = lookups.length;
  world.pass(minute);
  await read();
  expect(lookups).toHaveLength(calls);
});

test("MAIL-18 MAIL-26 a failed domain is looked up again, and verified once its records exist", async () => {
  expect((await create()).error).toBeUndefined();
  const db = world.databases.region("ap-southeast-2");
  db.statement("UPDATE email_domains SET verificationStatus = 'TEMPORARY_FAILURE'").run();
  world.pass(minute);
  const { verificationStatus, dkimTokens } = await read();
  expect(verificationStatus).toBe("TEMPORARY_FAILURE");
  for (const token of dkimTokens) records.set(nameOf(token), [`${token}.dkim.mails.example`]);
  world.pass(minute);
  expect((await read()).verificationStatus).toBe("SUCCESS");
});

test("MAIL-26 an unresponsive DNS fails nothing, a domain that does not exist fails", async () => {
  await create();
  otherwise = "ETIMEOUT";
  world.pass(80 * 60 * minute);
  expect((await read()).verificationStatus).toBe("PENDING");
  otherwise = "ENOTFOUND";
  world.pass(minute);
  expect(await read()).toMatchObject({
    verificationStatus: "FAILED",
    verificationInfo: { errorType: "HOST_NOT_FOUND" },
  });
});
