import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod/v4";
import { assertNode } from "../../shared/node-version";
import { isSupported, oldestNode } from "../../scripts/lib/node.mjs";
import { root } from "../../scripts/lib/setup.mjs";

const read = (file: string) => readFileSync(join(root, file), "utf8");
const packageFile = z
  .object({
    engines: z.object({ node: z.string() }),
    scripts: z.record(z.string(), z.string()),
    optionalDependencies: z.record(z.string(), z.string()),
    allowScripts: z.record(z.string(), z.boolean()),
  })
  .parse(JSON.parse(read("package.json")));
const lockFile = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.string().optional(),
        resolved: z.string().optional(),
        hasInstallScript: z.boolean().optional(),
        optionalDependencies: z.record(z.string(), z.string()).optional(),
      }),
    ),
  })
  .parse(JSON.parse(read("package-lock.json")));
const installed = Object.entries(lockFile.packages);
const nameOf = (path: string) => path.split("node_modules/").at(-1) ?? path;

const supported = ["22.14.0", "22.23.3", "23.0.0", "24.0.0", "24.21.0", "26.10.0", "100.0.0"];
const tooOld = ["18.20.8", "20.19.0", "20.20.2", "22.0.0", "22.13.9"];

test("supported and unsupported versions of Node", () => {
  expect(supported.filter((version) => !isSupported(version))).toEqual([]);
  expect(tooOld.filter(isSupported)).toEqual([]);
});

test("neither server starts under a Node that is too old, and each names the required version", () => {
  for (const version of supported) expect(() => assertNode(version)).not.toThrow();
  for (const version of tooOld)
    expect(() => assertNode(version)).toThrow(`Node 22.14 or newer is needed; this is ${version}.`);
});

test("package.json, the server bundles and the types name the versions required by the scripts", () => {
  expect(packageFile.engines.node).toBe(`>=${oldestNode.join(".")}`);
  for (const file of ["scripts/build.mjs", "scripts/build-api.mjs"])
    expect(read(file)).toContain(`target: "node${oldestNode.join(".")}"`);
});

test("Node is installed with the packages: one exact version for each platform, the major version of .nvmrc", () => {
  const versions = new Set(Object.values(packageFile.optionalDependencies));
  expect(versions.size).toBe(1);
  const [version = ""] = versions;
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(version.split(".")[0]).toBe(read(".nvmrc").trim());
  for (const name of Object.keys(packageFile.optionalDependencies))
    expect(lockFile.packages[`node_modules/${name}`]?.version).toBe(version);
});

test("every script that npm runs selects its Node before it imports anything else", () => {
  const files = Object.values(packageFile.scripts).flatMap(
    (command) => /scripts\/[\w-]+\.mjs/.exec(command) ?? [],
  );
  expect(files.length).toBeGreaterThan(8);
  const firstImport = (file: string) => /^(?:import|export)\b.*$/m.exec(read(file))?.[0];
  expect(files.filter((file) => firstImport(file) !== 'import "./lib/node.mjs";')).toEqual([]);
});

test("the files needed to select Node exist before anything is installed", () => {
  const needed = ["node.mjs", "setup.mjs", "starter.mjs"].map((name) => read(`scripts/lib/${name}`));
  const imports = needed.flatMap((text) =>
    [...text.matchAll(/^import .* from "([^"]+)"/gm)].map(([, from]) => from),
  );
  expect(imports.filter((from) => !/^(node:|\.\/(setup|starter)\.mjs$)/.test(from ?? ""))).toEqual([]);
});

test("the lock file is complete and names no host", () => {
  const names = new Set(installed.map(([path]) => nameOf(path)));
  const optional = installed.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).map((name) => ({ path, name })),
  );
  expect(optional.length).toBeGreaterThan(50);
  expect(optional.filter(({ name }) => !names.has(name))).toEqual([]);
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test("no package may compile or download anything during installation", () => {
  const withScripts = installed.flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [nameOf(path)] : [],
  );
  // esbuild's script replaces its launcher with the binary, which is a separate package.
  const allowed = Object.entries(packageFile.allowScripts).flatMap(([name, may]) => (may ? [name] : []));
  expect(allowed).toEqual(["esbuild"]);
  expect(withScripts.filter((name) => !(name in packageFile.allowScripts))).toEqual([]);
});
