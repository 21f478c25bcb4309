// Creates a release: `npm run release` writes release/edge-console-<version>.tar.gz with its checksum. It contains the
// build, package.json and the lock file, config/, the operators' documents, the licences of the packages loaded, and
// their list as a CycloneDX SBOM. `npm run release -- --try <folder>` writes the same there, from uncommitted sources
// without a chapter in CHANGELOG.md: for trials, not for delivery.
import "./lib/node.mjs";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { ensureBuild, ensureDependencies, main, root, run, say } from "./lib/setup.mjs";

const documents = [
  ...[
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "regional-api/README.md",
    "contract/schema.graphql",
  ],
  ...["accessibility", "api", "containers", "operations", "permissions", "scale", "security"].map(
    (name) => `docs/${name}.md`,
  ),
];

/** Part of the build, though not loaded at run time. */
const bundled = ["node_modules/@radix-ui/themes"];

/** @typedef {{ dev?: boolean, version?: string, license?: string }} Locked */

const nameOf = (/** @type {string} */ path) =>
  path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);

/** Locked packages that the servers load, by folder. */
function loaded() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const locked = /** @type {[string, Locked][]} */ (Object.entries(packages));
  return locked.filter(([path, { dev }]) => path && (!dev || bundled.includes(path)));
}

/** A release requires a clean commit, and a version with a chapter in CHANGELOG.md. @param {string} version */
function assertReleasable(version) {
  const chapters = readFileSync(join(root, "CHANGELOG.md"), "utf8").match(/^## .*/gm) ?? [];
  if (chapters[0] !== `## ${version}`)
    throw new Error(
      `CHANGELOG.md begins with "${chapters[0]}", not with "## ${version}": give the version its chapter first.`,
    );
  if (execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }))
    throw new Error("The working tree has uncommitted changes: a release requires a commit.");
}

/** The trial's folder; undefined for a release. @param {string[]} args */
function targetOf([flag, folder, ...rest]) {
  if (flag === undefined) return undefined;
  if (flag !== "--try" || !folder || rest.length > 0)
    throw new Error("Usage: npm run release, or npm run release -- --try <folder>");
  return resolve(folder);
}

/** Licences of these packages, by name, with their texts if present. */
function notices() {
  const texts = loaded().map(([path, locked]) => {
    const folder = join(root, path);
    // Binaries for other systems are locked but not installed.
    const { license = locked.license } = existsSync(folder)
      ? JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
      : {};
    const files = existsSync(folder)
      ? readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file))
      : [];
    const licenseName = typeof license === "string" ? license : (license?.type ?? "not named");
    return [
      `${nameOf(path)} ${locked.version}: ${licenseName}`,
      ...files.map((file) => readFileSync(join(folder, file), "utf8").trim()),
    ].join("\n\n");
  });
  return `Packages that Edge console loads, with their licences.\n\n${[...new Set(texts)].sort().join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

/** @typedef {{ "bom-ref": string, group?: string, name: string, version: string }} Component */

/** npm's SBOM of these packages. `--omit=dev` would also omit packages that something else needs. */
function sbom() {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only"];
  const all = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 26 }));
  const wanted = new Set(loaded().map(([path, { version }]) => `${nameOf(path)}@${version}`));
  const components = /** @type {Component[]} */ (all.components).filter(({ group, name, version }) =>
    wanted.has(`${group ? `${group}/` : ""}${name}@${version}`),
  );
  if (components.length !== wanted.size) throw new Error("npm's SBOM lacks packages of the lock file.");
  const refs = new Set([all.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
  const dependencies = /** @type {{ ref: string, dependsOn: string[] }[]} */ (all.dependencies)
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  return { ...all, components, dependencies };
}

/** Makes files readable for all users: a build belongs to its creator. @param {string} path */
function readable(path) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const one = join(path, entry.name);
    chmodSync(one, entry.isDirectory() ? 0o755 : 0o644);
    if (entry.isDirectory()) readable(one);
  }
}

await main(async () => {
  const delivered = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { version } = delivered;
  const trial = targetOf(process.argv.slice(2));
  if (!trial) assertReleasable(version);
  ensureDependencies();
  await ensureBuild();

  const name = `edge-console-${version}`;
  const archive = `${name}.tar.gz`;
  const target = trial ?? join(root, "release");
  if (!trial) rmSync(target, { recursive: true, force: true });
  const folder = join(target, name);
  mkdirSync(folder, { recursive: true });
  for (const path of ["build", "config", "package-lock.json", ...documents])
    cpSync(join(root, path), join(folder, path), { recursive: true });
  // Its scripts build and test, which a release does not need.
  writeFileSync(
    join(folder, "package.json"),
    `${JSON.stringify({ ...delivered, scripts: undefined }, null, 2)}\n`,
  );
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), notices());
  writeFileSync(join(folder, "sbom.cdx.json"), `${JSON.stringify(sbom(), null, 2)}\n`);
  chmodSync(folder, 0o755);
  readable(folder);
  run("tar", ["-czf", join(target, archive), "-C", target, name]);
  rmSync(folder, { recursive: true });
  const sum = createHash("sha256")
    .update(readFileSync(join(target, archive)))
    .digest("hex");
  writeFileSync(join(target, `${archive}.sha256`), `${sum}  ${archive}\n`);
  say(`Written: ${join(target, archive)} (sha256 ${sum}).`);
});
