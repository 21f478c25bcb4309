// What `npm start`, `npm test` and the other scripts share: dependencies, build, child processes.
// Needs nothing but Node, since it runs before anything is installed.
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
 * Runs a script; what keeps it from working is said in a line, without a stack.
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
 * Runs a command to its end; a failure ends the script with the same code, after saying what it may be.
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
 * Runs a command beside others. Its output is kept, not shown, since theirs would be mixed with it.
 * @param {string} command @param {string[]} args @returns {Promise<{ passed: boolean, output: string }>}
 */
export function runAside(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
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

/** Whether the packages that build and check are installed, beside those that the servers need. */
export const hasDevelopment = () => existsSync(bin("vite"));

/** Notes which packages are installed: npm calls this after an install, by hand too. */
export function noteInstalled() {
  writeFileSync(join(root, "node_modules/.edge-console"), digestOf(["package-lock.json"]));
}

/** Installs the locked dependencies when they are not the installed ones: all of them, whatever NODE_ENV says. */
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
 * Whether something was done with just these files already, and a way to note that it was.
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

/** The two things that are built: by which script, and where it writes what it read. */
const products = /** @type {const} */ ({
  console: { script: "scripts/build.mjs", inputs: "build/inputs.json" },
  "regional API": { script: "scripts/build-api.mjs", inputs: "build/regional-api/inputs.json" },
});

/**
 * Writes what a build was made of beside it: the files that its bundlers read, those of packages by the lock file, and the
 * folders that it takes whole. Nobody keeps a list of them.
 * @param {string} file @param {readonly string[]} paths of files and folders, from the root or from / @param {number} started
 */
export function noteInputs(file, paths, started) {
  const own = paths.map((path) => relative(root, resolve(root, path)));
  const inputs = [...new Set([...own, "package.json", "package-lock.json", "tsconfig.json"])]
    .filter((path) => !path.startsWith("..") && !path.startsWith("node_modules/"))
    .filter((path) => existsSync(join(root, path)))
    .sort();
  // What was saved while it was read may be in the build or not: then the next start builds again.
  const isCertain = inputs
    .flatMap((path) => filesBelow(path))
    .every((path) => statSync(join(root, path)).mtimeMs < started);
  writeFileSync(file, JSON.stringify({ digest: isCertain ? digestOf(inputs) : "", inputs }, null, 2));
}

/**
 * Whether what is built is made of today's sources.
 * @param {keyof typeof products} name @param {string} [base] the folder that holds both
 */
function isCurrent(name, base = root) {
  const file = join(base, products[name].inputs);
  if (!existsSync(file)) return false;
  const { digest, inputs } = JSON.parse(readFileSync(file, "utf8"));
  return digest === digestOf(inputs, base);
}

/** Whether everything that is built is made of today's sources. @param {string} [base] */
export const isBuilt = (base) => isCurrent("console", base) && isCurrent("regional API", base);

/** For tests that run on what is built, and do not build it. */
export function warnOfOldBuild() {
  if (!isBuilt()) say("What is built is older than the sources: npm run build.");
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

/** Builds the regional API, where it has changed since it was last built. */
export const ensureApiBuild = () => ensureBuilt("regional API");

/** Builds the console, where it has changed since it was last built. */
export const ensureConsoleBuild = () => ensureBuilt("console");

/** Builds what has changed since it was last built, both at once. */
export async function ensureBuild() {
  await Promise.all([ensureApiBuild(), ensureConsoleBuild()]);
}

/**
 * Node's options for a built server: stacks name the sources, and young garbage is collected in portions small enough for
 * the console's 320 MB and the API's 400 (docs/decisions/0008).
 */
export const nodeFlags = ["--enable-source-maps", "--max-semi-space-size=8"];

/**
 * The environment of a server: few arenas of malloc, which otherwise keep some 15 MB of a busy console (docs/decisions/0008).
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export const serverEnv = (env) => ({ MALLOC_ARENA_MAX: "2", ...env });

/**
 * What a server says once it is ready; the last two are the regional API's alone.
 * @typedef {{ listening: number, hasOutbox?: boolean, hasDemoAccounts?: boolean }} Told
 */

/**
 * Starts a server and waits until it says on which port it listens.
 * @param {string} file @param {NodeJS.ProcessEnv} env
 * @param {"inherit" | "ignore" | number} [output] where its log goes; a file takes its errors as well
 * @param {(child: import("node:child_process").ChildProcess) => void} [spawned] is called before that
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, port: number, told: Told }>}
 */
export function startServer(file, env, output = "inherit", spawned = () => {}) {
  const child = spawn(process.execPath, [...nodeFlags, file], {
    cwd: root,
    env: serverEnv(env),
    stdio: ["ignore", output, typeof output === "number" ? output : "inherit", "ipc"],
    // Ctrl-C reaches the whole terminal group; the servers are to be stopped in order by their parent.
    detached: true,
  });
  spawned(child);
  return new Promise((done, fail) => {
    child.once("message", (message) => {
      // The channel stays open: by its end the server learns that this process is gone, and stops.
      child.channel?.unref();
      const told = /** @type {Told} */ (message);
      done({ child, port: told.listening, told });
    });
    child.once("exit", (code) => fail(new Error(`${file} ended with code ${code} before it was ready.`)));
    child.once("error", fail);
  });
}

/** A server ends by itself once what is under way is answered, within a minute and its drain; this ends one that hangs. */
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
