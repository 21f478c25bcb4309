// Implements `npm run new -- area`: copies scripts/templates/area, which is about meeting rooms, under other names.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./setup.mjs";

const templates = join(root, "scripts/templates/area");
const ending = ".txt";

const read = (/** @type {string} */ file) => readFileSync(join(root, file), "utf8");
const upper = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);

/** All files below a folder, as relative paths. @param {string} folder */
const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => /\.\w+$/.test(file));

/** Every spelling of a noun in code and texts, longer ones before their parts. @param {string} one */
function spellings(one) {
  const words = one.split(" ");
  const pascal = words.map(upper).join("");
  return [
    words.join("_").toUpperCase(),
    words.join("_"),
    words.join("-"),
    pascal,
    pascal.charAt(0).toLowerCase() + pascal.slice(1),
    upper(one),
    one,
  ];
}

/** The next free migration number. */
function nextMigration() {
  const numbers = readdirSync(join(root, "regional-api/store/migrations")).map((file) => parseInt(file, 10));
  return String(Math.max(...numbers.filter(Number.isFinite)) + 1).padStart(4, "0");
}

/** A prefix of ids not used by any test yet. */
function freeIds() {
  const folder = join(root, "tests/contract");
  const tests = filesBelow(folder).filter((file) => file.endsWith(".ts"));
  const used = new Set(
    tests.flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/hexId\("(\w\w)"/g)].map(([, kind]) => kind),
    ),
  );
  const all = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, "0"));
  return all.find((kind) => !used.has(kind)) ?? "00";
}

/** Inserts a text into a file before or after another one. @param {string} file @param {string} text @param {{ before: string } | { after: string }} at */
function put(file, text, at) {
  const whole = read(file);
  const place = "before" in at ? whole.lastIndexOf(at.before) : whole.lastIndexOf(at.after);
  if (place < 0) throw new Error(`${file} lacks the line at which to insert`);
  const index = "before" in at ? place : place + at.after.length;
  writeFileSync(join(root, file), whole.slice(0, index) + text + whole.slice(index));
}

/** Inserts a text after the imports of a file. @param {string} file @param {string} text */
function putImport(file, text) {
  const last = [...read(file).matchAll(/^import .*;\n/gm)].at(-1)?.[0] ?? "";
  put(file, text, { after: last });
}

/**
 * Writes the files of an area, and its lines in files that list all areas.
 * @param {string} one the noun of a record, as "interview location" @param {string} code of its requirements, as "LOC"
 * @returns {{ made: string[], changed: string[] }} paths
 */
export function writeArea(one, code) {
  if (!/^[a-z]+( [a-z]+)*$/.test(one) || /(s|x|y|ch|sh)$/.test(one))
    throw new Error(
      "The noun of a record is one or more small words, whose plural adds an s: interview location",
    );
  if (!/^[A-Z]{3,6}$/.test(code) || existsSync(join(root, `docs/requirements/${code.toLowerCase()}.md`)))
    throw new Error(`"${code}" is not an available requirement code: use three to six capitals, such as LOC`);
  const pairs = spellings("meeting room").map((from, index) => [from, spellings(one)[index] ?? one]);
  const number = nextMigration();
  const ids = freeIds();
  const article = /^[aeio]/.test(one) ? "n" : "";
  const rename = (/** @type {string} */ text) =>
    pairs
      .reduce(
        (now, [from = "", to = ""]) => now.replaceAll(from, to),
        text.replace(/\b(a)(?= meeting room)/gi, `$1${article}`),
      )
      .replace(/\bROOM\b/g, code)
      .replace(/\broom\.md/g, `${code.toLowerCase()}.md`)
      .replaceAll("9999", number)
      .replaceAll('"zz"', `"${ids}"`);
  const made = filesBelow(templates).map((file) => {
    const path = rename(file.slice(0, -ending.length)).replace("number: 0*", "number: ");
    if (existsSync(join(root, path))) throw new Error(`${path} already exists`);
    return {
      path,
      text: rename(readFileSync(join(templates, file), "utf8")).replace(/number: 0+/, "number: "),
    };
  });
  for (const { path, text } of made) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const changed = lines(rename);
  return { made: made.map(({ path }) => path), changed };
}

/** Adds an area's lines to files that list all areas. @param {(text: string) => string} rename */
function lines(rename) {
  const right = (/** @type {string} */ name, /** @type {string} */ code) =>
    rename(`    "${name}": { codes: ["org:${code}"], ...administratorActions },\n`);
  const rights = [
    right("View meeting room list", "listMeetingRoom"),
    right("View meeting room", "viewMeetingRoom"),
    right("Create meeting room", "createMeetingRoom"),
    right("Edit meeting room", "editMeetingRoom"),
    right("Archive meeting room", "archiveMeetingRoom"),
    right("Restore meeting room", "restoreMeetingRoom"),
  ];
  const files = {
    tables: "regional-api/store/tables.ts",
    permissions: "regional-api/core/permissions.ts",
    areas: "app/areas/index.ts",
    record: "app/i18n/record.ts",
    flags: "config/flags.json",
    requirements: "docs/requirements/README.md",
    menu: "docs/requirements/shell.md",
  };
  putImport(files.tables, rename('import { meetingRoomsTables } from "./tables/meeting-rooms";\n'));
  put(files.tables, rename("    ...meetingRoomsTables,\n"), { after: "    ...retentionTables,\n" });
  put(files.permissions, rename(`  "Meeting rooms": {\n${rights.join("")}  },\n`), {
    before: "} as const satisfies Record<string, Record<string, Action>>",
  });
  putImport(files.areas, rename('import { meetingRoomsArea } from "./meeting-rooms";\n'));
  put(files.areas, rename("  meetingRoomsArea,\n"), { before: "  recordArea,\n" });
  put(files.record, rename('      MEETING_ROOM: "Meeting room",\n'), {
    after: '      EMAIL_DOMAIN: "Email domain",\n',
  });
  const fields = ['seats: "Seats"', 'size: "Size"', 'opensOn: "Opens on"', 'hasScreen: "Has a screen"'];
  const newFields = fields.filter((field) => !read(files.record).includes(`      ${field},`));
  put(files.record, newFields.map((field) => `      ${field},\n`).join(""), {
    after: '      status: "Status",\n',
  });
  const flags = JSON.parse(read(files.flags));
  flags.flags[rename("edgeMeetingRoomsEnabled")] = {
    state: "ENABLED",
    variants: { on: true, off: false },
    defaultVariant: "on",
  };
  writeFileSync(join(root, files.flags), `${JSON.stringify(flags, null, 2)}\n`);
  const row = [
    rename("ROOM").padEnd(6),
    rename("Meeting rooms").padEnd(77),
    rename("[room.md](room.md)").padEnd(28),
  ];
  const rows = read(files.requirements).match(/(?:^\|.*\n)+/m)?.[0] ?? "";
  put(files.requirements, `| ${row.join(" | ")} |\n`, { after: rows });
  put(files.menu, rename(", Meeting rooms (/meeting-rooms; decided)"), {
    before: ", Record of changes (/record; decided)",
  });
  put(files.menu, rename(", Meeting rooms edgeMeetingRoomsEnabled"), {
    before: ", Record of changes edgeRecordEnabled",
  });
  return Object.values(files);
}
