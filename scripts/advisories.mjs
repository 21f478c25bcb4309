// Compares the lock file with the security advisories of config/advisories.json and, if the registry answers, with
// those of `npm audit`. Fails on a package with an advisory not accepted there, and on an acceptance that is no longer
// needed; names acceptances past their date, for review. Given a path, it checks that lock file.
import "./lib/node.mjs";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import semver from "semver";
import { z } from "zod/v4";
import { root, say } from "./lib/setup.mjs";

const advisory = z.object({ id: z.string(), package: z.string(), vulnerable: z.string(), what: z.string() });
const acceptance = z.object({
  id: z.string(),
  package: z.string(),
  until: z.iso.date(),
  because: z.string(),
});
const file = z.object({ known: z.array(advisory), accepted: z.array(acceptance) });
const lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });
const audit = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([
          z.string(),
          z.object({ name: z.string(), range: z.string(), title: z.string(), url: z.string() }),
        ]),
      ),
    }),
  ),
});
/** @typedef {z.infer<typeof advisory>} Advisory */

const json = (/** @type {string} */ path) => JSON.parse(readFileSync(path, "utf8"));

/** @returns {Advisory[]} the registry's advisories; empty if it does not answer */
function audited() {
  let output;
  try {
    output = execFileSync("npm", ["audit", "--json"], {
      cwd: root,
      encoding: "utf8",
      timeout: 30_000,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch (error) {
    // It also exits with 1 when it finds something.
    output = /** @type {{ stdout?: string }} */ (error).stdout ?? "";
  }
  try {
    return Object.values(audit.parse(JSON.parse(output)).vulnerabilities)
      .flatMap(({ via }) => via)
      .flatMap((found) => (typeof found === "string" ? [] : [found]))
      .map(({ name, range, title, url }) => ({
        id: url.slice(url.lastIndexOf("/") + 1),
        package: name,
        vulnerable: range,
        what: title,
      }));
  } catch {
    say("The registry does not answer `npm audit`: only config/advisories.json was checked.");
    return [];
  }
}

const { known, accepted } = file.parse(json(join(root, "config/advisories.json")));
const [lockFile = join(root, "package-lock.json")] = process.argv.slice(2);
const installed = Object.entries(lock.parse(json(resolve(lockFile))).packages).flatMap(
  ([path, { version }]) =>
    path && version ? [{ name: path.slice(path.lastIndexOf("node_modules/") + 13), version }] : [],
);
const today = new Date().toISOString().slice(0, 10);
const acceptanceOf = (/** @type {{ id: string, package: string }} */ found) =>
  accepted.find((one) => one.id === found.id && one.package === found.package);

const findings = [...known, ...audited()].flatMap((one) =>
  installed
    .filter(({ name, version }) => name === one.package && semver.satisfies(version, one.vulnerable))
    .map(({ version }) => ({ ...one, version })),
);
const problems = [
  ...findings
    .filter((found) => !acceptanceOf(found))
    .map(({ id, package: name, version, what }) => `${name} ${version}: ${what} (${id})`),
  ...accepted
    .filter((one) => !findings.some((found) => acceptanceOf(found) === one))
    .map(({ id, package: name }) => `${name}: ${id} no longer applies; remove its acceptance`),
];
for (const problem of new Set(problems)) say(problem);
for (const { id, package: name, until } of accepted)
  if (until < today) say(`${name}: ${id} was accepted until ${until}. Is the reason still true?`);
if (problems.length > 0) process.exit(1);
say(`No package has an advisory that is not accepted; ${accepted.length} are, with reasons and dates.`);
