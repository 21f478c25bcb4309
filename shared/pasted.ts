/**
 * How texts are read that people type or paste: without what came along with them and nobody sees. Console and API do it
 * alike, the browser too; each is idempotent, so that it may be done at every door.
 */

/**
 * Characters that show nothing and have no meaning in a text: zero-width spaces, soft hyphens, marks of direction. Those that
 * turn the direction make a name read as another one.
 */
const unseen = /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u034F\u17B4\u17B5]/g;
/** In what is no text of a language joiners, fillers and selectors mean nothing as well. */
const unseenInCodes = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Blanks of every kind, and controls but NUL, which nothing takes. */
const blanks = /(?:(?!\0)[\s\p{Z}\p{Cc}])+/gu;
const outerBlanks = /^(?:(?!\0)[\s\p{Z}\p{Cc}])+|(?:(?!\0)[\s\p{Z}\p{Cc}])+$/gu;
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
    .replace(blanks, " ")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .trim();

/** A text without the characters that show nothing and mean nothing in any text. */
export const visibleText = (text: string): string => text.replace(unseen, "");

/** A code, number or id in plain characters: one kind of blank and of dash, digits and signs of usual width, nothing unseen. */
export const plainText = (text: string): string => settled(text, plain);

/** Characters that show nothing by themselves: spaces, joiners, fillers, controls. */
const showsNothing = /^[\p{C}\p{Z}\p{Mn}\u115F\u1160\u2800\u3164\uFFA0]*$/u;

/** A text of a language, which is empty where nothing of it shows. */
function written(text: string): string {
  const tidied = text.replace(tooManyMarks, "$1").trim();
  return showsNothing.test(tidied) ? "" : tidied;
}

/** A name or title, which is one line: line breaks, other controls and blanks of every kind are one blank. */
export const oneLine = (text: string): string => written(visibleText(text).replace(blanks, " "));

/** A text of several lines, with one kind of line break. */
export const severalLines = (text: string): string =>
  written(visibleText(text).replace(/\r\n?|[\x85\u2028\u2029]/g, "\n"));

const pairs = ['""', "''", "()", "[]", "“”", "‘’", "«»", "„“"].map((pair) => Array.from(pair));

/** Without quotes or brackets around all of it, and without what ends a sentence or an item of a list. */
function bare(text: string): string {
  const inner = text.replace(/[\s.,;:]+$/, "").trim();
  const isWrapped = pairs.some(
    ([open = "", close = ""]) => inner.length > 1 && inner.startsWith(open) && inner.endsWith(close),
  );
  return isWrapped ? inner.slice(1, -1).trim() : inner;
}

/** What stands in angle brackets behind a name: "Ann Lee <ann@example.com>;". Any other text as it is. */
const named = (text: string): string => /^[^<>]*<([^<>]*)>[\s.,;]*$/.exec(text)?.[1] ?? text;

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
    settled(text, (typed) =>
      bare(named(plain(typed)))
        .replace(/^mailto:([^?]*).*$/i, "$1")
        .trim(),
    ),
  );

/** What a list is searched by: of a person's address the address alone, however it was copied; any other text as typed. */
export function searchedText(text: string): string {
  if (text.length > longest) return text.trim();
  const address = text.includes("@") ? emailText(text) : "";
  return /^[^\s"<>()]*@[^\s"<>()]*$/.test(address) ? address : text.replace(outerBlanks, "");
}

/** Parts between commas, semicolons and line breaks, those within quotes and angle brackets left alone. */
const listed = /(?:"[^"\r\n]*"|<[^<>\r\n]*>|[^,;\r\n])+/g;

/** The addresses of a text, between commas, semicolons, line breaks or, where no names stand beside them, blanks. */
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
/** Dot-atoms of RFC 5322, and a domain whose last label is no number. */
const address = new RegExp(`^${atom}(?:\\.${atom})*@(?:${label}\\.)+(?![0-9]+$)${label}$`, "i");

/** Whether mail can be sent to an address (USER-69). */
export const isEmail = (text: string): boolean => text.length <= 254 && address.test(text);

/** A phone number as people write, link and export it: "tel:…", ="+61…", 0061…, +44 (0)20 …. */
export const phoneText = (text: string): string =>
  settled(text, (typed) =>
    bare(named(plain(typed)).replace(/^(?:tel:|=(?=")|'(?=[+0-9]))/i, ""))
      .replace(/^\+? ?00 ?(?=[1-9])/, "+")
      .replace(/^(\+.*?)\(0\)/, "$1 ")
      .replace(/^\+ +/, "+"),
  );

/** The address of a web page, without what stands around it and what nobody sees, joiners included; all else is as it was copied. */
export const webAddressText = (text: string): string =>
  settled(text, (typed) => {
    const one = typed.replace(unseenInCodes, "").replace(outerBlanks, "");
    return (
      /^(?:<(.*)>|"(.*)"|“(.*)”)$/s
        .exec(one)
        ?.slice(1)
        .find((inner) => inner !== undefined) ?? one
    );
  });

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
