/**
 * Limits of a JSON body, checked byte by byte before parsing: parsers and later code recurse into nested
 * values, so their time must be bounded first.
 */
import { invalid } from "./core/errors";

const bodyLimits = {
  /** Nesting depth of objects and arrays. */
  depth: 32,
  /** Total number of object members and array items. */
  values: 20_000,
  /** Members of one object; no type of the schema has half as many. */
  members: 200,
  /** Bytes of one string. */
  textBytes: 128 * 1024,
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const [openBracket, closeBracket, openBrace, closeBrace] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The escape after a backslash. PostgreSQL cannot store U+0000, and no input needs it. */
const nul = Buffer.from("u0000");
const nulMessage = "Texts cannot have the character U+0000";

/** Throws a Validation Error if a string literal of the document contains U+0000. */
export function checkDocumentText(document: string): void {
  if (/\\u(0000|\{0+\})/.test(document)) throw invalid(nulMessage);
}

/** Returns the index of a string's closing quote. Throws if the string is too long or contains U+0000. */
function endOfText(body: Buffer, start: number): number {
  for (let at = start; at < body.length; at += 1) {
    if (at - start > bodyLimits.textBytes) throw invalid("A string in the body is too long");
    const byte = body[at];
    if (byte === backslash) {
      at += 1;
      if (body[at] === nul[0] && body.subarray(at, at + nul.length).equals(nul)) throw invalid(nulMessage);
    } else if (byte === quote) return at;
  }
  return body.length;
}

/** Throws a Validation Error if a body exceeds the limits. Invalid JSON is left to the parser. */
export function checkBody(body: Buffer): void {
  let depth = 0;
  let values = 0;
  /** Number of members so far, by nesting depth; undefined for an array. */
  const members: (number | undefined)[] = [];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0;
    if (byte === quote) at = endOfText(body, at + 1);
    else if (byte === comma) {
      values += 1;
      const before = members[depth];
      if (before !== undefined) members[depth] = before + 1;
      if (before !== undefined && before + 1 >= bodyLimits.members)
        throw invalid(`An object in the body has more than ${bodyLimits.members} members`);
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1;
      values += 1;
      members[depth] = byte === openBrace ? 0 : undefined;
      if (depth > bodyLimits.depth)
        throw invalid(`The body is nested deeper than ${bodyLimits.depth} levels`);
    } else if (byte === closeBracket || byte === closeBrace) depth -= 1;
    if (depth < 0) return;
    if (values > bodyLimits.values) throw invalid(`The body has more than ${bodyLimits.values} values`);
  }
}
