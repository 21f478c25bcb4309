import { z } from "zod/v4";

/** Limits of a posted form: form parsers allocate arrays up to any index and copy on every repeat. */
export const formLimits = {
  /** Fields not counting selected rows. */
  fields: 2_000,
  /** Selected rows of a list (`ids`). */
  ids: 2_000,
  /** Values per name, other than `ids`. */
  repeats: 200,
  /** Ticked departments of a rules form: without JS, a ticked one submits all its descendants too (PERM-63). */
  departments: 6_000,
  nameLength: 200,
  /** Highest index in a field name, and most rows in one button's intent. */
  index: 200,
  /** Depth of a name such as `people.managers[3].email`. */
  depth: 8,
  /** Length of conform's intent, which holds at most one row's values. */
  intentLength: 20_000,
} as const;

/** The body is no form, or contains fields no console page sends. */
export class UnacceptableForm extends Error {
  override name = "UnacceptableForm";
}

/** A large body that does not start with its session's anti-forgery token. */
export class UntrustedForm extends UnacceptableForm {
  override name = "UntrustedForm";
}

/** Bodies from this size on are forms with a file, read to the end only if they start with their token. */
export const largeBodyBytes = 1024 * 1024;

/**
 * `hasRules`: a permission form, whose fields are read individually without a parser. `hasFile`: the form may be large.
 */
export type FormKind = { hasRules?: boolean; hasFile?: boolean };

/** Decides, by its leading anti-forgery token, whether a large form may be read on. */
type Trust = (token: string | undefined) => Promise<boolean>;

const intentNames = ["__intent__", "__state__"];

const inheritedNames = new Set(["__proto__", "constructor", "prototype"]);

/** True if a field name is within limits; its meaning is up to the form. */
export function isFieldName(name: string): boolean {
  if (name.length > formLimits.nameLength) return false;
  const steps = name.split(/[.[\]]+/);
  if (steps.length > formLimits.depth || steps.some((step) => inheritedNames.has(step))) return false;
  const isIndex = (step: string) => /^\d+$/.test(step);
  // `list.5` is an index if there is such a list; longer numbers are ids.
  return (
    [...name.matchAll(/\[(\d*)/g)].every(([, at]) => Number(at) <= formLimits.index) &&
    steps.every((step) => !isIndex(step) || step.length > 10 || Number(step) <= formLimits.index)
  );
}

const fieldName = z.string().refine(isFieldName);
const listName = fieldName.min(1);
const index = z.number().int().min(0).max(formLimits.index);
const optionalIndex = index.optional();

/** A string, a row of strings or a list of rows. Hand-written: a schema would create an error object for each value. */
function isValue(value: unknown, steps = 3): boolean {
  if (value === null || typeof value === "string") return true;
  if (typeof value !== "object" || steps === 0) return false;
  const entries = Object.entries(value);
  return (
    entries.length <= formLimits.index &&
    entries.every(([name, inner]) => isFieldName(name) && isValue(inner, steps - 1))
  );
}
const values = z.custom<unknown>((value) => isValue(value)).optional();

const payload = { name: fieldName.optional(), index: optionalIndex };
/** conform's intents: form buttons that do something other than save. */
const intentSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("validate"), payload: z.object({ name: fieldName.optional() }) }),
  z.object({ type: z.literal("reset"), payload: z.object(payload) }),
  z.object({
    type: z.literal("update"),
    payload: z.object({ ...payload, value: values, validated: z.boolean().optional() }),
  }),
  z.object({
    type: z.literal("insert"),
    payload: z.object({ name: listName, index: optionalIndex, defaultValue: values }),
  }),
  z.object({ type: z.literal("remove"), payload: z.object({ name: listName, index }) }),
  z.object({ type: z.literal("reorder"), payload: z.object({ name: listName, from: index, to: index }) }),
]);

const stateSchema = z.object({
  validated: z.record(listName, z.boolean()),
  listKeys: z.record(listName, z.array(z.string().max(100)).max(formLimits.index + 1)).optional(),
});

function isIntent(text: unknown, schema: z.ZodType): boolean {
  if (typeof text !== "string" || text.length > formLimits.intentLength) return false;
  if (text === "") return true;
  try {
    return schema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/**
 * Boundary of a multipart form; undefined for other content types. Accepts only the form browsers send: duplicate or
 * nested boundary parameters are read differently by different parsers.
 */
const boundaryOf = (type: string): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([\w'+.-]{1,70})"|([\w'+.-]{1,70}))\s*$/i.exec(type) ?? [];
  return quoted ?? plain;
};

/** Leading anti-forgery token of a multipart form; pages write it before any user input. */
const tokenIn = (head: Buffer): string | undefined =>
  /^content-disposition:\s*form-data;\s*name="csrf"\r\n\r\n([\w-]{1,100})\r\n/im.exec(
    head.subarray(0, 8_192).toString("latin1"),
  )?.[1];

/**
 * Reads a post's fields. They are counted in the raw body first, so even the largest body costs only one scan. Bodies
 * above `largeBodyBytes` are read to the end only if `isTrusted` accepts their leading token. Throws UnacceptableForm,
 * and whatever `isTrusted` throws.
 */
export async function readFields(
  request: Request,
  kind: FormKind = {},
  isTrusted: Trust = async () => false,
): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  const boundary = boundaryOf(type);
  const most = formLimits.fields + formLimits.ids;
  if (boundary) {
    const body = await readBody(request, Buffer.from(`--${boundary}`), most + 2, isTrusted);
    // Parse with the same boundary that was counted.
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    return withinLimits(await new Response(body, { headers }).formData());
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) throw new UnacceptableForm("no form");
  const maxFields = most + (kind.hasRules ? formLimits.departments : 0);
  const body = await readBody(request, Buffer.from("&"), maxFields);
  const form = new FormData();
  for (const [name, value] of new URLSearchParams(body.toString("utf8"))) form.append(name, value);
  return withinLimits(form, kind);
}

/** The whole body, if the separator count is within `most` and a large body's token is trusted. */
async function readBody(
  request: Request,
  separator: Buffer,
  most: number,
  isTrusted: Trust = async () => false,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let found = 0;
  let bytes = 0;
  let trusted: boolean | undefined;
  let refusal: unknown = new UntrustedForm("large, and not from a page of this session");
  // A separator may be split across chunks.
  let rest: Buffer = Buffer.alloc(0);
  // Node streams are async-iterable; the DOM types do not say so.
  const body = request.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    // Drain the rest of a refused body: closing early would break the connection before the answer arrives.
    if (found > most || trusted === false) continue;
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > largeBodyBytes)
      trusted ??= await isTrusted(tokenIn(Buffer.concat(chunks))).catch((error: unknown) => {
        refusal = error;
        return false;
      });
    const text = Buffer.concat([rest, chunk]);
    let at = text.indexOf(separator);
    let end = 0;
    while (at !== -1 && found <= most) {
      found += 1;
      end = at + separator.length;
      at = text.indexOf(separator, end);
    }
    if (found > most || trusted === false) chunks.length = 0;
    rest = text.subarray(Math.max(end, text.length - separator.length + 1));
  }
  if (found > most) throw new UnacceptableForm("too many fields");
  if (trusted === false) throw refusal;
  return Buffer.concat(chunks);
}

const limitOf = (name: string) =>
  name === "ids" ? formLimits.ids : intentNames.includes(name) ? 1 : formLimits.repeats;

function withinLimits(form: FormData, { hasRules = false }: FormKind = {}): FormData {
  // A conform intent sends the form through the parser, so the usual limits apply.
  const isOfRules = hasRules && !form.has("__intent__");
  const counts = new Map<string, number>();
  let fields = 0;
  let departments = 0;
  for (const [name] of form) {
    const isDepartment = isOfRules && name.startsWith("department.");
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (isDepartment) departments += 1;
    else if (name !== "ids") fields += 1;
    const isTooMany = isDepartment
      ? departments > formLimits.departments
      : count > limitOf(name) || fields > formLimits.fields;
    if (isTooMany || !isFieldName(name)) throw new UnacceptableForm("more than a form of ours holds");
  }
  if (form.has("__intent__") && !isIntent(form.get("__intent__"), intentSchema))
    throw new UnacceptableForm("an intent that is none");
  if (form.has("__state__") && !isIntent(form.get("__state__"), stateSchema))
    throw new UnacceptableForm("a state that is none");
  return form;
}
