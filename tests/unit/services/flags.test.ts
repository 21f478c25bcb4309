import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { FlagName } from "~/flags";
import type { CurrentUser } from "~/services/identity.server";
import type { userFlags } from "~/services/access.server";

// One flag per part of the context, so that each must arrive under its name.
const byContext: Partial<Record<FlagName, object>> = {
  edgeTenantsEnabled: { "===": [{ var: "userType" }, "INTERNAL"] },
  edgeGroupListEnabled: { in: ["g2", { var: "groups" }] },
  edgeCustomerListEnabled: { "===": [{ var: "customer" }, "c1"] },
  edgeHierarchyListEnabled: { "===": [{ var: "hierarchy" }, "h1"] },
  edgeOrgListEnabled: { "===": [{ var: "organisation" }, "o1"] },
  edgeUserListEnabled: { "===": [{ var: "targetingKey" }, "u1"] },
};

let dir: string;
let access: { userFlags: typeof userFlags };

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
  access = await import("~/services/access.server");
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
  const flags = await access.userFlags(user, at);
  return Object.entries(flags).flatMap(([name, isOn]) => (isOn ? [name] : []));
}

describe("SHELL-43 flags depend on the person and their current customer", () => {
  test("user type, groups, customer, hierarchy and organisation are passed to a flag", async () => {
    const user = person("u1", "INTERNAL", ["g1", "g2"]);
    expect((await flagsOn(user, customer("1"))).sort()).toEqual(Object.keys(byContext).sort());
  });

  test("the same person gets other flags at another customer", async () => {
    const user = person("u1", "INTERNAL", ["g2"]);
    expect((await flagsOn(user, customer("2"))).sort()).toEqual(
      ["edgeTenantsEnabled", "edgeGroupListEnabled", "edgeUserListEnabled"].sort(),
    );
  });

  test("another person gets other flags at the same customer", async () => {
    const user = person("u2", "END_USER", ["g1"]);
    expect((await flagsOn(user, customer("1"))).sort()).toEqual(
      ["edgeCustomerListEnabled", "edgeHierarchyListEnabled", "edgeOrgListEnabled"].sort(),
    );
  });
});

describe("the file", () => {
  const file = () => join(dir, "flags.json");
  const edit = (text: string) => {
    writeFileSync(file(), text);
    // Two edits within one clock tick would look like one.
    edits += 1;
    utimesSync(file(), edits, edits);
  };
  let edits = 1;
  let good: string;
  beforeAll(() => {
    good = readFileSync(file(), "utf8");
  });

  test("SHELL-45 SHELL-43 edited while running, applies to the next page", async () => {
    const user = person("u1", "INTERNAL", ["g2"]);
    const before = await flagsOn(user, customer("1"));
    edit(good.replace('"INTERNAL"', '"OTHER"'));
    expect(await flagsOn(user, customer("1"))).toEqual(
      before.filter((name) => name !== "edgeTenantsEnabled"),
    );
    edit(good);
    expect(await flagsOn(user, customer("1"))).toEqual(before);
  });

  test.each(["{", "", "[]", '{"flags":{"x":3}}', '{"flags":', "gone"])(
    "SHELL-45 SHELL-43 invalid while running, %j: the last good flags stay, and both log and /ready say so",
    async (text) => {
      const { flagsProblem } = await import("~/services/flags.server");
      const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
      const user = person("u1", "INTERNAL", ["g2"]);
      const before = await flagsOn(user, customer("1"));
      expect(before.length).toBeGreaterThan(0);
      if (text === "gone") rmSync(file());
      else edit(text);
      expect(await flagsOn(user, customer("1"))).toEqual(before);
      expect(await flagsOn(person("u9", "INTERNAL", []), customer("9"))).toEqual(["edgeTenantsEnabled"]);
      expect(await flagsProblem()).toContain("cannot be used, the flags of before stay");
      const lines = written.mock.calls.map(([line]) => String(line));
      written.mockRestore();
      expect(lines.filter((line) => line.includes("flags cannot be taken over"))).toHaveLength(1);
      edit(good);
      expect(await flagsOn(user, customer("1"))).toEqual(before);
      expect(await flagsProblem()).toBeUndefined();
    },
  );

  test.each(["{", "gone"])(
    "invalid at the start, %j: the console does not start, and says which file",
    async (text) => {
      const folder = mkdtempSync(join(tmpdir(), "edge-flags-start-"));
      if (text !== "gone") writeFileSync(join(folder, "flags.json"), text);
      vi.resetModules();
      vi.stubEnv("FLAGS_FILE", join(folder, "flags.json"));
      const { flagsAtStart } = await import("~/services/flags.server");
      await expect(flagsAtStart()).rejects.toThrow(/^The console cannot start: FLAGS_FILE .*flags\.json: /);
      rmSync(folder, { recursive: true });
    },
  );
});
