import { readdirSync } from "node:fs";
import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import areas from "./regional-api/areas/areas.json" with { type: "json" };

// Allowed imports between layers; the reasons are in docs/architecture.md.
const elements = [
  // The first matching pattern applies, so files open to every layer come first.
  { type: "regions", pattern: "app/regions.ts", mode: "full" },
  { type: "routes", pattern: "app/routes/**", mode: "full" },
  { type: "components", pattern: "app/components/**", mode: "full" },
  { type: "screen-models", pattern: "app/models/**/*-screen.server.ts", mode: "full" },
  { type: "models", pattern: "app/models/**", mode: "full" },
  { type: "services", pattern: ["app/services/**", "app/sessions.server.ts", "app/flags.ts"], mode: "full" },
  { type: "areas", pattern: "app/areas/**", mode: "full" },
  { type: "texts", pattern: "app/i18n/**", mode: "full" },
  { type: "styles", pattern: "app/styles/**", mode: "full" },
  { type: "app", pattern: "app/*", mode: "full" },
  { type: "regional-api", pattern: "regional-api/**", mode: "full" },
];

// The same for the API. areas.json lists areas in dependency order, with the files each exposes. Areas that expose nothing
// may import all of them and are not listed.
const apiElements = [
  { type: "area", pattern: "regional-api/areas/*", mode: "folder", capture: ["name"] },
  { type: "core", pattern: "regional-api/core/**", mode: "full" },
  { type: "store", pattern: "regional-api/store/**", mode: "full" },
  { type: "schema", pattern: "regional-api/{schema,operations}.ts", mode: "full" },
  { type: "root", pattern: "regional-api/*.ts", mode: "full" },
  { type: "others", pattern: "regional-api/{commands,demo-idp,seed}", mode: "folder" },
];
const below = ["core", "store", "root"];
const areaRules = [
  { from: ["store"], allow: ["store", "root"] },
  { from: ["core"], allow: below },
  ...areas.map(({ name }, floor) => ({
    from: [["area", { name }]],
    allow: [...below, ...areas.slice(0, floor + 1).map((lower) => ["area", { name: lower.name }])],
  })),
  {
    from: readdirSync(`${import.meta.dirname}/regional-api/areas`)
      .filter((name) => !areas.some((area) => area.name === name))
      .map((name) => ["area", { name }]),
    allow: [...below, ...areas.map(({ name }) => ["area", { name }])],
  },
  { from: ["root", "schema", "others"], allow: ["*"] },
];
const openFiles = areas.map(({ name, public: files }) => ({
  target: [["area", { name }]],
  allow: files.map((file) => `${file}.ts`),
}));

const noServer = {
  group: ["~/**", "**/app/**", "**/regional-api/**", "**/contract/**"],
  message: "Code shared by console and API must not import either.",
};
const noConsole = { group: ["~/**", "**/app/**"], message: "The API must not import the console." };

// Queries use Kysely so that they run on either engine. Only these files contain SQL text or handle SQLite's files.
const sqlFiles = [
  "regional-api/store/{sql,dialect,by-engine,reconcile,database,sqlite-engine,consistency,snapshot,backup,migrate,verify}.ts",
  "regional-api/store/{data-dir,data-files,lock}.ts",
  "regional-api/store/{search,counts,migrations,schema}/**",
];
const noTexts = {
  name: "kysely",
  importNames: ["sql", "CompiledQuery"],
  message:
    "Build queries with `sql` of store/sql.ts and the functions of store/dialect.ts. SQL text is allowed only there, in store/search/ and in store/counts/.",
};
const noStatements = {
  selector: "CallExpression[callee.property.name='statement']",
  message: "Build the query with store/sql.ts and pass it to all, get or run of a Reader or Writer.",
};

export default tseslint.config(
  {
    ignores: [
      "build/**",
      "node_modules/**",
      "data/**",
      "contract/graphql-env.d.ts",
      "test-results/**",
      ".build-*/**",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/only-throw-error": "off", // Remix throws responses
      "@typescript-eslint/no-this-alias": "off",
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_", varsIgnorePattern: "^_$" },
      ],
      "no-console": "error",
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y, boundaries },
    settings: {
      "boundaries/elements": elements,
      "import/resolver": { typescript: { alwaysTryTypes: true } },
    },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...jsxA11y.flatConfigs.strict.rules,
      "boundaries/element-types": [
        "error",
        {
          default: "disallow",
          rules: [
            { from: ["*"], allow: ["regions"] },
            {
              from: "routes",
              allow: ["components", "models", "screen-models", "services", "areas", "texts", "styles"],
            },
            // For types only: the rule for components below forbids importing code from "**/*.server".
            {
              from: "components",
              allow: ["components", "models", "screen-models", "areas", "texts", "services"],
            },
            { from: "screen-models", allow: ["screen-models", "models", "services", "areas", "texts"] },
            { from: "models", allow: ["models", "services", "areas", "texts"] },
            { from: "services", allow: ["services", "areas", "texts"] },
            // services for the flag names.
            { from: "areas", allow: ["areas", "texts", "services"] },
            { from: "texts", allow: ["texts"] },
            { from: "app", allow: ["app", "routes", "components", "services", "areas", "texts", "styles"] },
          ],
        },
      ],
    },
  },
  {
    files: ["app/components/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: [
            {
              group: ["**/*.server"],
              message: "Components run in the browser: import only types from server modules.",
              allowTypeImports: true,
            },
          ],
        },
      ],
    },
  },
  {
    files: ["app/**/*.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "ImportDeclaration[source.value=/regional-api\\//]:not([source.value=/services\\//])",
          message: "Console and API share only `contract` and `shared`.",
        },
        {
          selector: "ImportDeclaration[source.value=/^(\\.\\.?\\/|~\\/)(.*\\/)?routes\\//]",
          message: "Routes must not be imported.",
        },
        { selector: "ImportDeclaration[source.value='zod']", message: "Import zod/v4." },
      ],
    },
  },
  { files: ["shared/*.ts"], rules: { "no-restricted-imports": ["error", { patterns: [noServer] }] } },
  {
    files: ["regional-api/**/*.ts"],
    rules: {
      "no-restricted-imports": ["error", { patterns: [noConsole] }],
    },
  },
  {
    // Keeps engine-specific code in the store.
    files: ["regional-api/**/*.ts"],
    ignores: sqlFiles,
    rules: {
      "no-restricted-imports": ["error", { patterns: [noConsole], paths: [noTexts] }],
      "no-restricted-syntax": ["error", noStatements],
    },
  },
  {
    files: ["regional-api/**/*.ts"],
    plugins: { boundaries },
    settings: {
      "boundaries/elements": apiElements,
      "import/resolver": { typescript: { alwaysTryTypes: true } },
    },
    rules: {
      "boundaries/element-types": [
        "error",
        {
          default: "disallow",
          message:
            "Not a dependency of this area: regional-api/areas/areas.json lists areas in dependency order",
          rules: areaRules,
        },
      ],
      "boundaries/entry-point": [
        "error",
        {
          default: "disallow",
          message: "Private: regional-api/areas/areas.json lists the files of an area that others may import",
          rules: [...openFiles, { target: ["core", "store", "root", "schema", "others"], allow: "**" }],
        },
      ],
    },
  },
  // They assemble the schema from every area's operations.
  { files: ["regional-api/{schema,operations}.ts"], rules: { "boundaries/entry-point": "off" } },
  {
    files: ["scripts/**", "*.mjs"],
    languageOptions: { globals: { process: "readonly", setTimeout: "readonly" } },
  },
);
