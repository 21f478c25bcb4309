import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { beforeAll, describe, expect, it } from "vitest";
import { preprocessCSS, resolveConfig } from "vite";
import tokens from "../../../app/styles/postcss-tokens.mjs";

const app = join(import.meta.dirname, "../../../app");
const entry = join(app, "styles/index.css");
const own = readdirSync(app, { recursive: true, encoding: "utf8" });
const read = (name: string) => readFileSync(join(app, name), "utf8");
let css = "";

beforeAll(async () => {
  const config = await resolveConfig(
    { configFile: false, logLevel: "error", css: { postcss: { plugins: [tokens({ sources: app })] } } },
    "build",
  );
  css = (await preprocessCSS(readFileSync(entry, "utf8"), entry, config)).code;
});

describe("the stylesheet", () => {
  it("holds every component's CSS", () => {
    // The gallery brings its own, which no page of the product needs.
    const parts = own.filter((name) => /^components(?!\/kit\/).*\.css$/.test(name));
    for (const part of parts) expect(read("styles/index.css")).toContain(`"../${part}"`);
  });

  it("defines every variable that CSS or components use", () => {
    const used = own
      .filter((name) => /\.(css|tsx?)$/.test(name))
      .flatMap((name) => [...read(name).matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]));
    const missing = [...new Set(used)].filter((name) => !css.includes(`${name}:`));
    expect(used.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it("takes colours from tokens alone", () => {
    const stray = own
      .filter((name) => name.endsWith(".css"))
      .flatMap((name) => read(name).match(/#[\da-f]{3,8}\b|\b(rgb|hsl|oklch)a?\(/gi) ?? []);
    expect(stray).toEqual([]);
  });

  it("has a dark look that needs no script: all of .dark again for a dark system", () => {
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

  it("asks no browser to mix colours or to know :where()", () => {
    expect(css).not.toMatch(/color-mix|:where\(/);
  });

  it("stays within 16 KB compressed", () => {
    expect(brotliCompressSync(css).length).toBeLessThan(16 * 1024);
  });
});
