// A copy of regional-api/core/pasted.ts, made by scripts/print-schema.mjs. Do not edit.
/**
 * How texts are read that people type or paste: without what came along with them and nobody sees. Console and API do it
 * alike, the browser too; each is idempotent, so that it may be done at every door.
 */

/** Characters that show nothing and have no meaning in a name: zero-width spaces, soft hyphens, marks of direction. */
const unseen = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u2060-\u2064\u206A-\u206F\uFEFF]|\u034F/g;
/** In what is no text of a language joiners, marks that turn the direction, fillers and selectors mean nothing as well. */
const unseenInCodes = /[\p{Cf}\u115F\u1160\u2800\u3164\uFFA0]|\p{Variation_Selector}|\u034F/gu;
/** Letters have two or three marks, in some scripts up to eight; more paint over their surroundings. */
const tooManyMarks = /(\p{M}{8})\p{M}+/gu;

/** What is longer is no email, number or id whatever is taken away, and is left for its limit to refuse. */
const longest = 2_000;

/** Repeats a step until it changes nothing any more. */
function settled(text: string, step: (text: string) => string): string {
  if (text.length > longest) return text.trim();
  let [before, after] = ["", text];
  while (before !== after) [before, after] = [after, step(after)];
  return after;
}

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(unseenInCodes, "")
    .replace(/[\s\p{Z}]+/gu, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();

/** A code, number or id in plain characters: one kind of blank and of dash, digits and signs of usual width, nothing unseen. */
export const plainText = (text: string): string => settled(text, plain);

/** A name or title, which is one line: line breaks and other controls are blanks. NUL stays, which nothing takes. */
export const oneLine = (text: string): string =>
  text
    .replace(/(?:(?!\0)[\p{Cc}\u2028\u2029])+/gu, " ")
    .replace(unseen, "")
    .replace(tooManyMarks, "$1")
    .trim();

/** A text of several lines, with one kind of line break. */
export const severalLines = (text: string): string =>
  text
    .replace(/\r\n?|[\x85\u2028\u2029]/g, "\n")
    .replace(unseen, "")
    .replace(tooManyMarks, "$1")
    .trim();

const pairs = ['""', "''", "()", "[]", "“”", "‘’", "«»", "„“"].map((pair) => Array.from(pair));

/** Without quotes or brackets around all of it, and without what ends a sentence or an item of a list. */
function bare(text: string): string {
  const inner = text.replace(/[\s.,;:]+$/, "").trim();
  const isWrapped = pairs.some(
    ([open = "", close = ""]) => inner.length > 1 && inner.startsWith(open) && inner.endsWith(close),
  );
  return isWrapped ? inner.slice(1, -1).trim() : inner;
}

/** A domain as mail servers know it: one in other letters by its name in ASCII. */
function asciiDomain(email: string): string {
  const [, local = "", domain = ""] = /^([^@]+)@([\p{L}\p{M}\p{N}.-]+)$/u.exec(email) ?? [];
  if (!/[^\0-\x7F]/.test(domain)) return email;
  try {
    return `${local}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return email;
  }
}

/** An email address as mail programs, lists and web pages hand it over: "Ann Lee <ann@example.com>;", "mailto:…". */
export const emailText = (text: string): string =>
  asciiDomain(
    settled(text, (typed) => {
      const one = plain(typed);
      const from = one.lastIndexOf("<");
      const inner =
        from >= 0 && /^<[^<>]*>[\s.,;]*$/.test(one.slice(from))
          ? one.slice(from + 1, one.lastIndexOf(">"))
          : one;
      return bare(inner)
        .replace(/^mailto:([^?]*).*$/i, "$1")
        .trim();
    }),
  );

/** The addresses of a text, between commas, semicolons, line breaks or, where no names stand beside them, blanks. */
export const emailTexts = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\r\n]+/)
      .flatMap((part) => (part.includes("<") ? [part] : part.split(/[\s\p{Z}]+/u)))
      .map(emailText)
      .filter(Boolean),
  ),
];

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** Dot-atoms of RFC 5322, and a domain whose last label is no number. */
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?![0-9]+$)${label}$`, "i");

/** Whether mail can be sent to an address (USER-69). */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** A phone number as people write, link and export it: "tel:…", ="+61…", 0061…, +44 (0)20 …. */
export const phoneText = (text: string): string =>
  settled(text, (typed) =>
    bare(plain(typed).replace(/^(?:tel:|=(?=")|'(?=[+0-9]))/i, ""))
      .replace(/^\+? ?00 ?(?=[1-9])/, "+")
      .replace(/^(\+.*?)\(0\)/, "$1 ")
      .replace(/^\+ +/, "+"),
  );

/** The six digits of a text that has a mailed code: "Code: 405 251.". Where there are no six, what is there of it. */
export function codeText(text: string): string {
  const typed = plainText(text).slice(0, longest);
  const [, six] = /(?:^|[^0-9])((?:[0-9][ .-]?){5}[0-9])(?![0-9])/.exec(typed) ?? [];
  const digits = (six ?? typed).replace(/[^0-9]/g, "");
  return (digits || typed).slice(0, 6);
}

const id = /[0-9a-f]{24}(?![0-9a-z])|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** An id as it was copied from a sentence or a table: "ID: 65b….", (65b…); of a page's address the last one counts. */
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

/** The name of a column of a file, whatever its case: "E-mail", "First Name" and "first_name" are known. */
export const columnName = (text: string): string =>
  plainText(text)
    .replace(/[\s_-]/g, "")
    .toLowerCase();
