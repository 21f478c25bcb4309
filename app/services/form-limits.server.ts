import { z } from "zod/v4";

/** The bounds of a posted form. What parses forms builds arrays up to any index and adds repeats by copying. */
export const formLimits = {
  /** Fields beside the selected rows. */
  fields: 2_000,
  /** Selected rows of a list (`ids`). */
  ids: 2_000,
  /** Values of any other one name. */
  repeats: 200,
  /** Ticked departments of a form of rules: without scripts a ticked one comes with all below it (PERM-63). */
  departments: 6_000,
  nameLength: 200,
  /** Highest index in a name, and most rows that one press of a button can stand for. */
  index: 200,
  /** Steps of a name like `people.managers[3].email`. */
  depth: 8,
  /** Characters of conform's intent, which holds at most one row's values. */
  intentLength: 20_000,
} as const;

/** A body that is no form, or holds what no page of the console sends. */
export class UnacceptableForm extends Error {
  override name = "UnacceptableForm";
}

/** A large body that does not begin with the token of its session. */
export class UntrustedForm extends UnacceptableForm {
  override name = "UntrustedForm";
}

/** From so many bytes on a body is large: a form with a file. It is read on only when it begins with its token. */
export const largeBodyBytes = 1024 * 1024;

/**
 * `hasRules`: a form of permissions, whose fields are read one by one and by no parser. `hasFile`: one that may be large.
 */
export type FormKind = { hasRules?: boolean; hasFile?: boolean };

/** Whether a large form may be read on, by the anti-forgery token that it begins with. */
type Trust = (token: string | undefined) => Promise<boolean>;

const intentNames = ["__intent__", "__state__"];

const inherited = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a field may have this name; only bounded, since what a name means is the form's own matter. */
export function isFieldName(name: string): boolean {
  if (name.length > formLimits.nameLength) return false;
  const steps = name.split(/[.[\]]+/);
  if (steps.length > formLimits.depth || steps.some((step) => inherited.has(step))) return false;
  const isIndex = (step: string) => /^\d+$/.test(step);
  // `list.5` is an index too where there is a list; longer numbers are none, but ids.
  return (
    [...name.matchAll(/\[(\d*)/g)].every(([, at]) => Number(at) <= formLimits.index) &&
    steps.every((step) => !isIndex(step) || step.length > 10 || Number(step) <= formLimits.index)
  );
}

const fieldName = z.string().refine(isFieldName);
const listName = fieldName.min(1);
const index = z.number().int().min(0).max(formLimits.index);
const optionalIndex = index.optional();

/** A field's value, a row of them or a list of rows. By hand: a schema would make an error of each of its thousands. */
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
/** conform's intents: what a button of a form asks for beside saving it. */
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
 * The boundary of a multipart form; undefined for any other content type. As browsers write it, with nothing beside it:
 * two boundaries, or one within another parameter's text, are read differently by different parsers.
 */
const boundaryOf = (type: string): string | undefined => {
  const [, quoted, plain] =
    /^multipart\/form-data\s*;\s*boundary=(?:"([\w'+.-]{1,70})"|([\w'+.-]{1,70}))\s*$/i.exec(type) ?? [];
  return quoted ?? plain;
};

/** The anti-forgery token that a multipart form begins with: pages write it before everything that a person fills in. */
const tokenIn = (head: Buffer): string | undefined =>
  /^content-disposition:\s*form-data;\s*name="csrf"\r\n\r\n([\w-]{1,100})\r\n/im.exec(
    head.subarray(0, 8_192).toString("latin1"),
  )?.[1];

/**
 * Reads the fields of a post. The fields are counted in the raw body before anything is built from them, so that the
 * largest body costs no more than looking through it once. A body above `largeBodyBytes` is read to its end only when
 * `isTrusted` says yes to the token that it begins with. Throws UnacceptableForm, and what `isTrusted` throws.
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
    // The parser is given the boundary that was counted.
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

/** The whole body, as long as it holds the separator at most that often and, once it is large, is trusted by its beginning. */
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
  // The end of a chunk may be the beginning of a separator.
  let rest: Buffer = Buffer.alloc(0);
  // Node's streams can be iterated; the types are of browsers.
  const body = request.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    // What is left of a body that is refused is read and dropped: leaving it would break the connection, and the
    // answer with it.
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
  // One with an intent of conform's is parsed after all.
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
