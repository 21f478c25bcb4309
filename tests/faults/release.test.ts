import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod/v4";
import { name, version } from "../../package.json";
import { root } from "../../scripts/lib/setup.mjs";
import { startApi, startConsole } from "../support/servers";
import { sendRequest } from "./support/send-request";

const sbomSchema = z.object({
  bomFormat: z.literal("CycloneDX"),
  components: z.array(z.object({ group: z.string().optional(), name: z.string(), version: z.string() })),
});

test("a release has its checksum, licences and SBOM, and both servers start from it @all", async () => {
  const folder = mkdtempSync(join(tmpdir(), "edge-console-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: "utf8", stdio: "pipe" });
  run(process.execPath, join(root, "scripts/release.mjs"), "--try", folder);

  const archive = `${name}-${version}.tar.gz`;
  expect(run("sha256sum", "-c", `${archive}.sha256`)).toBe(`${archive}: OK\n`);
  // No traces of the builder's account: everyone may read, and only the owner may write.
  const rights = run("tar", "-tvzf", archive)
    .trimEnd()
    .split("\n")
    .map((line) => line.slice(0, 10));
  expect([...new Set(rights)].sort()).toEqual(["-rw-r--r--", "drwxr-xr-x"]);
  run("tar", "-xzf", archive);
  const unpacked = join(folder, `${name}-${version}`);
  const textOf = (file: string) => readFileSync(join(unpacked, file), "utf8");

  const { components } = sbomSchema.parse(JSON.parse(textOf("sbom.cdx.json")));
  const listed = new Set(components.map((one) => (one.group ? `${one.group}/${one.name}` : one.name)));
  const { dependencies, devDependencies } = z
    .object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
    })
    .parse(JSON.parse(textOf("package.json")));
  expect(Object.keys(dependencies).filter((one) => !listed.has(one))).toEqual([]);
  // Its style sheet is part of the build; tools for building and testing are not.
  expect(Object.keys(devDependencies).filter((one) => listed.has(one))).toContain("@radix-ui/themes");
  expect(["vitest", "oxlint", "@remix-run/dev"].filter((one) => listed.has(one))).toEqual([]);
  const notices = textOf("THIRD-PARTY-NOTICES.txt");
  expect([...listed].filter((one) => !notices.includes(`${one} `))).toEqual([]);

  symlinkSync(join(root, "node_modules"), join(unpacked, "node_modules"));
  const data = join(folder, "data");
  const runtime = { folder: unpacked };
  const api = await startApi(data, { SEED: "none" }, runtime);
  const web = await startConsole(data, { REGIONAL_API_URL: api.origin }, runtime);
  const answers = await Promise.all(
    [
      [web.origin, "/health"],
      [web.origin, "/ready"],
      [web.origin, "/login"],
      [api.origin, "/health"],
    ].map(async ([origin = "", path = ""]) => (await sendRequest(origin, { path })).status),
  );
  expect(await Promise.all([web.end("SIGTERM"), api.end("SIGTERM")])).toEqual([0, 0]);
  expect(answers).toEqual([200, 200, 200, 200]);
});
