import { readdirSync } from "node:fs";
import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import areas from "./regional-api/areas/areas.json" with { type: "json" };

// Who may import whom; docs/architecture.md says why.
const elements = [
  // Files that every floor may read come first: the first pattern that fits decides.
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

// The same for the API: areas.json has its areas from the ground up, with the files that each opens to others. Those that
// open nothing stand upon all of them and are not in it.
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
  message: "What console and API share imports neither.",
};
const noConsole = { group: ["~/**", "**/app/**"], message: "The API imports nothing of the console." };

// Queries are written by Kysely, for any engine. These alone have SQL as text, or are about SQLite's files.
const sqlFiles = [
  "regional-api/store/{sql,dialect,by-engine,reconcile,database,sqlite-engine,consistency,snapshot,backup,migrate,verify}.ts",
  "regional-api/store/{data-dir,data-files,lock}.ts",
  "regional-api/store/{search,counts,migrations,schema}/**",
];
const noTexts = {
  name: "kysely",
  importNames: ["sql", "CompiledQuery"],
  message:
    "A query is built by `sql` of store/sql.ts and said by functions of store/dialect.ts; texts of SQL stand there, in store/search/ and in store/counts/ alone.",
};
const noStatements = {
  selector: "CallExpression[callee.property.name='statement']",
  message: "Build the query (store/sql.ts) and hand it to all, get or run of a Reader or Writer.",
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
            // Components take types of models; "**/*.server" is closed to their code below.
            {
              from: "components",
              allow: ["components", "models", "screen-models", "areas", "texts", "services"],
            },
            { from: "screen-models", allow: ["screen-models", "models", "services", "areas", "texts"] },
            { from: "models", allow: ["models", "services", "areas", "texts"] },
            { from: "services", allow: ["services", "areas", "texts"] },
            // Of services the names of flags.
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
            { group: ["**/*.server"], message: "Components run in the browser.", allowTypeImports: true },
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
          message: "Console and API share `contract` and `shared` alone.",
        },
        {
          selector: "ImportDeclaration[source.value=/^(\\.\\.?\\/|~\\/)(.*\\/)?routes\\//]",
          message: "Nobody imports a route.",
        },
        { selector: "ImportDeclaration[source.value='zod']", message: "Version 4 is zod/v4." },
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
    // Whatever engine the data is in: what is SQLite's own, or said in words of it, has its places in the store.
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
          message: "Not below this file: regional-api/areas/areas.json has the areas from the ground up",
          rules: areaRules,
        },
      ],
      "boundaries/entry-point": [
        "error",
        {
          default: "disallow",
          message: "Private: regional-api/areas/areas.json says which files of an area others may import",
          rules: [...openFiles, { target: ["core", "store", "root", "schema", "others"], allow: "**" }],
        },
      ],
    },
  },
  // It makes the schema of everybody's operations.
  { files: ["regional-api/{schema,operations}.ts"], rules: { "boundaries/entry-point": "off" } },
  {
    files: ["scripts/**", "*.mjs"],
    languageOptions: { globals: { process: "readonly", setTimeout: "readonly" } },
  },
);
