import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FlagdProvider } from "@openfeature/flagd-provider";
import { type Client, OpenFeature } from "@openfeature/server-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flagNames } from "~/flags";

let client: Client;

beforeAll(async () => {
  const offlineFlagSourcePath = new URL("../../../config/flags.json", import.meta.url).pathname;
  await OpenFeature.setProviderAndWait(
    "seed-flags",
    new FlagdProvider({ resolverType: "in-process", offlineFlagSourcePath }),
  );
  client = OpenFeature.getClient("seed-flags");
});
afterAll(() => OpenFeature.close());

async function flagsOn(person: { userType: string; groups: string[] }): Promise<string[]> {
  const context = { targetingKey: "someone", customer: "c", hierarchy: "h", organisation: "o", ...person };
  const values = await Promise.all(flagNames.map((name) => client.getBooleanDetails(name, false, context)));
  expect(values.filter(({ errorCode }) => errorCode)).toEqual([]);
  return flagNames.filter((_, index) => values[index]?.value);
}

describe("SHELL-45 config/flags.json", () => {
  it("SHELL-13 SHELL-44 contains no flag that the console does not use", () => {
    const app = new URL("../../../app", import.meta.url).pathname;
    const sources = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.tsx?$/.test(name),
    );
    const code = sources.map((name) => readFileSync(join(app, name), "utf8")).join("\n");
    expect(flagNames.filter((name) => !code.includes(`"${name}"`) && !code.includes(`.${name}`))).toEqual([]);
  });

  it("turns every screen on for everyone, including members of a new group", async () => {
    expect(await flagsOn({ userType: "END_USER", groups: [] })).toEqual(flagNames);
    expect(await flagsOn({ userType: "END_USER", groups: ["0".repeat(24)] })).toEqual(flagNames);
    expect(await flagsOn({ userType: "INTERNAL", groups: [] })).toEqual(flagNames);
  });
});
