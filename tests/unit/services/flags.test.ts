import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FlagName } from "~/flags";
import type { CurrentUser } from "~/services/identity.server";
import type { userFlags } from "~/services/guard.server";

// One flag for each part of the context, so that each must arrive under its own name.
const byContext: Partial<Record<FlagName, object>> = {
  edgeTenantsEnabled: { "===": [{ var: "userType" }, "INTERNAL"] },
  edgeGroupListEnabled: { in: ["g2", { var: "groups" }] },
  edgeCustomerListEnabled: { "===": [{ var: "customer" }, "c1"] },
  edgeHierarchyListEnabled: { "===": [{ var: "hierarchy" }, "h1"] },
  edgeOrgListEnabled: { "===": [{ var: "organisation" }, "o1"] },
  edgeUserListEnabled: { "===": [{ var: "targetingKey" }, "u1"] },
};

let dir: string;
let guard: { userFlags: typeof userFlags };

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "edge-flag-context-"));
  const flags = Object.fromEntries(
    Object.entries(byContext).map(([name, rule]) => [
      name,
      {
        state: "ENABLED",
        variants: { on: true, off: false },
        defaultVariant: "off",
        targeting: { if: [rule, "on"] },
      },
    ]),
  );
  writeFileSync(join(dir, "flags.json"), JSON.stringify({ flags }));
  vi.resetModules();
  vi.stubEnv("FLAGS_FILE", join(dir, "flags.json"));
  guard = await import("~/services/guard.server");
});
afterAll(async () => {
  const { OpenFeature } = await import("@openfeature/server-sdk");
  await OpenFeature.close();
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true });
});

const customer = (letter: string) => ({
  customerId: `c${letter}`,
  customerDisplayName: "",
  organizationId: `o${letter}`,
  organizationDisplayName: "",
  awsRegion: "eu-west-1",
  rootHierarchyId: `h${letter}`,
  uniqueName: "",
});
const person = (_id: string, userType: string, groupIds: string[]) =>
  ({ _id, userType, groupIds }) as unknown as CurrentUser;

async function flagsOn(user: CurrentUser, at: ReturnType<typeof customer>) {
  const flags = await guard.userFlags(user, at);
  return Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [name] : []));
}

describe("SHELL-43 GEN-18 flags depend on the person and the customer they work in", () => {
  test("user type, groups, customer, hierarchy and organisation are what a flag is given", async () => {
    const user = person("u1", "INTERNAL", ["g1", "g2"]);
    expect((await flagsOn(user, customer("1"))).sort()).toEqual(Object.keys(byContext).sort());
  });

  test("another customer shows other things to the same person", async () => {
    const user = person("u1", "INTERNAL", ["g2"]);
    expect((await flagsOn(user, customer("2"))).sort()).toEqual(
      ["edgeTenantsEnabled", "edgeGroupListEnabled", "edgeUserListEnabled"].sort(),
    );
  });

  test("another person sees other things at the same customer", async () => {
    const user = person("u2", "END_USER", ["g1"]);
    expect((await flagsOn(user, customer("1"))).sort()).toEqual(
      ["edgeCustomerListEnabled", "edgeHierarchyListEnabled", "edgeOrgListEnabled"].sort(),
    );
  });
});
