/**
 * Fixed points of the demo data that tests, config/flags.json and documents may rely on. Ids are derived from names, so
 * they are the same in every database.
 */
import { createHash } from "node:crypto";
import type { AwsRegion } from "../../shared/regions";

/** Returns the id derived from `name`, e.g. `demoId("customer:acme-retail")`. */
export function demoId(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}

/** Returns the UUID derived from `name`; policies have UUIDs (POL-16). */
export function demoUuid(name: string): string {
  const hex = createHash("sha256").update(name).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export interface DemoOrganization {
  readonly id: string;
  readonly uniqueName: string;
  readonly displayName: string;
}

export interface DemoCustomer {
  readonly id: string;
  readonly organizationId: string;
  readonly awsRegion: AwsRegion;
  /** The account name. */
  readonly uniqueName: string;
  readonly displayName: string;
  readonly rootHierarchyId: string;
}

const organization = (uniqueName: string, displayName: string): DemoOrganization => ({
  id: demoId(`organization:${uniqueName}`),
  uniqueName,
  displayName,
});

export const demoOrganizations = {
  acmeGroup: organization("acme-group", "Acme Group"),
  globex: organization("globex", "Globex"),
};

const customer = (
  { id: organizationId }: DemoOrganization,
  awsRegion: AwsRegion,
  uniqueName: string,
  displayName: string,
): DemoCustomer => ({
  id: demoId(`customer:${uniqueName}`),
  organizationId,
  awsRegion,
  uniqueName,
  displayName,
  rootHierarchyId: demoId(`department:${uniqueName}:`),
});

/**
 * The active customers. The last one has all odd and hostile data (names that break software, right-to-left
 * titles, endless words), so that the others look realistic.
 */
export const demoCustomers = {
  acmeRetail: customer(demoOrganizations.acmeGroup, "ap-southeast-2", "acme-retail", "Acme Retail"),
  acmeLogistics: customer(demoOrganizations.acmeGroup, "ap-southeast-2", "acme-logistics", "Acme Logistics"),
  initech: customer(demoOrganizations.acmeGroup, "eu-west-1", "initech", "Initech"),
  globexCorporation: customer(demoOrganizations.globex, "us-east-1", "globex", "Globex Corporation"),
  globexNordic: customer(demoOrganizations.globex, "eu-west-1", "globex-nordic", "Globex Nordic"),
  cornerCases: customer(demoOrganizations.acmeGroup, "ap-southeast-2", "corner-cases", "Corner Cases"),
};

export type DemoCustomerKey = keyof typeof demoCustomers;

/** A customer that is archived from the start. */
export const archivedDemoCustomer = customer(
  demoOrganizations.acmeGroup,
  "ap-southeast-2",
  "acme-wholesale",
  "Acme Wholesale",
);

export type DemoRole = "staff" | "customerAdmin" | "recruiter" | "hiringManager" | "visitor" | "auditor";

export interface DemoGroup {
  readonly id: string;
  readonly customer: DemoCustomerKey;
  readonly role: DemoRole;
  readonly name: string;
  readonly description: string;
}

const group = (
  customerKey: DemoCustomerKey,
  role: DemoRole,
  name: string,
  description: string,
): DemoGroup => ({
  id: demoId(`group:${demoCustomers[customerKey].uniqueName}:${role}`),
  customer: customerKey,
  role,
  name,
  description,
});

/** The active groups; one more is archived. */
export const demoGroups = {
  staff: group("acmeRetail", "staff", "Platform staff", "Runs the platform for all customers."),
  retailCustomerAdmins: group(
    "acmeRetail",
    "customerAdmin",
    "Customer Admins",
    "Look after people and set-up.",
  ),
  retailRecruiters: group("acmeRetail", "recruiter", "Recruiters", "Talent acquisition, all states."),
  retailHiringManagers: group("acmeRetail", "hiringManager", "Hiring Managers", "Store and area managers."),
  retailVisitors: group("acmeRetail", "visitor", "Visitors", "People without any rights yet."),
  logisticsRecruiters: group("acmeLogistics", "recruiter", "Recruiters", "Warehouse and driver hiring."),
  logisticsHiringManagers: group(
    "acmeLogistics",
    "hiringManager",
    "Depot managers",
    "See their own depots only.",
  ),
  initechCustomerAdmins: group("initech", "customerAdmin", "Customer Admins", "People operations."),
  initechRecruiters: group("initech", "recruiter", "Recruiters", "Default group of single sign-on."),
  globexCustomerAdmins: group("globexCorporation", "customerAdmin", "Customer Admins", "HR systems team."),
  globexRecruiters: group("globexCorporation", "recruiter", "Recruiters", "Talent acquisition, Americas."),
  nordicRecruiters: group(
    "globexNordic",
    "recruiter",
    "Rekruttering & ansættelse",
    "København, Oslo, Tromsø.",
  ),
  cornerRecruiters: group(
    "cornerCases",
    "recruiter",
    `<i>Recruiters</i> & "friends"`,
    "Tüşkülü 🎯 =1+1 مسؤولو التوظيف",
  ),
  retailAuditors: group("acmeRetail", "auditor", "Auditors", "Read people and settings, change nothing."),
};

type DemoGroupKey = keyof typeof demoGroups;

/** The password of every demo account, except the one that signs in by SSO only. */
export const demoPassword = "Console-Demo-1!";

/** Argon2id hash of demoPassword with a fixed salt, which keeps data reproducible and saves hashing time. */
export const demoPasswordHash =
  "$argon2id$v=19$m=19456,t=2,p=1$ZWRnZS1jb25zb2xlLWRlbW8$38WUN3h1xaX5w4dbhQi8McPXT9mwFmNpb+KaER/jW04";

export interface DemoAccount {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly customer: DemoCustomerKey;
  readonly groups: readonly DemoGroupKey[];
}

const account = (
  email: string,
  firstName: string,
  lastName: string,
  customerKey: DemoCustomerKey,
  groups: readonly DemoGroupKey[],
): DemoAccount => ({
  id: demoId(`user:${email}`),
  email,
  firstName,
  lastName,
  customer: customerKey,
  groups,
});

/** The accounts to sign in with; the README describes what each shows. */
export const demoAccounts = {
  admin: account("admin@acme.example", "Avery", "Admin", "acmeRetail", ["staff"]),
  mfa: account("mfa@acme.example", "Morgan", "Factor", "acmeRetail", ["staff"]),
  customerAdmin: account("customer.admin@acme.example", "Casey", "Custodian", "acmeRetail", [
    "retailCustomerAdmins",
  ]),
  recruiter: account("recruiter@acme.example", "Rowan", "Recruiter", "acmeRetail", ["retailRecruiters"]),
  manager: account("manager@acme.example", "Maria", "O'Manager", "acmeRetail", ["retailHiringManagers"]),
  usAdmin: account("us.admin@globex.example", "Uma", "Sam", "globexCorporation", ["globexCustomerAdmins"]),
  noAccess: account("noaccess@acme.example", "Noa", "Entry", "acmeRetail", ["retailVisitors"]),
  auditor: account("auditor@acme.example", "Audrey", "Auditor", "acmeRetail", ["retailAuditors"]),
  locked: account("locked@acme.example", "Lou", "Locked", "acmeRetail", ["retailRecruiters"]),
  archived: account("archived@acme.example", "Archie", "Vaughan", "acmeRetail", ["retailRecruiters"]),
  sso: account("sso.user@initech.example", "Sasha", "Single-Sign", "initech", ["initechRecruiters"]),
};

export type DemoAccountKey = keyof typeof demoAccounts;

/** Returns the id of a customer's vacancy. Number 0 is the busiest vacancy, which is always open. */
export function demoVacancyId(customerKey: DemoCustomerKey, index: number): string {
  return demoId(`vacancy:${demoCustomers[customerKey].uniqueName}:${index}`);
}
