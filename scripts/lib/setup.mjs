// Shared by `npm start`, `npm test` and other scripts: dependencies, build, child processes. Needs only Node, since it
// runs before anything is installed.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
export const bin = (/** @type {string} */ name) => join(root, "node_modules/.bin", name);

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/**
 * Runs a script; errors are printed in one line, without a stack.
 * @param {() => void | Promise<void>} work
 */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Runs a command to completion; on failure exits with the same code, after printing the hint.
 * @param {string} command @param {string[]} args @param {{ env?: NodeJS.ProcessEnv, hint?: string }} [options]
 */
export function run(command, args, { env = process.env, hint = "" } = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: "inherit", env });
  if (error || status !== 0) {
    say(
      `\n${command.split("/").pop()} ${args.join(" ")} failed${error ? `: ${error.message}` : ""}. ${hint}`,
    );
    process.exit(status || 1);
  }
}

/**
 * Runs a command in parallel with others. Its output is captured, not shown, to keep outputs apart.
 * @param {string} command @param {string[]} args @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<{ passed: boolean, output: string }>}
 */
export function runInParallel(command, args, options = {}) {
  const child = spawn(command, args, { cwd: root, ...options, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (output += text));
  return new Promise((done) => {
    child.once("error", (error) => done({ passed: false, output: error.message }));
    child.once("close", (code) => done({ passed: code === 0, output }));
  });
}

/** @param {string} file @param {string} value */
function isStamped(file, value) {
  return existsSync(file) && readFileSync(file, "utf8") === value;
}

/** True if development packages are installed, in addition to the servers' own. */
export const hasDevelopment = () => existsSync(bin("vite"));

/** Records which packages are installed: npm calls this after every install, including manual ones. */
export function noteInstalled() {
  writeFileSync(join(root, "node_modules/.edge-console"), digestOf(["package-lock.json"]));
}

/** Installs the locked dependencies unless they are already installed: all of them, regardless of NODE_ENV. */
export function ensureDependencies() {
  const isCurrent = isStamped(join(root, "node_modules/.edge-console"), digestOf(["package-lock.json"]));
  if (isCurrent && hasDevelopment()) return;
  say("Installing dependencies …");
  run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]);
  noteInstalled();
}

/** @param {string} path @param {string} [base] @returns {string[]} */
function filesBelow(path, base = root) {
  const full = join(base, path);
  if (!existsSync(full)) return [];
  if (statSync(full).isFile()) return [path];
  return readdirSync(full).flatMap((name) => filesBelow(join(path, name), base));
}

/** @param {string[]} paths @param {string} [base] */
function digestOf(paths, base = root) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesBelow(path, base)).sort())
    hash.update(file).update(readFileSync(join(base, file)));
  return hash.digest("hex");
}

/**
 * Reports if something was already done with exactly these files, and returns a function that records it.
 * @param {string} stamp @param {readonly string[]} sources
 */
export function doneWith(stamp, sources) {
  const file = join(root, stamp);
  const digest = digestOf([...sources]);
  const note = () => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, digest);
  };
  return { isDone: isStamped(file, digest), note };
}

/** The two build products: the script of each, and the file where it records its inputs. */
const products = /** @type {const} */ ({
  console: { script: "scripts/build.mjs", inputs: "build/inputs.json" },
  "regional API": { script: "scripts/build-api.mjs", inputs: "build/regional-api/inputs.json" },
});

/**
 * Records a build's inputs next to it: files its bundlers read, packages via the lock file, and whole folders.
 * @param {string} file @param {readonly string[]} paths of files and folders, from the root or from / @param {number}
 * started
 */
export function noteInputs(file, paths, started) {
  const own = paths.map((path) => relative(root, resolve(root, path)));
  const inputs = [...new Set([...own, "package.json", "package-lock.json", "tsconfig.json"])]
    .filter((path) => !path.startsWith("..") && !path.startsWith("node_modules/"))
    .filter((path) => existsSync(join(root, path)))
    .sort();
  // A file saved during the build may or may not be in it: the next start then builds again.
  const isCertain = inputs
    .flatMap((path) => filesBelow(path))
    .every((path) => statSync(join(root, path)).mtimeMs < started);
  writeFileSync(file, JSON.stringify({ digest: isCertain ? digestOf(inputs) : "", inputs }, null, 2));
}

/**
 * True if a build is up to date with the sources.
 * @param {keyof typeof products} name @param {string} [base] the folder that holds both
 */
function isCurrent(name, base = root) {
  const file = join(base, products[name].inputs);
  if (!existsSync(file)) return false;
  const { digest, inputs } = JSON.parse(readFileSync(file, "utf8"));
  return digest === digestOf(inputs, base);
}

/** True if everything built is up to date with the sources. @param {string} [base] */
export const isBuilt = (base) => isCurrent("console", base) && isCurrent("regional API", base);

/** For tests that use the build without building it. */
export function warnOfOldBuild() {
  if (!isBuilt()) say("The build is older than the sources: npm run build.");
}

/** @param {keyof typeof products} name */
async function ensureBuilt(name) {
  if (isCurrent(name)) return;
  const { script } = products[name];
  say(`Building the ${name} …`);
  const child = spawn(process.execPath, [script], { cwd: root, stdio: "inherit" });
  const code = await new Promise((done) => child.once("error", () => done(1)).once("close", done));
  if (code !== 0) {
    say(`\n${script} failed: the ${name} was not built.`);
    process.exit(1);
  }
}

/** Builds the regional API if it changed since the last build. */
export const ensureApiBuild = () => ensureBuilt("regional API");

/** Builds the console if it changed since the last build. */
export const ensureConsoleBuild = () => ensureBuilt("console");

/** Builds both in parallel, each if it changed since the last build. */
export async function ensureBuild() {
  await Promise.all([ensureApiBuild(), ensureConsoleBuild()]);
}

/**
 * Node's options for a built server: stacks name the sources, and the young generation is small enough for the memory
 * limits of the console (320 MB) and the API (400 MB) (docs/decisions/0008).
 */
export const nodeFlags = ["--enable-source-maps", "--max-semi-space-size=8"];

/**
 * The environment of a server: few malloc arenas, which otherwise hold 15 MB of a busy console (docs/decisions/0008).
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const serverEnv = (env) => ({ MALLOC_ARENA_MAX: "2", ...env });

/**
 * A server's message when it is ready; the last two are sent by the regional API only.
 * @typedef {{ listening: number, hasOutbox?: boolean, hasDemoAccounts?: boolean }} ReadyMessage
 */

/**
 * Starts a server and waits until it reports its port.
 * @param {string} file @param {NodeJS.ProcessEnv} env
 * @param {"inherit" | "ignore" | number} [output] where its log goes; a file takes its errors as well
 * @param {(child: import("node:child_process").ChildProcess) => void} [spawned] is called before that
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, port: number, message: ReadyMessage }>}
 */
export function startServer(file, env, output = "inherit", spawned = () => {}) {
  const child = spawn(process.execPath, [...nodeFlags, file], {
    cwd: root,
    env: serverEnv(env),
    stdio: ["ignore", output, typeof output === "number" ? output : "inherit", "ipc"],
    // Ctrl-C reaches the whole terminal group; the parent stops the servers in order instead.
    detached: true,
  });
  spawned(child);
  return new Promise((done, fail) => {
    child.once("message", (message) => {
      // The channel stays open: its end tells the server that this process is gone, and it stops.
      child.channel?.unref();
      const ready = /** @type {ReadyMessage} */ (message);
      done({ child, port: ready.listening, message: ready });
    });
    child.once("exit", (code) => fail(new Error(`${file} ended with code ${code} before it was ready.`)));
    child.once("error", fail);
  });
}

/** A server stops once pending requests are answered, within a minute plus its drain; this ends one that hangs. */
const longestStopMs = 65_000 + 1_000 * Number(process.env.DRAIN_SECONDS ?? 0);

/** @param {import("node:child_process").ChildProcess} child */
export function stopServer(child) {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done(undefined);
    child.once("exit", done);
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), longestStopMs).unref();
  });
}
