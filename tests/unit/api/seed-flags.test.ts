import { copyFileSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlagdProvider } from "@openfeature/flagd-provider";
import { OpenFeature, ProviderEvents, type Client } from "@openfeature/server-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flagNames } from "~/flags";
import { demoAccounts, demoCustomers, demoGroups, type DemoAccountKey } from "../../../regional-api/seed/ids";

const file = new URL("../../../config/flags.json", import.meta.url).pathname;
let dir: string;
let copy: string;
let client: Client;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "edge-flags-"));
  copy = join(dir, "flags.json");
  copyFileSync(file, copy);
  await OpenFeature.setProviderAndWait(
    "seed-flags",
    new FlagdProvider({ resolverType: "in-process", offlineFlagSourcePath: copy }),
  );
  client = OpenFeature.getClient("seed-flags");
});
afterAll(async () => {
  await OpenFeature.close();
  rmSync(dir, { recursive: true });
});

/** What the console says about a person looking at their own customer. */
function contextOf(key: DemoAccountKey) {
  const { id, customer, groups } = demoAccounts[key];
  const { id: customerId, rootHierarchyId, organizationId } = demoCustomers[customer];
  return {
    targetingKey: id,
    userType: groups.some((group) => demoGroups[group].role === "staff") ? "INTERNAL" : "END_USER",
    groups: groups.map((group) => demoGroups[group].id),
    customer: customerId,
    hierarchy: rootHierarchyId,
    organisation: organizationId,
  };
}

async function flagsOn(key: DemoAccountKey): Promise<string[]> {
  const context = contextOf(key);
  const values = await Promise.all(flagNames.map((name) => client.getBooleanDetails(name, false, context)));
  expect(values.filter(({ errorCode }) => errorCode)).toEqual([]);
  return flagNames.filter((_, index) => values[index]?.value).sort();
}

const hiringManager = [
  "oldEdgeFeaturesEnabled",
  "talentHubAccessEnabled",
  "edgeGlobalSearch",
  "edgeDiEnabled",
  "edgeSavedViewsEnabled",
  "edgeVacancyListEnabled",
  "edgeVacancyFiltersEnabled",
  "edgeVacancyDetailEnabled",
];
const recruiter = [
  ...hiringManager,
  "edgeBulkJobsEnabled",
  "edgeVacancyArchiveListEnabled",
  "edgeVacancyCreationEnabled",
  "edgeVacancyEditEnabled",
  "edgeCandidateInviteEnabled",
  "edgeWorkflowListEnabled",
  "edgeWorkflowDetailEnabled",
  "edgeWorkflowSetListEnabled",
  "edgeWorkflowSetDetailEnabled",
  "edgeEmailEventsEnabled",
];
/** What only staff see: organisations, other customers, support, and what no role template grants. */
const staffOnly = [
  "edgeAtsRequestsEnabled",
  "edgeTenantsEnabled",
  "edgeOrgListEnabled",
  "edgeOrgCreationEnabled",
  "edgeOrgArchiveListEnabled",
  "edgeCustomerCreationEnabled",
  "edgeCustomerArchiveListEnabled",
  "edgeCandidateDeleteEnabled",
  "edgeCandidateDeidentifyEnabled",
  "edgeWorkflowEditEnabled",
  "edgeWorkflowSetEditEnabled",
];
const customerAdmin = flagNames.filter((name) => !staffOnly.includes(name));

const expected: Readonly<Record<DemoAccountKey, readonly string[]>> = {
  admin: flagNames,
  mfa: flagNames,
  customerAdmin,
  usAdmin: customerAdmin,
  recruiter,
  locked: recruiter,
  archived: recruiter,
  sso: recruiter,
  manager: hiringManager,
  noAccess: [],
  auditor: [
    "edgeSavedViewsEnabled",
    "edgeUserListEnabled",
    "edgeGroupListEnabled",
    "edgeGroupDetailEnabled",
    "edgePolicyListEnabled",
    "edgeCustomerBrandingEditEnabled",
    "edgeCustomerNotificationEditEnabled",
  ],
};

describe("SHELL-45 config/flags.json", () => {
  it("SHELL-13 SHELL-44 has every flag the console asks for, and no other", () => {
    const { flags } = JSON.parse(readFileSync(file, "utf8")) as { flags: Record<string, unknown> };
    expect(Object.keys(flags).sort()).toEqual([...flagNames].sort());
  });

  it.each(Object.keys(expected) as DemoAccountKey[])(
    "gives the demo account %s what fits its role",
    async (key) => {
      expect(await flagsOn(key)).toEqual([...expected[key]].sort());
    },
  );

  it("is off for a context without groups", async () => {
    expect(await client.getBooleanValue("edgeVacancyListEnabled", true, { userType: "END_USER" })).toBe(
      false,
    );
  });

  it("SHELL-45 GEN-18 follows an edit of the file while running", { timeout: 20_000 }, async () => {
    const changed = new Promise<string[] | undefined>((resolve) => {
      client.addHandler(ProviderEvents.ConfigurationChanged, (details) => resolve(details?.flagsChanged));
    });
    expect(await flagsOn("noAccess")).not.toContain("edgeDiEnabled");
    const text = readFileSync(copy, "utf8").replace(
      /("edgeDiEnabled": \{[^}]*\},\s*"defaultVariant": )"off"/,
      '$1"on"',
    );
    writeFileSync(copy, text);
    utimesSync(copy, new Date(), new Date(Date.now() + 5_000));
    expect(await changed).toEqual(["edgeDiEnabled"]);
    expect(await flagsOn("noAccess")).toEqual(["edgeDiEnabled"]);
  });
});
