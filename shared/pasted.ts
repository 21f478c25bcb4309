/**
 * Normalizes typed or pasted text, e.g. removes invisible characters that were copied with it. Console,
 * browser and API use the same functions; each is idempotent, so it can be applied at every entry point.
 */

/**
 * Invisible characters that mean nothing in text: zero-width spaces, soft hyphens, direction marks. Direction
 * overrides can make a name look like another.
 */
const invisibleCharacters =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u034F\u17B4\u17B5]/g;
/** Joiners, fillers and variation selectors mean nothing in codes and addresses. */
const invisibleInCodes = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Whitespace of every kind, and control characters except NUL, which is always refused. */
const blanks = /(?:(?!\0)[\s\p{Z}\p{Cc}])+/gu;
const outerBlanks = /^(?:(?!\0)[\s\p{Z}\p{Cc}])+|(?:(?!\0)[\s\p{Z}\p{Cc}])+$/gu;
/**
 * Letters carry two or three combining marks, in some scripts up to eight; more would overlap neighbouring
 * text.
 */
const excessMarks = /(\p{M}{8})\p{M}+/gu;

/** Longer texts cannot become an email, number or id, so they are left for the length limits to refuse. */
const maxNormalizedLength = 2_000;

/** Repeats a step until the text stops changing. */
function settled(text: string, step: (text: string) => string): string {
  if (text.length > maxNormalizedLength) return text.trim();
  let [before, after] = ["", text];
  while (before !== after) [before, after] = [after, step(after)];
  return after;
}

/** Digits of other scripts, such as those of Arabic keyboards. */
const otherDigits = /(?=[\u0660-\uABF9])\p{Nd}/gu;

/** Returns the plain digit. In Unicode a script's ten digits start at a code point that ends in 0 or 6. */
function plainDigit(digit: string): string {
  const code = digit.charCodeAt(0);
  const start = code - (code % 16);
  return String(code - (/\p{Nd}/u.test(String.fromCharCode(start)) ? start : start + 6));
}

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(otherDigits, plainDigit)
    .replace(invisibleInCodes, "")
    .replace(blanks, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();

/** Removes characters that are invisible and meaningless in any text. */
export const visibleText = (text: string): string => text.replace(invisibleCharacters, "");

/**
 * Returns a code, number or id in plain characters: one kind of space and dash, normal-width characters,
 * nothing invisible.
 */
export const plainCharacters = (text: string): string => settled(text, plain);

/** Characters without a visible form: spaces, joiners, fillers, controls. */
const invisibleOnly = /^[\p{C}\p{Z}\p{Mn}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** Trims natural-language text and limits its marks; returns "" if nothing is visible. */
function written(text: string): string {
  const tidied = text.replace(excessMarks, "$1").trim();
  return invisibleOnly.test(tidied) ? "" : tidied;
}

/** Returns a name or title on one line: line breaks, controls and runs of whitespace become one space. */
export const oneLine = (text: string): string => written(visibleText(text).replace(blanks, " "));

/** Returns a text of several lines with uniform line breaks. */
export const severalLines = (text: string): string =>
  written(visibleText(text).replace(/\r\n?|[\x85\u2028\u2029]/g, "\n"));

const quotes = ['""', "''", "“”", "‘’", "«»", "„“"];

/** Strips one of the pairs of signs from around a text. */
function unwrapped(text: string, pairs: readonly string[]): string {
  const isWrapped = pairs.some(
    ([open = "", close = ""]) => text.length > 1 && text.startsWith(open) && text.endsWith(close),
  );
  return isWrapped ? text.slice(1, -1).trim() : text;
}

/** Strips surrounding quotes or brackets, and trailing punctuation. */
const bare = (text: string): string =>
  unwrapped(text.replace(/[\s.,;:]+$/, "").trim(), [...quotes, "()", "[]"]);

/**
 * Returns the part in angle brackets after a name: "Ann Lee <ann@example.com>;". Returns other text
 * unchanged.
 */
const named = (text: string): string => /^[^<>]*<([^<>]*)>[\s.,;]*$/.exec(text)?.[1] ?? text;

/** Converts a non-ASCII domain to the ASCII form that mail servers use. */
function asciiDomain(email: string): string {
  const [, local = "", domain = ""] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  if (!/[^\0-\x7F]/.test(domain)) return email;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}

/**
 * Returns an email address as copied from mail programs, lists and web pages: "Ann Lee <ann@example.com>;",
 * "mailto:…".
 */
export const emailText = (text: string): string =>
  asciiDomain(
    settled(text, (typed) =>
      bare(named(plain(typed)))
        .replace(/^mailto:([^?]*).*$/i, "$1")
        .trim(),
    ),
  );

/**
 * Returns search text: reduces a copied address with a name to the bare address; strips blanks and quotes around other
 * text.
 */
export function searchedText(text: string): string {
  if (text.length > maxNormalizedLength) return text.trim();
  const address = text.includes("@") ? emailText(text) : "";
  if (/^[^\s"<>()]*@[^\s"<>()]*$/.test(address)) return address;
  return settled(text, (typed) => unwrapped(typed.replace(outerBlanks, ""), quotes));
}

/** Parts separated by commas, semicolons or line breaks, except within quotes and angle brackets. */
const listed = /(?:"[^"\r\n]*"|<[^<>\r\n]*>|[^,;\r\n])+/g;

/**
 * Returns the addresses in a text, separated by commas, semicolons, line breaks or, if they have no names,
 * spaces.
 */
export const emailTexts = (text: string): string[] => [
  ...new Set(
    (text.match(listed) ?? [])
      .flatMap((part) => (part.includes("<") ? (part.match(/[^>]+>?/g) ?? []) : part.split(blanks)))
      .map(emailText)
      .filter(Boolean),
  ),
];

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** RFC 5322 dot-atoms, and a domain with a last label that is not numeric. */
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?![0-9]+$)${label}$`, "i");

/** True for an address that mail can be sent to (USER-69). */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** Returns a phone number as written, linked or exported: "tel:…", ="+61…", 0061…, (+44) 20 …, +44 (0)20 …. */
export const phoneText = (text: string): string =>
  settled(text, (typed) =>
    bare(named(plain(typed)).replace(/^(?:tel:|=(?=["“])|'(?=[+0-9]))/i, ""))
      // Australia dials 0011; no country code begins with 11.
      .replace(/^\+? ?00 ?(?:11 ?)?(?=[1-9])/, "+")
      .replace(/^\(\+(\d+)\)/, "+$1 ")
      .replace(/^(\+.*?)\(0\)/, "$1 ")
      .replace(/^\+ +/, "+"),
  );

/**
 * Returns a web page's address without surrounding and invisible characters, joiners included; otherwise
 * unchanged.
 */
export const webAddressText = (text: string): string =>
  settled(text, (typed) => {
    const one = typed.replace(invisibleInCodes, "").replace(outerBlanks, "");
    return (
      /^(?:<(.*)>|"(.*)"|“(.*)”)$/s
        .exec(one)
        ?.slice(1)
        .find((inner) => inner !== undefined) ?? one
    );
  });

/**
 * Returns the six digits of a mailed code: "Code: 405 251.". If there are not six, returns the digits found.
 */
export function codeText(text: string): string {
  const typed = plainCharacters(text).slice(0, maxNormalizedLength);
  const [, six] = /(?:^|[^0-9])((?:[0-9][ .-]?){5}[0-9])(?![0-9])/.exec(typed) ?? [];
  const digits = (six ?? typed).replace(/[^0-9]/g, "");
  return (digits || typed).slice(0, 6);
}

/** Characters of recovery codes, without look-alikes, since people type the codes from paper. */
export const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
/** Length of a recovery code without its dashes. */
export const recoveryLength = 16;
const recoveryCode = new RegExp(`^[${recoveryAlphabet}]{${recoveryLength}}$`);

/**
 * Returns a recovery code without separators, also from a numbered list: "3. ABCD-efgh …". Returns undefined if the
 * text is anything else.
 */
export function recoveryCodeText(text: string): string | undefined {
  const typed = plainCharacters(text)
    .replace(/^(?:\d{1,2}[.)]|[^:]*:) /, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
  return recoveryCode.test(typed) ? typed : undefined;
}

/** Returns what was entered as a second factor: a recovery code, or else the digits of a code. */
export const factorText = (text: string): string => recoveryCodeText(text) ?? codeText(text);

const id = /[0-9a-f]{24}(?![0-9a-z])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** Returns an id as copied from a sentence or a table: "ID: 65b….", (65b…); from a URL, the last id. */
export const idText = (text: string): string =>
  settled(text, (typed) => {
    const one = bare(plain(typed)).replace(/^id ?[:=#] ?/i, "");
    const isAddress = /^(?:https?:\/\/|\/)\S+$/i.test(one);
    return (
      (isAddress &&
        one
          .replace(/[?#].*$/, "")
          .match(id)
          ?.at(-1)) ||
      one
    );
  });

/** Normalizes a column name of a file: recognizes "E-mail", "First Name" and "first_name". */
export const columnName = (text: string): string =>
  plainCharacters(text)
    .replace(/[\s_-]/g, "")
    .toLowerCase();
