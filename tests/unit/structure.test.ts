import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import areas from "../../regional-api/areas/areas.json" with { type: "json" };
import { staleIndexes } from "../../scripts/lib/api-index.mjs";
import { root } from "../../scripts/lib/setup.mjs";

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));

const sources = [...filesBelow("app"), ...filesBelow("regional-api"), ...filesBelow("shared")];
const known = new Set(sources);
const nameOf = (file: string) => relative(root, file);

/** The file of ours that a specifier refers to, if any. */
function resolved(specifier: string, importer: string): string | undefined {
  const path = specifier.startsWith("~/")
    ? join(root, "app", specifier.slice(2))
    : specifier.startsWith(".")
      ? join(dirname(importer), specifier)
      : undefined;
  if (path === undefined) return undefined;
  return [path, `${path}.ts`, `${path}.tsx`, join(path, "index.ts")].find((file) => known.has(file));
}

interface Import {
  readonly to: string;
  readonly typesOnly: boolean;
  readonly line: number;
}

/** Every import at the head of a file, type imports included: `typesOnly` marks those. */
function importsOf(file: string): Import[] {
  const source = ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return [];
    if (!statement.moduleSpecifier || !ts.isStringLiteral(statement.moduleSpecifier)) return [];
    const to = resolved(statement.moduleSpecifier.text, file);
    if (to === undefined) return [];
    const { line } = source.getLineAndCharacterOfPosition(statement.getStart(source));
    return [{ to, typesOnly: isTypesOnly(statement), line: line + 1 }];
  });
}

function isTypesOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  const clause = statement.importClause;
  if (!clause) return false;
  if (clause.isTypeOnly) return true;
  const named = clause.namedBindings;
  return (
    !clause.name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

const imports = new Map(sources.map((file) => [file, importsOf(file)]));

/** The cycles of a graph, each as its files in order; every file is visited once. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push([...path.slice(at), file].map(nameOf).join(" → "));
    if (at >= 0 || done.has(file)) return;
    for (const to of graph.get(file) ?? []) walk(to, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) walk(file, []);
  return found;
}

const graphOf = (wants: (one: { typesOnly: boolean }) => boolean) =>
  new Map([...imports].map(([file, list]) => [file, list.filter(wants).map(({ to }) => to)]));

test("imports of code and of types are found, by ~ and by path", () => {
  const server = imports.get(join(root, "app/server.ts"))?.map(({ to }) => nameOf(to));
  expect(server).toEqual(
    expect.arrayContaining(["app/services/env.server.ts", "app/services/log.server.ts"]),
  );
  expect([...imports.values()].flat().filter(({ typesOnly }) => typesOnly).length).toBeGreaterThan(50);
  const [a = "", b = "", c = ""] = sources;
  expect(circles(new Map([[a, [b]], [b, [c]], [c, [b]]]))).toEqual([`${nameOf(b)} → ${nameOf(c)} → ${nameOf(b)}`]); // prettier-ignore
});

test("no import cycles, by any kind of path", () => {
  expect(circles(graphOf(({ typesOnly }) => !typesOnly))).toEqual([]);
});

test("no cycles of type imports", () => {
  expect(circles(graphOf(() => true))).toEqual([]);
});

/** The layers of app/models from the top; a model imports only from its own area and from lower layers. */
const floors = [["applications"], ["vacancies"], ["workflows"], ["customers"], ["list", "form"]];
const floorOf = (file: string) => {
  const area = /^app\/models\/([^/]+)\//.exec(nameOf(file))?.[1] ?? "";
  return floors.findIndex((floor) => floor.includes(area));
};

test("SESS-06 only the server sets caching: a second Cache-Control would be sent in addition to its own", () => {
  const saying = filesBelow("app").filter((file) =>
    /["']cache-control["']/i.test(readFileSync(file, "utf8")),
  );
  // Files are cached for good, pages never.
  expect(saying.map(nameOf).sort()).toEqual(["app/console-site.ts", "app/server.ts"]);
});

test("Remix's globals and internal contexts are used in one place", () => {
  const naming = filesBelow("app").filter((file) => /__remix|UNSAFE_/.test(readFileSync(file, "utf8")));
  // The script in the server's answer is a text.
  expect(naming.map(nameOf).sort()).toEqual(["app/components/context/router.ts", "app/entry.server.tsx"]);
});

/** Layers, the first match applying, and the layers whose files each may import; the reasons are in docs/architecture.md. */
const layers: readonly { name: string; of: RegExp; mayImport: readonly string[] }[] = [
  { name: "shared", of: /^shared\//, mayImport: ["shared"] },
  { name: "API", of: /^regional-api\//, mayImport: ["API", "shared"] },
  // Open to every layer of the console.
  { name: "regions", of: /^app\/regions\.ts$/, mayImport: [] },
  {
    name: "routes",
    of: /^app\/routes\//,
    mayImport: ["components", "screen models", "models", "services", "areas", "texts", "styles"],
  },
  {
    name: "components",
    of: /^app\/components\//,
    mayImport: ["components", "screen models", "models", "services", "areas", "texts"],
  },
  {
    name: "screen models",
    of: /^app\/models\/.*-screen\.server\.ts$/,
    mayImport: ["screen models", "models", "services", "areas", "texts"],
  },
  { name: "models", of: /^app\/models\//, mayImport: ["models", "services", "areas", "texts"] },
  {
    name: "services",
    of: /^app\/(services\/|sessions\.server\.ts$|flags\.ts$)/,
    mayImport: ["services", "areas", "texts"],
  },
  // Services for the flags' names.
  { name: "areas", of: /^app\/areas\//, mayImport: ["areas", "texts", "services"] },
  { name: "texts", of: /^app\/i18n\//, mayImport: ["texts"] },
  { name: "styles", of: /^app\/styles\//, mayImport: ["styles"] },
  {
    name: "app",
    of: /^app\/[^/]+$/,
    mayImport: ["app", "components", "services", "areas", "texts", "styles"],
  },
];
const layerOf = (file: string) => layers.find(({ of }) => of.test(nameOf(file)));

test("a layer imports only the layers that docs/architecture.md names", () => {
  const unknown = sources.filter((file) => !layerOf(file)).map(nameOf);
  expect(unknown).toEqual([]);
  const wrong = [...imports].flatMap(([file, list]) => {
    const { name, mayImport = [] } = layerOf(file) ?? {};
    const isOfConsole = nameOf(file).startsWith("app/");
    const all = isOfConsole ? [...mayImport, "regions", "shared"] : mayImport;
    return list.flatMap(({ to, line }) => {
      const target = layerOf(to)?.name ?? "";
      return all.includes(target)
        ? []
        : [`${nameOf(file)}:${line} imports ${nameOf(to)}: ${name} → ${target}`];
    });
  });
  expect(wrong).toEqual([]);
});

test("components run in the browser: they import only types from server modules", () => {
  const wrong = [...imports].flatMap(([file, list]) =>
    layerOf(file)?.name === "components"
      ? list
          .filter(({ to, typesOnly }) => !typesOnly && /\.server\.tsx?$/.test(to))
          .map(({ to, line }) => `${nameOf(file)}:${line} imports ${nameOf(to)}`)
      : [],
  );
  expect(wrong).toEqual([]);
});

test("models only import downward", () => {
  const upward = [...imports].flatMap(([file, list]) =>
    list
      .filter(({ to }) => floorOf(file) > floorOf(to) && floorOf(to) >= 0)
      .map(({ to }) => `${nameOf(file)} → ${nameOf(to)}`),
  );
  expect(upward).toEqual([]);
  const bottom = [...imports].flatMap(([file, list]) =>
    floorOf(file) === floors.length - 1
      ? list.filter(({ to }) => nameOf(to).startsWith("app/models/") && floorOf(to) !== floorOf(file))
      : [],
  );
  expect(bottom.map(({ to }) => nameOf(to))).toEqual([]);
});

/** The place of an API file: its area's name, or the part outside the areas. */
function partOf(file: string): { area?: string; part: string; name: string } {
  const [, part = "", ...rest] = nameOf(file).split("/");
  const name = rest.slice(1).join("/").replace(/\.ts$/, "");
  if (part !== "areas") return { part: rest.length === 0 ? "root" : part, name };
  return { area: rest[0] ?? "", part, name };
}

const ofApi = [...imports].filter(([file]) => nameOf(file).startsWith("regional-api/"));
const table = "regional-api/areas/areas.json";

/** Imports allowed for the parts below the areas; the files next to them are the process and shared texts. */
const lower: Readonly<Record<string, readonly string[] | undefined>> = {
  store: ["store", "root"],
  core: ["core", "store", "root"],
};

/** The error in an import of the API, if any. */
function wrongIn(file: string, to: string): string | undefined {
  const from = partOf(file);
  const target = partOf(to);
  const below = lower[from.part];
  if (below && !below.includes(target.part)) return `the ${from.part} knows nothing of ${target.part}/`;
  if (target.area === undefined || target.area === from.area) return undefined;
  if (/^regional-api\/(schema|operations)\.ts$/.test(nameOf(file))) return undefined;
  const floor = (area: string) => areas.findIndex(({ name }) => name === area);
  // An area not in the table is above all that are.
  if (from.area !== undefined && floor(from.area) >= 0 && floor(target.area) > floor(from.area))
    return `${from.area} stands below ${target.area} in ${table}`;
  const isPublic = areas[floor(target.area)]?.public.includes(target.name);
  return isPublic ? undefined : `${target.name} is not among what ${target.area} opens to others in ${table}`;
}

test("the API's store does not import core, core no area, and areas import downward, only from public files", () => {
  const wrong = ofApi.flatMap(([file, list]) =>
    list.flatMap(({ to, line }) => {
      const reason = wrongIn(file, to);
      return reason === undefined ? [] : [`${nameOf(file)}:${line} imports ${nameOf(to)}: ${reason}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test("the API's file indexes name every file", () => {
  expect(staleIndexes(), "run npm run contract").toEqual([]);
});

test("the table of areas names only existing folders, and makes no file public without need", () => {
  const folders = new Set(ofApi.flatMap(([file]) => partOf(file).area ?? []));
  expect(areas.map(({ name }) => name).filter((name) => !folders.has(name))).toEqual([]);
  const closed = areas.filter(({ public: files }) => files.length === 0).map(({ name }) => name);
  expect(closed, `what opens nothing is not in ${table}: it stands upon all that are`).toEqual([]);
  const needed = new Set(
    ofApi
      .flatMap(([file, list]) =>
        list
          .map(({ to }) => partOf(to))
          .filter(({ area }) => area !== undefined && area !== partOf(file).area),
      )
      .map(({ area, name }) => `${area}/${name}`),
  );
  const idle = areas.flatMap(({ name, public: files }) =>
    files.filter((file) => !needed.has(`${name}/${file}`)).map((file) => `${table}: ${name}/${file}`),
  );
  expect(idle).toEqual([]);
});

test.each([
  ["app/routes", 203],
  ["app/components", 258],
])("no file of %s is longer than %i lines", (folder, limit) => {
  const long = filesBelow(folder)
    .map((file) => ({ file: nameOf(file), lines: readFileSync(file, "utf8").trimEnd().split("\n").length }))
    .filter(({ lines }) => lines > limit);
  expect(long).toEqual([]);
});
