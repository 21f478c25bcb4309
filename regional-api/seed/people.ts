/** Names from many places, and the kind of names that break software. */
import { chooser, type Random } from "./random";

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  /** For email addresses: a-z, digits, dots and hyphens. */
  readonly slug: string;
}

/** First and last names; one written "native|latin" gives its own spelling for email addresses. */
interface Culture {
  readonly first: readonly string[];
  readonly last: readonly string[];
}

const cultures = {
  english: {
    first: [
      "Olivia",
      "Jack",
      "Amelia",
      "Noah",
      "Charlotte",
      "Thomas",
      "Grace",
      "Oscar",
      "Ruby",
      "Lachlan",
      "Mia",
    ],
    last: [
      "Smith",
      "Jones",
      "Taylor",
      "Brown",
      "Wilson",
      "O'Brien",
      "Walker",
      "Nguyen-Clarke",
      "White",
      "McKenzie",
    ],
  },
  irish: {
    first: ["Aoife", "Seán", "Niamh", "Ciarán", "Siobhán", "Oisín"],
    last: ["O'Sullivan", "Ó Súilleabháin", "Murphy", "Byrne", "Mac Giolla Phádraig"],
  },
  spanish: {
    first: ["María José", "Íñigo", "Lucía", "Ángel", "Begoña", "Joaquín"],
    last: ["García Márquez", "Muñoz", "Peña", "Fernández de la Vega", "Núñez"],
  },
  french: {
    first: ["Zoé", "Éloïse", "François", "Jean-Baptiste", "Anaïs"],
    last: ["Lefèvre", "d'Aubigné", "Côté", "Dupont", "L'Écuyer"],
  },
  german: {
    first: ["Jürgen", "Käthe", "Björn", "Hannelore", "Anke"],
    last: ["Müller", "Groß", "von der Weiden", "Schröder", "Jäger"],
  },
  nordic: {
    first: ["Søren", "Åse", "Þórdís|thordis", "Bjørn", "Eyjólfur", "Astrid"],
    last: ["Ødegård", "Nygård", "Guðmundsdóttir|gudmundsdottir", "Sjöström", "Kjærgaard"],
  },
  polish: {
    first: ["Łukasz|lukasz", "Grażyna", "Zbigniew", "Małgorzata|malgorzata", "Żaneta"],
    last: ["Wiśniewska", "Brzęczyszczykiewicz", "Dąbrowski", "Łuczak|luczak", "Żółkiewski|zolkiewski"],
  },
  turkish: {
    first: ["İlker|ilker", "Şule", "Ayşe", "Gökhan", "Çağla"],
    last: ["Yılmaz|yilmaz", "Öztürk", "Işık|isik", "Çelik"],
  },
  vietnamese: {
    first: ["Thị Hương", "Văn Đức|vanduc", "Ngọc Ánh", "Minh Tuấn"],
    last: ["Nguyễn", "Trần", "Phạm", "Đặng|dang"],
  },
  chinese: {
    first: ["芳|fang", "伟|wei", "秀英|xiuying", "子涵|zihan", "志明|zhiming"],
    last: ["王|wang", "李|li", "歐陽|ouyang", "陳|chen", "刘|liu"],
  },
  japanese: {
    first: ["さくら|sakura", "健太|kenta", "陽菜|hina", "ヒロシ|hiroshi"],
    last: ["佐藤|sato", "鈴木|suzuki", "髙橋|takahashi", "伊集院|ijuin"],
  },
  korean: {
    first: ["민준|minjun", "서연|seoyeon", "지우|jiu"],
    last: ["김|kim", "이|lee", "박|park", "남궁|namgung"],
  },
  arabic: {
    first: ["محمد|mohammed", "فاطمة|fatima", "عبد الرحمن|abdulrahman", "نور|noor"],
    last: ["العلي|alali", "حسن|hassan", "القحطاني|alqahtani", "منصور|mansour"],
  },
  hebrew: {
    first: ["נועה|noa", "יוסף|yosef", "תמר|tamar"],
    last: ["כהן|cohen", "לוי|levi", "בן־דוד|bendavid"],
  },
  hindi: {
    first: ["प्रिया|priya", "अर्जुन|arjun", "लक्ष्मी|lakshmi", "रवि|ravi"],
    last: ["शर्मा|sharma", "पटेल|patel", "सिंह|singh", "अय्यर|iyer"],
  },
  thai: {
    first: ["สมชาย|somchai", "กนกวรรณ|kanokwan", "ณัฐพล|nattapon"],
    last: ["ศรีสุข|srisuk", "ทองดี|thongdee", "วงศ์สวัสดิ์|wongsawat"],
  },
  cyrillic: {
    first: ["Ольга|olga", "Володимир|volodymyr", "Анастасия|anastasia", "Дмитрий|dmitry"],
    last: ["Шевченко|shevchenko", "Иванова|ivanova", "Коваль|koval", "Щербаков|shcherbakov"],
  },
  greek: {
    first: ["Ελένη|eleni", "Γιώργος|giorgos", "Αικατερίνη|aikaterini"],
    last: ["Παπαδόπουλος|papadopoulos", "Νικολάου|nikolaou"],
  },
  pacific: {
    first: ["Tāne", "Mereana", "Sione", "Leilani", "Aroha"],
    last: ["Ngāta", "Te Whāiti", "Faʻasavalu|faasavalu", "Tuilagi"],
  },
  african: {
    first: ["Chukwuemeka", "Ọlá", "Amara", "Kwame", "Thandiwe"],
    last: ["Okonkwo", "Adébáyọ̀", "Mensah", "Dlamini", "N'Diaye"],
  },
} satisfies Record<string, Culture>;

type CultureName = keyof typeof cultures;

/** How likely each culture is among the people of a place. */
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

/** Names that formulas, markup, fixed widths and naive scripts trip over. */
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

/** "native|latin" as [native, slug]. */
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

/** Makes people: mostly from the cultures of `weights`, else from anywhere; the awkward ones of "awkward". */
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
