/** Names from many cultures, and names that break software. */
import cultures from "./names.json" with { type: "json" };
import { chooser, type Random } from "./random";

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** Form of the name for email addresses: a-z, digits, dots and hyphens. */
  readonly slug: string;
}

/** First and last names of names.json. "native|latin" gives a separate spelling for email addresses. */
interface Culture {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

type CultureName = keyof typeof cultures;

/** Relative frequency of cultures among the people of a place. */
export type CultureWeights = Partial<Record<CultureName, number>>;

const anyCulture = chooser<CultureName>({
  english: 2,
  irish: 1,
  spanish: 1,
  french: 1,
  german: 1,
  nordic: 1,
  polish: 1,
  turkish: 1,
  vietnamese: 1,
  chinese: 1,
  japanese: 1,
  korean: 1,
  arabic: 1,
  hebrew: 1,
  hindi: 1,
  thai: 1,
  cyrillic: 1,
  greek: 1,
  pacific: 1,
  african: 1,
});

/** Names that break formulas, markup, fixed widths and naive scripts. */
const awkwardPeople: readonly Person[] = [
  { firstName: "=SUM(A1:A9)", lastName: "O'Malley", slug: "sum.omalley" },
  { firstName: "+cmd|' /C calc'!A0", lastName: "Plus", slug: "cmd.plus" },
  { firstName: "@import", lastName: "-Dash", slug: "import.dash" },
  { firstName: "Zoë 🚀", lastName: "Lindqvist 👩‍👩‍👧‍👦", slug: "zoe.lindqvist" },
  { firstName: "<b>Bold</b>", lastName: '& Söhne "GmbH"', slug: "bold.sohne" },
  { firstName: "Robert'); DROP TABLE applications;--", lastName: "Tables", slug: "bobby.tables" },
  { firstName: "Null", lastName: "undefined", slug: "null.undefined" },
  { firstName: "Ö", lastName: "X Æ A-12", slug: "o.x-ae-a-12" },
  {
    firstName: "Aleksandra-Katarzyna-Wilhelmina-Konstancja-Helena",
    lastName: "W".repeat(50),
    slug: "aleksandra.w",
  },
  { firstName: "ليلى", lastName: "Smith-العلي", slug: "layla.smith-alali" },
  { firstName: "Te\u0301o\u0302", lastName: "Combining\u0308", slug: "teo.combining" },
  { firstName: "No\u00a0Break", lastName: "Zero\u200bWidth", slug: "nobreak.zerowidth" },
];

/** Splits "native|latin" into [native, slug]. */
function spelled(name: string): [string, string] {
  const [native = name, latin = native] = name.split("|");
  const slug = latin
    .normalize("NFKD")
    .replace(/ø/giu, "o")
    .replace(/æ/giu, "ae")
    .replace(/ß/gu, "ss")
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "");
  return [native, slug];
}

const spelledCultures = Object.fromEntries(
  Object.entries<Culture>(cultures).map(([name, { first, last }]) => [
    name,
    { first: first.map(spelled), last: last.map(spelled) },
  ]),
) as Record<CultureName, { first: [string, string][]; last: [string, string][] }>;

/**
 * Returns a generator of people, mostly of the cultures in `weights`, otherwise of any; "awkward" uses the
 * awkward names.
 */
export function peopleOf(weights: CultureWeights | "awkward"): (random: Random) => Person {
  if (weights === "awkward") return (random) => random.pick(awkwardPeople);
  const localCulture = chooser(weights);
  return (random) => {
    const culture = spelledCultures[random.chance(0.6) ? localCulture(random) : anyCulture(random)];
    const [firstName, firstSlug] = random.pick(culture.first);
    const [lastName, lastSlug] = random.pick(culture.last);
    return { firstName, lastName, slug: `${firstSlug}.${lastSlug}` };
  };
}
