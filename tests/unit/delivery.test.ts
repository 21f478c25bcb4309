import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod/v4";
import { parseEnv, variables } from "~/services/env.server";
import { assertComplete, readConfig, variables as apiVariables } from "../../regional-api/config";
import { root } from "../../scripts/lib/setup.mjs";

const textOf = (file: string) => readFileSync(join(root, file), "utf8");
const deploy = "config/deploy";

const servers = {
  console: { variables, readme: "README.md", starts: "build/console.js" },
  api: { variables: apiVariables, readme: "regional-api/README.md", starts: "build/regional-api/server.js" },
} as const;
type Server = keyof typeof servers;

/** Read by malloc, not by a server. */
const ofTheSystem = new Set(["MALLOC_ARENA_MAX"]);
const unread = (server: Server, names: readonly string[]) =>
  names.filter((name) => !ofTheSystem.has(name) && !(name in servers[server].variables));

type Stage = { from: string; lines: [instruction: string, rest: string][] };

/** The stages of the Dockerfile by name, each with its instructions. */
function stages(): Map<string, Stage> {
  const found = new Map<string, Stage>();
  let stage: Stage | undefined;
  for (const line of textOf(`${deploy}/Dockerfile`)
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n\s*/g, "")
    .split("\n")
    .filter(Boolean)) {
    const [, instruction = "", rest = ""] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    const [, from = "", name = ""] = instruction === "FROM" ? (/^(\S+) AS (\S+)$/.exec(rest) ?? []) : [];
    if (name) found.set(name, (stage = { from, lines: [] }));
    else stage?.lines.push([instruction, rest]);
  }
  return found;
}

/** The instructions of an image, including those of its base stages. */
function linesOf(name: string): Stage["lines"] {
  const stage = stages().get(name);
  return stage ? [...linesOf(stage.from), ...stage.lines] : [];
}

const command = z.array(z.string());

test.each(["console", "api"] as const)("the %s image starts the build, as an unprivileged user", (server) => {
  const lines = linesOf(server);
  const last = (instruction: string) => lines.findLast(([name]) => name === instruction)?.[1] ?? "";
  const set = lines
    .filter(([name]) => name === "ENV")
    .flatMap(([, rest]) =>
      [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, name = "", value = ""]) => [name, value]),
    );
  expect(
    unread(
      server,
      set.map(([name = ""]) => name),
    ),
  ).toEqual([]);
  expect(Object.fromEntries(set)).toMatchObject({ NODE_ENV: "production", APP_ENV: "production" });
  expect(last("USER")).toBe("node");

  const [program, ...args] = command.parse(JSON.parse(last("CMD")));
  const { starts } = servers[server];
  expect([program, args.at(-1)]).toEqual(["node", starts]);
  expect(textOf("scripts/lib/product.mjs")).toContain(`"${starts}"`);
  const healthCheck = command.parse(JSON.parse(last("HEALTHCHECK").replace(/^.* CMD /, "")));
  const [, name = "none", path] = /\$\{process\.env\.(\w+)\}(\/\w+)/.exec(healthCheck.at(-1) ?? "") ?? [];
  expect([last("EXPOSE"), path]).toEqual([Object.fromEntries(set)[name], "/health"]);

  // Copied files are in the repository, or built at the path where they are started.
  const copied = lines
    .filter(([instruction]) => instruction === "COPY")
    .map(([, rest]) => rest.split(" ").filter((part) => part !== "./"));
  for (const [first = "", ...paths] of copied)
    if (!first.startsWith("--from=")) expect(existsSync(join(root, first)), first).toBe(true);
    else if (first === "--from=build")
      expect(paths[0]).toMatch(/^\/app\/build\/(console\.js|server|client|browser-maps|regional-api)$/);
  const places = copied.flatMap((paths) => paths.slice(1)).map((path) => path.replace("/app/", ""));
  expect([starts, dirname(starts)].some((path) => places.includes(path))).toBe(true);
  // Each stage copied from or built upon exists.
  for (const { from, lines: own } of stages().values())
    for (const name of [from, ...own.flatMap(([, rest]) => /--from=(\w+)/.exec(rest)?.[1] ?? [])])
      expect(name === "node:24-bookworm-slim" || stages().has(name), name).toBe(true);
});

const compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      build: z.object({ context: z.string(), dockerfile: z.string(), target: z.string() }).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      ports: z.array(z.string()).default([]),
      depends_on: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

test("compose.yaml starts both servers with valid settings, reachable only from this machine", () => {
  const { services } = compose.parse(parse(textOf(`${deploy}/compose.yaml`)));
  for (const [name, { build, ports, depends_on }] of Object.entries(services)) {
    expect(Object.keys(depends_on).filter((other) => !(other in services))).toEqual([]);
    expect(ports.filter((port) => !port.startsWith("127.0.0.1:"))).toEqual([]);
    if (!build) continue;
    expect(existsSync(join(root, deploy, build.context, build.dockerfile))).toBe(true);
    expect([name, stages().has(build.target)]).toEqual([build.target, true]);
  }
  const image = { NODE_ENV: "production", HOST: "0.0.0.0" };
  const { api, console } = services;
  expect(unread("console", Object.keys(console?.environment ?? {}))).toEqual([]);
  expect(unread("api", Object.keys(api?.environment ?? {}))).toEqual([]);
  parseEnv({ ...image, ...console?.environment, SESSION_SECRET: "0123456789abcdefghijklmnopqrstuv" });
  const given = { ...image, ...api?.environment };
  expect(() => assertComplete(readConfig(given), given, undefined)).not.toThrow();
});

const deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        containers: z.array(
          z.object({
            name: z.enum(["console", "api"]),
            env: z.array(z.object({ name: z.string(), value: z.string() })),
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
          }),
        ),
      }),
    }),
  }),
});

test("docs/containers.md has a Deployment for each server, with settings that it reads", () => {
  const [, manifests = ""] = /```yaml\n([\s\S]*?)```/.exec(textOf("docs/containers.md")) ?? [];
  const containers = parseAllDocuments(manifests).flatMap(
    (one) => deployment.parse(one.toJS()).spec.template.spec.containers,
  );
  expect(containers.map(({ name }) => name)).toEqual(["api", "console"]);
  for (const { name, env, ports } of containers) {
    expect(
      unread(
        name,
        env.map((one) => one.name),
      ),
    ).toEqual([]);
    const http = ports.find((port) => port.name === "http")?.containerPort;
    expect(linesOf(name)).toContainEqual(["EXPOSE", String(http)]);
  }
});

/** The descriptions of each variable in a document's table; one row may have several. */
function meaningsIn(file: string): Map<string, string> {
  const rows = textOf(file)
    .split("\n")
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  return new Map(
    rows.flatMap(([, names = "", , meaning = ""]) =>
      [...names.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(
        ([, name = ""]) => [name, meaning.replaceAll("`", "")] as const,
      ),
    ),
  );
}

/** The variables a server reports as missing when started in production. */
const neededIn: Record<Server, () => unknown> = {
  console: () => parseEnv({ APP_ENV: "production" }),
  api: () => assertComplete(readConfig({ APP_ENV: "production" }), { APP_ENV: "production" }, undefined),
};

function exampleOf(server: Server): string {
  const { variables, readme } = servers[server];
  const meanings = meaningsIn(readme);
  let message = "";
  try {
    neededIn[server]();
  } catch (error) {
    message = String(error);
  }
  const needed = new Set([...message.matchAll(/^ {2}([A-Z_]+): /gm)].map(([, name = ""]) => name));
  const comment = (name: string) => `# ${meanings.get(name) ?? ""}`;
  const defaultOf = (name: string) => {
    const { data } = (variables as Record<string, z.ZodType>)[name]?.safeParse(undefined) ?? {};
    return Array.isArray(data) ? data.join(",") : String((data as string | undefined) ?? "");
  };
  const names = Object.keys(variables);
  const optional = names.filter((name) => !needed.has(name) && name !== "APP_ENV");
  return [
    `# Settings of the ${server === "api" ? "regional API" : "console"}; ${readme} has the same in a table. An empty one counts as unset.`,
    "# Printed from the schema by `npx vitest run tests/unit/delivery.test.ts -u`. Do not edit.",
    "",
    "# Needed in production",
    comment("APP_ENV"),
    "APP_ENV=production",
    ...names.filter((name) => needed.has(name)).flatMap((name) => [comment(name), `${name}=`]),
    "",
    "# Optional, with their defaults",
    ...optional.flatMap((name) => [comment(name), `#${name}=${defaultOf(name)}`]),
    "",
  ].join("\n");
}

test.each(["console", "api"] as const)(
  "the example of the %s's settings is what its schema and its table say",
  async (server) => {
    expect([...meaningsIn(servers[server].readme).keys()].sort()).toEqual(
      Object.keys(servers[server].variables).sort(),
    );
    await expect(exampleOf(server)).toMatchFileSnapshot(join(root, deploy, `${server}.env.example`));
  },
);

test("production installs exactly the packages that the servers import", () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf("package.json")));
  const files = globSync(["{app,shared}/**/*.{ts,tsx}", "regional-api/**/*.ts"], { cwd: root }).filter(
    (file) => !file.endsWith(".d.ts"),
  );
  const imports = files.flatMap((file) => [
    ...textOf(file).matchAll(
      /^(?:import|export) (?!type )[^;]*?from "([^"]+)"|^import "([^"]+)"|import\("([^"]+)"\)/gm,
    ),
  ]);
  const packages = imports
    .map((found) => found.slice(1).find(Boolean) ?? "")
    .filter((name) => /^[@a-z]/.test(name) && !name.startsWith("node:"))
    .map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? "");
  // Used only by `npm run dev`; read while routes are built; an alternative host to the console's own.
  const others = { vite: false, "@remix-run/route-config": false, "@remix-run/serve": true };
  const needed = new Set(
    [...packages, "@remix-run/serve"].filter((name) => others[name as keyof typeof others] ?? true),
  );
  expect([...needed].sort()).toEqual(Object.keys(dependencies).sort());
});
