import { describe, expect, it } from "vitest";
import { i18nextTranslator } from "../../../app/i18n/i18next.server";
import { defineTexts, languages, createTranslator, type Texts, translator } from "../../../app/i18n/texts";

const modules = Object.values(
  import.meta.glob<Record<string, unknown>>(["../../../app/i18n/*.ts", "!../../../app/i18n/*.server.ts"], {
    eager: true,
  }),
);
const areas = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is Texts => typeof value === "object" && value !== null && "namespace" in value);

type Node = { [key: string]: string | Node };
const keysOf = (tree: Node, prefix = ""): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  );

describe("texts", () => {
  it("GRP-63 PERM-68 format counts of thousands like lists, and other values unchanged", () => {
    const texts = defineTexts("counted", {
      en: { people_one: "{{count}} person", people_other: "{{count}} people of {{year}}" },
    });
    for (const translate of [createTranslator, i18nextTranslator]) {
      const t = translate(texts as Texts, "en-US") as (key: string, values: Record<string, number>) => string;
      expect(t("people", { count: 5000, year: 2026 })).toBe("5,000 people of 2026");
      expect(t("people", { count: 1, year: 2026 })).toBe("1 person");
    }
  });

  it("are the same in the browser and through i18next on the server, in every language, with and without values", () => {
    let compared = 0;
    for (const texts of areas) {
      const stems = keysOf(texts.en as Node).map((key) => key.replace(/_(one|other)$/, ""));
      for (const language of languages) {
        type Say = (key: string, values?: Record<string, string | number>) => string;
        const ours = createTranslator(texts, language) as Say;
        const theirs = i18nextTranslator(texts, language) as Say;
        for (const key of new Set(stems)) {
          const names = JSON.stringify(texts).match(/(?<=\{\{)\w+(?=\}\})/g) ?? [];
          const values = Object.fromEntries(names.map((name) => [name, `<${name}> $1 {{name}}`]));
          for (const count of [undefined, 0, 1, 2, 1.5, "1"]) {
            const given = { ...values, ...(count !== undefined && { count }) };
            expect(ours(key, given), `${language} ${texts.namespace}.${key}`).toBe(theirs(key, given));
            compared += 1;
          }
          if (!/\{\{/.test(ours(key))) expect(ours(key)).toBe(theirs(key));
        }
      }
    }
    expect(areas.length).toBeGreaterThan(15);
    expect(compared).toBeGreaterThan(10_000);
  });

  it("SHELL-18 use British spelling, and American spelling in American English", () => {
    const british = /organis|colour|customis|neighbour|favour|behaviour|centre|cancelled|recognis|misspelt/i;
    const american = /organiz|color|customiz|neighbor|favor|behavior|center|canceled|recogniz|misspelled/i;
    for (const [language, foreign] of [
      ["en", american],
      ["en-US", british],
    ] as const)
      for (const texts of areas)
        for (const key of keysOf(texts.en as Node)) {
          const text = createTranslator(texts, language)(key as never).replace(/\{\{\w+\}\}/g, "");
          expect(text, `${language} ${texts.namespace}.${key}`).not.toMatch(foreign);
        }
  });

  it("are resolved by i18next on the server", () => {
    const texts = defineTexts("branch", { en: { branch: { leaf: "leaf" } } });
    // Asked for a group of texts, only i18next answers with an explanation, which shows who resolved the key.
    expect(translator(texts, "en")("branch" as never)).toContain("returned an object instead of string");
    expect(createTranslator(texts, "en")("branch" as never)).toBe("branch");
  });

  it("SHELL-17 have British and American variants where needed, for every plural form", () => {
    const texts = defineTexts("test", {
      en: {
        colour: "colour",
        n_one: "{{count}} thing",
        n_other: "{{count}} things",
        deep: { two: "{{a}}, {{b}}" },
      },
      "en-US": { colour: "color", n_other: "{{count}} stuff" },
    });
    const american = translator(texts, "en-US");
    expect([american("colour"), translator(texts, "en-GB")("colour")]).toEqual(["color", "colour"]);
    expect([american("n", { count: 1 }), american("n", { count: 2 })]).toEqual(["1 thing", "2 stuff"]);
    expect(american("deep.two", { a: "{{b}}", b: 7 })).toBe("{{b}}, 7");
    expect(createTranslator(texts, "en-US")("deep.two" as never, { a: "{{b}}", b: 7 })).toBe("{{b}}, 7");
  });
});
