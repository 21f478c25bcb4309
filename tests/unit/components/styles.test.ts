import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { transform } from "esbuild";
import postcss, { type Node } from "postcss";
import { beforeAll, describe, expect, it } from "vitest";
import { preprocessCSS, resolveConfig } from "vite";
import routes from "../../../app/routes";
import stylePlugins from "../../../app/styles/postcss.mjs";
import { newSelectors } from "../../e2e/support/old-engine";

const app = join(import.meta.dirname, "../../../app");
const entry = join(app, "styles/index.css");
const own = readdirSync(app, { recursive: true, encoding: "utf8" });
const read = (name: string) => readFileSync(join(app, name), "utf8");
const parts = own.filter((name) => /^components.*\.css$/.test(name));
const ofAreas = parts.filter((name) => !read("styles/index.css").includes(`"../${name}"`));
let css = "";

/** Our modules and style sheets that a file imports, by their names below app/. */
const importsOf = (file: string) =>
  [...read(file).matchAll(/(?:from|import) "(~|\.{1,2})\/([^"]+)"/g)].flatMap(([, from, path = ""]) => {
    const name = from === "~" ? path : join(dirname(file), from ?? "", path);
    return [name, `${name}.ts`, `${name}.tsx`, name.replace("?url", "")].filter((one) => own.includes(one));
  });

/** These files and all that they import. */
function filesBehind(files: readonly string[]): Set<string> {
  const behind = new Set(files);
  for (const file of behind) for (const name of importsOf(file)) if (/\.tsx?$/.test(name)) behind.add(name);
  return behind;
}

type Page = { files: string[]; sheets: string[] };

/** Every route with its parents, and the style sheets named by their `links`. */
const pagesOf = (entries: readonly RouteConfigEntry[], around: string[]): Page[] =>
  entries.flatMap(({ file, children }) => {
    const files = [...around, file];
    const sheets = files.slice(1).flatMap((name) => importsOf(name).filter((one) => one.endsWith(".css")));
    return [{ files, sheets }, ...pagesOf(children ?? [], files)];
  });
const pages = pagesOf(routes, ["root.tsx"]);

beforeAll(async () => {
  const config = await resolveConfig(
    { configFile: false, logLevel: "error", css: { postcss: { plugins: stylePlugins(app) } } },
    "build",
  );
  css = (await preprocessCSS(readFileSync(entry, "utf8"), entry, config)).code;
});

describe("the stylesheet", () => {
  it("is complete: each other part is loaded by a route or by the script of an overlay", () => {
    const loaded = new Set([
      ...pages.flatMap(({ sheets }) => sheets),
      ...importsOf("components/palette/palette.tsx"),
    ]);
    expect(parts.length).toBeGreaterThan(12);
    for (const part of ofAreas) expect(loaded).toContain(part);
  });

  it("is joined on each page by the CSS for every class that the page's components use", () => {
    // A rule belongs to its first class; later ones are only looked up inside it.
    const classes = (name: string) =>
      [...read(name).matchAll(/^ *\.([a-z][\w-]*)/gm)].map((match) => match[1]);
    const everywhere = new Set([...css.matchAll(/\.([a-z][\w-]*)/g)].map((match) => match[1]));
    const known = new Set(ofAreas.flatMap(classes).filter((name) => !everywhere.has(name)));
    expect(known.size).toBeGreaterThan(80);
    const missing = pages.flatMap(({ files, sheets }) => {
      const here = new Set(sheets.flatMap(classes));
      const names = [...filesBehind(files)].flatMap((file) =>
        [...read(file).matchAll(/className=(?:"([^"]*)"|\{([^}]*)\})/g)].flatMap((match) =>
          `${match[1] ?? match[2]}`.split(/[^\w-]+/),
        ),
      );
      const file = files.at(-1);
      return [...new Set(names)]
        .filter((name) => known.has(name) && !here.has(name))
        .map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });

  it("has rules only for classes that a component has", () => {
    const code = own
      .filter((name) => /\.tsx?$/.test(name))
      .map(read)
      .join("\n");
    const words = new Set(code.match(/[\w-]+/g));
    const beginnings = [...code.matchAll(/([\w-]+-)\$\{/g)].map(([, beginning = ""]) => beginning);
    // Packages that draw elements of their own.
    const foreign = /^(rt-|recharts-|react-)/;
    const styled = own
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => [
        ...read(name)
          .replace(/\/\*[^]*?\*\/|\{[^{}]*\}/g, "")
          .matchAll(/\.([a-z][\w-]*)/g),
      ])
      .map(([, name = ""]) => name);
    expect(new Set(styled).size).toBeGreaterThan(400);
    const isUsed = (name: string) => words.has(name) || beginnings.some((one) => name.startsWith(one));
    expect(styled.filter((name) => !foreign.test(name) && !isUsed(name))).toEqual([]);
  });

  it("defines every variable that CSS or components use", () => {
    const used = own
      .filter((name) => /\.(css|tsx?)$/.test(name))
      .flatMap((name) => [...read(name).matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]));
    // Some depend on data and are set by a component on its element.
    const set = own
      .filter((name) => name.endsWith(".tsx"))
      .flatMap((name) => read(name).match(/"--[\w-]+":/g) ?? []);
    const missing = [...new Set(used)].filter(
      (name) => !css.includes(`${name}:`) && !set.includes(`"${name}":`),
    );
    expect(used.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it("lists no selector that older browsers drop together with others, which they would drop too", () => {
    const isGuarded = (node: Node | undefined): boolean =>
      node !== undefined &&
      ((node.type === "atrule" && String(node).startsWith("@supports selector(")) || isGuarded(node.parent));
    const mixed = own
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => {
        const lists: string[] = [];
        postcss.parse(read(name)).walkRules((rule) => {
          const isNew = rule.selectors.map((selector) => newSelectors.test(selector));
          if (isNew.includes(true) && isNew.includes(false) && !isGuarded(rule)) lists.push(rule.selector);
        });
        return lists;
      });
    expect(mixed).toEqual([]);
  });

  it("takes colours only from tokens", () => {
    const stray = own
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => read(name).match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []);
    expect(stray).toEqual([]);
  });

  it("has a dark mode without scripts: all rules of .dark again for a dark system", () => {
    const rules = (pattern: RegExp) =>
      [...css.matchAll(pattern)].map((match) => (match[1] ?? "").replace(/\s+/g, " ").trim());
    const dark = rules(/^\.dark \{([^}]*)\}/gm);
    const system = rules(
      /@media \(prefers-color-scheme: dark\) \{\s*:root\[data-appearance="system"\] \{([^}]*)\}/g,
    );
    expect(dark.length).toBeGreaterThan(8);
    expect(system).toEqual(dark);
    expect(dark.join()).toContain("--slate-1: #111113");
    expect(dark.join()).toContain("color-scheme: dark");
  });

  it("drops what the console does not use of Radix", () => {
    expect(css).not.toContain("display-p3");
    expect([...css.matchAll(/@font-face \{\s*font-family: "(\w+)/g)].map((face) => face[1])).toEqual([
      "Edge",
      "Edge",
      "Edge",
      "Edge",
    ]);
    expect(css).not.toContain("--tomato");
    expect(css).not.toContain("--slate-a1:");
    expect(css).not.toContain("data-radius='large'");
  });

  it("needs no colour mixing by browsers, and contains no rules of Radix's sheets for elements not rendered", () => {
    expect(css).not.toMatch(/color-mix|@supports \(color/);
    expect(css).toContain(".btn:where(.btn-outline)");
    expect(css).not.toMatch(
      /\.rt-(Dialog|Select|variant-classic|r-size-9)|\.xs\\:|@keyframes rt-(?!spinner)/,
    );
  });

  it("has no sibling rule with a universal selector: it would make each added element restyle the page", () => {
    const name = /[.#[]/;
    const stray = [css, ...ofAreas.map(read)].flatMap((text) =>
      [...text.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{/g)]
        .flatMap(([, selectors = ""]) => selectors.split(/,(?![^(]*\))/))
        .filter((selector) =>
          [...selector.matchAll(/([^\s>+~]+)\s*[+~]\s*([^\s>+~]+)(.*)/gs)].some(
            ([, left = "", right = "", rest = ""]) => {
              const subject = rest.trim() === "" ? right : (/[^\s>+~]+$/.exec(rest.trim())?.[0] ?? "");
              return !name.test(left) && /^(\*|:)/.test(subject);
            },
          ),
        ),
    );
    expect(stray.map((selector) => selector.trim())).toEqual([]);
  });

  it("stays within 16 KB compressed, and within 20 KB with the additions of any page", async () => {
    const sizes = new Map<string, number>();
    for (const name of new Set(["styles/index.css", ...pages.flatMap(({ sheets }) => sheets)])) {
      const code = name === "styles/index.css" ? css : read(name);
      const sent = await transform(code, { loader: "css", minify: true });
      sizes.set(name, brotliCompressSync(sent.code).length);
    }
    const common = sizes.get("styles/index.css") ?? Infinity;
    const sums = pages.map(({ sheets }) =>
      sheets.reduce((sum, name) => sum + (sizes.get(name) ?? Infinity), common),
    );
    expect(common).toBeLessThan(16 * 1024);
    expect(Math.max(...sums)).toBeGreaterThan(common);
    expect(Math.max(...sums)).toBeLessThan(20 * 1024);
  });
});
