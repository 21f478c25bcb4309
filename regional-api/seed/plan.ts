/** Amounts of data per customer, in both sizes. */
import type { AwsRegion } from "../../shared/regions";
import { demoCustomers, type DemoCustomer, type DemoCustomerKey } from "./ids";
import type { CultureWeights } from "./people";

export const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Retention of events in days (LOG-09). */
export const eventDays = 90;

export type SeedSize = "demo" | "large";

/** Properties common to the people of a region. */
export interface RegionHabits {
  /** Local time minus UTC. */
  readonly offsetMs: number;
  readonly language: "en-GB" | "en-US";
  readonly isoCountryCode: string;
  readonly smsFrom: string;
  readonly carriers: readonly string[];
}

export const regionHabits: Readonly<Record<AwsRegion, RegionHabits>> = {
  "ap-southeast-2": {
    offsetMs: 10 * hourMs,
    language: "en-GB",
    isoCountryCode: "AU",
    smsFrom: "+61480015000",
    carriers: ["Telstra", "Optus", "Vodafone AU"],
  },
  "eu-west-1": {
    offsetMs: hourMs,
    language: "en-GB",
    isoCountryCode: "GB",
    smsFrom: "+447537400100",
    carriers: ["EE", "O2", "Vodafone UK", "TDC"],
  },
  "us-east-1": {
    offsetMs: -5 * hourMs,
    language: "en-US",
    isoCountryCode: "US",
    smsFrom: "+18335550100",
    carriers: ["Verizon Wireless", "AT&T", "T-Mobile"],
  },
};

export interface CustomerPlan {
  readonly key: DemoCustomerKey;
  readonly customer: DemoCustomer;
  readonly emailDomain: string;
  readonly mailSender: string;
  readonly cultures: CultureWeights | "awkward";
  /** Users in addition to the accounts of ids.ts; the first `archivedUsers` of them are archived. */
  readonly users: number;
  readonly archivedUsers: number;
  /** Number of additional users without other data. */
  readonly workforce: number;
  /** Number of additional empty departments. */
  readonly branches: number;
  /** Number of additional groups, with members from the workforce. */
  readonly teams: number;
  /** Number of additional workflows and of sets that no vacancy uses. */
  readonly libraryWorkflows: number;
  readonly librarySets: number;
  readonly vacancies: number;
  readonly archivedVacancies: number;
  readonly applications: number;
  /** Number of applications on the customer's first vacancy. */
  readonly busiest: number;
  readonly atsRequests: number;
  readonly usesSms: boolean;
}

export interface Plan {
  readonly customers: readonly CustomerPlan[];
  /** Age of the oldest applications, in days. */
  readonly historyDays: number;
  /** Age of the oldest decisions by rules, in days. */
  readonly decisionDays: number;
  /** Total email and SMS events, reached by adding sign-in mails; if absent, as many as result. */
  readonly events?: number;
}

type Amounts = Pick<
  CustomerPlan,
  "users" | "archivedUsers" | "vacancies" | "archivedVacancies" | "applications" | "busiest" | "atsRequests"
>;
type Extras = "workforce" | "branches" | "teams" | "libraryWorkflows" | "librarySets";
type Kind = Omit<CustomerPlan, keyof Amounts | "key" | "customer" | Extras>;

const kinds: Readonly<Record<DemoCustomerKey, Kind>> = {
  acmeRetail: {
    emailDomain: "acme.example",
    mailSender: "careers@acme.example",
    cultures: { english: 4, irish: 1, vietnamese: 2, chinese: 2, hindi: 2, pacific: 2, greek: 1, arabic: 1 },
    usesSms: true,
  },
  acmeLogistics: {
    emailDomain: "logistics.acme.example",
    mailSender: "no-reply@edge.example",
    cultures: { english: 3, hindi: 2, pacific: 2, vietnamese: 1, turkish: 1 },
    usesSms: true,
  },
  initech: {
    emailDomain: "initech.example",
    mailSender: "no-reply@edge.example",
    cultures: { english: 2, irish: 3, polish: 2, german: 2, french: 1, hebrew: 1, cyrillic: 1 },
    usesSms: false,
  },
  globexCorporation: {
    emailDomain: "globex.example",
    mailSender: "no-reply@edge.example",
    cultures: { english: 3, spanish: 3, african: 2, korean: 1, japanese: 1, thai: 1 },
    usesSms: true,
  },
  globexNordic: {
    emailDomain: "nordic.globex.example",
    mailSender: "no-reply@edge.example",
    cultures: { nordic: 6, polish: 1, turkish: 1, arabic: 1 },
    usesSms: false,
  },
  cornerCases: {
    emailDomain: "corner-cases.example",
    mailSender: "no-reply@edge.example",
    cultures: "awkward",
    usesSms: true,
  },
};

const amounts = (
  users: number,
  archivedUsers: number,
  vacancies: number,
  archivedVacancies: number,
  applications: number,
  busiest: number,
  atsRequests: number,
): Amounts => ({ users, archivedUsers, vacancies, archivedVacancies, applications, busiest, atsRequests });

const sizes: Readonly<Record<SeedSize, Readonly<Record<DemoCustomerKey, Amounts>>>> = {
  demo: {
    acmeRetail: amounts(30, 3, 120, 12, 3_000, 600, 2_000),
    acmeLogistics: amounts(9, 1, 60, 3, 900, 60, 800),
    initech: amounts(9, 1, 50, 3, 900, 60, 600),
    globexCorporation: amounts(9, 1, 40, 3, 750, 60, 600),
    globexNordic: amounts(7, 0, 30, 3, 450, 60, 0),
    cornerCases: amounts(24, 2, 11, 1, 150, 60, 40),
  },
  large: {
    acmeRetail: amounts(1_200, 60, 9_000, 900, 800_000, 100_000, 60_000),
    acmeLogistics: amounts(120, 10, 750, 50, 60_000, 2_000, 20_000),
    initech: amounts(120, 10, 750, 50, 60_000, 2_000, 10_000),
    globexCorporation: amounts(120, 10, 750, 50, 50_000, 2_000, 10_000),
    globexNordic: amounts(60, 5, 750, 50, 30_000, 2_000, 0),
    cornerCases: amounts(24, 2, 11, 1, 150, 60, 40),
  },
};

export function planOf(size: SeedSize): Plan {
  const hasExtras = (key: DemoCustomerKey) => size === "large" && key === "acmeRetail";
  const customers = (Object.keys(kinds) as DemoCustomerKey[]).map((key) => ({
    key,
    customer: demoCustomers[key],
    ...kinds[key],
    ...sizes[size][key],
    workforce: hasExtras(key) ? 50_000 : 0,
    branches: size === "large" && key === "acmeLogistics" ? 2_000 : 0,
    // Five hundred in total, with those of ids.ts.
    teams: hasExtras(key) ? 494 : 0,
    libraryWorkflows: hasExtras(key) ? 500 : 0,
    librarySets: hasExtras(key) ? 200 : 0,
  }));
  return size === "large"
    ? { customers, historyDays: 1_200, decisionDays: 420, events: 2_000_000 }
    : { customers, historyDays: 365, decisionDays: 120 };
}
