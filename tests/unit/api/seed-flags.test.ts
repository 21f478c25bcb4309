import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FlagdProvider } from "@openfeature/flagd-provider";
import { OpenFeature, ProviderEvents, type Client } from "@openfeature/server-sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flagNames } from "~/flags";

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

  it("SHELL-45 SHELL-43 is reloaded when edited at run time", { timeout: 20_000 }, async () => {
    const changed = new Promise<string[] | undefined>((resolve) => {
      client.addHandler(ProviderEvents.ConfigurationChanged, (details) => resolve(details?.flagsChanged));
    });
    const text = readFileSync(copy, "utf8").replace(
      /("edgeDiEnabled": \{[^}]*\},\s*"defaultVariant": )"on"/,
      '$1"off"',
    );
    writeFileSync(copy, text);
    utimesSync(copy, new Date(), new Date(Date.now() + 5_000));
    expect(await changed).toEqual(["edgeDiEnabled"]);
    const left = await flagsOn({ userType: "INTERNAL", groups: [] });
    expect(flagNames.filter((name) => !left.includes(name))).toEqual(["edgeDiEnabled"]);
  });
});
