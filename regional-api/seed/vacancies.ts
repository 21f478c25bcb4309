/** Vacancies, and the period in which each receives applications. */
import { searchKey } from "../core/text";
import { managersKey, parseManagers } from "../areas/vacancies/vacancies.rules";
import type { Loader } from "./bulk";
import { demoId, type DemoCustomerKey, demoVacancyId } from "./ids";
import type { Department } from "./identity";
import { places } from "./places";
import { dayMs, regionHabits, type CustomerPlan } from "./plan";
import type { Random } from "./random";
import type { Colleague } from "./users";
import type { Stage, WorkflowCopy } from "../areas/workflows/workflow-stages";

export interface OpenVacancy {
  readonly id: string;
  readonly externalVacancyId: string;
  readonly hierarchyId: string;
  readonly title: string;
  readonly stages: readonly Stage[];
  /** Applications arrive from `openFrom` (inclusive) to `openTo` (exclusive). */
  readonly openFrom: number;
  readonly openTo: number;
  /** Relative number of applications. */
  readonly weight: number;
}

/** Roles, each with its job family of VAC-29. */
const roles: Readonly<Record<CustomerPlan["key"], readonly (readonly [string, string])[]>> = {
  acmeRetail: [
    ["Team member", "Retail"],
    ["Store manager", "Retail Team Leader"],
    ["Visual merchandiser", "Retail"],
    ["Night filler", "Retail Supermarket"],
    ["Beauty adviser", "Retail Department Store"],
    ["Graduate analyst", "Graduate"],
    ["Payroll officer", "Finance"],
    ["Barista", "Hospitality"],
    ["Software engineer", "Technology"],
    ["Talent partner", "Business Support"],
  ],
  acmeLogistics: [
    ["HR truck driver", "Driver"],
    ["Forklift operator", "Blue Collar"],
    ["Warehouse team leader", "Management"],
    ["Courier (own van)", "Driver"],
    ["Customs clerk", "Administration"],
  ],
  initech: [
    ["Senior engineer", "Engineering"],
    ["Site reliability engineer", "Technology"],
    ["Account executive", "Sales"],
    ["TPS report co-ordinator", "Administration"],
    ["Intern", "Internship"],
  ],
  globexCorporation: [
    ["Registered nurse", "Healthcare"],
    ["Home carer", "Carer Aged Care"],
    ["Disability support worker", "Carer Disability"],
    ["Reactor technician", "Blue Collar"],
    ["Safety inspector", "White Collar"],
    ["Cabin crew, corporate fleet", "Cabin Crew"],
  ],
  globexNordic: [
    ["Kundeservicemedarbejder", "Customer Service"],
    ["Butikksmedarbeider", "Retail"],
    ["Säljare", "Sales"],
    ["Sjåfør", "Driver"],
  ],
  cornerCases: [["Odd job", "Retail"]],
};

/** Titles of a customer's first vacancies, instead of role and department. */
const titles: Partial<Record<DemoCustomerKey, readonly string[]>> = {
  acmeRetail: ["Christmas casuals – all stores"],
  // Titles that break formulas, markup, text direction and fixed widths.
  cornerCases: [
    `=HYPERLINK("https://evil.example","Click me")`,
    "مندوب مبيعات – فرع سيدني",
    "店舗スタッフ（シドニー）",
    "🎄🧑‍🎄 Santa's helper & elf wrangler",
    "<script>alert('vacancy')</script>",
    'Manager "Back of House" / O\'Connell St',
    "W".repeat(100),
    "@Home delivery — picker/packer (50% #1)",
    "Verkäufer:in für Überraschungen, Größe XXL",
    "'); DROP TABLE vacancies;--",
  ],
};

const descriptions = [
  "Join a team that looks after its customers and each other. No experience needed: we train you.",
  "You bring curiosity and care; we bring a roster that suits your life, staff discount and a clear path up.",
  null,
  "• Full time, 38 hours\n• Weekends every second week\n• Start: as soon as you can",
];

const managerOf = ({ firstName, lastName, email }: Colleague, type: "HIRING_MANAGER" | "RECRUITER") => ({
  firstName,
  lastName,
  email,
  externalId: email,
  type,
});

function managersOf(colleagues: readonly Colleague[], index: number, random: Random): string {
  // The first vacancy has enough managers for "+ N others" (VAC-49), every twentieth has none (VAC-05).
  if (index % 20 === 19) return "[]";
  const [fewest, most] = index === 0 ? [6, 12] : [1, 3];
  const ofRole = (role: Colleague["role"], count: number) =>
    random.sample(
      colleagues.filter((colleague) => colleague.role === role),
      count,
    );
  return JSON.stringify([
    ...ofRole("hiringManager", random.between(fewest, most)).map((colleague) =>
      managerOf(colleague, "HIRING_MANAGER"),
    ),
    ...ofRole("recruiter", random.between(fewest, most)).map((colleague) =>
      managerOf(colleague, "RECRUITER"),
    ),
  ]);
}

interface Draft {
  readonly index: number;
  readonly createdAt: number;
  readonly openTo: number;
  readonly archivedAt: number | null;
}

function draftsOf(plan: CustomerPlan, historyDays: number, random: Random, now: number): Draft[] {
  const start = now - historyDays * dayMs;
  // Two vacancies are always open: the busiest, and one for days on which no other is.
  const drafts: Draft[] = [0, 1].map((index) => ({
    index,
    createdAt: start - (3 - index) * dayMs,
    openTo: now,
    archivedAt: null,
  }));
  for (let index = 2; index < plan.vacancies + plan.archivedVacancies; index += 1) {
    const isArchived = index >= plan.vacancies;
    const newest = isArchived ? 60 : 2;
    const createdAt = start + Math.floor(random.next() * (historyDays - newest) * dayMs);
    const openTo = Math.min(now, createdAt + random.between(30, 120) * dayMs);
    const archivedAt = isArchived
      ? Math.min(now - random.between(1, 20) * dayMs, openTo + random.between(1, 30) * dayMs)
      : null;
    drafts.push({
      index,
      createdAt,
      openTo: archivedAt === null ? openTo : Math.min(openTo, archivedAt),
      archivedAt,
    });
  }
  return drafts.sort((a, b) => a.createdAt - b.createdAt);
}

/** Seeds a customer's vacancies, oldest first, so that `seq` ascends with creation. */
export function seedVacancies(
  loader: Loader,
  plan: CustomerPlan,
  historyDays: number,
  departments: readonly Department[],
  colleagues: readonly Colleague[],
  workflows: readonly WorkflowCopy[],
  random: Random,
  now: number,
): OpenVacancy[] {
  const { id: customerId, uniqueName, awsRegion } = plan.customer;
  const code = uniqueName
    .replace(/[^a-z]/gu, "")
    .slice(0, 6)
    .toUpperCase();
  const host = `https://interview.edge.example/${regionHabits[awsRegion].isoCountryCode.toLowerCase()}`;
  return draftsOf(plan, historyDays, random, now).map(({ index, createdAt, openTo, archivedAt }) => {
    const department = random.pick(departments);
    const [role, family] = random.pick(roles[plan.key]);
    const title = titles[plan.key]?.[index] ?? `${role} – ${department.name}`.slice(0, 100);
    // The busiest one uses the customer's first workflow.
    const workflow = index === 0 ? workflows[0] : random.pick(workflows);
    if (!workflow) throw new Error(`${plan.key} has no workflow`);
    const id = demoVacancyId(plan.key, index);
    const externalVacancyId = `${code}-${String(10_000 + index)}`;
    const vacancy = {
      id,
      customerId,
      hierarchyId: department.id,
      externalVacancyId,
      jobRequisitionId: random.chance(0.4) ? `JR-${random.digits(6)}` : null,
      title,
      titleKey: searchKey(title),
      description: random.pick(descriptions),
      roleFamilyId: demoId(`role-family:${family}`),
      roleFamilyName: family,
      locationAddress: random.chance(0.8) ? random.pick(places[awsRegion]).address : null,
      managers: managersOf(colleagues, index, random),
      workflow: JSON.stringify(workflow),
      genericAssessmentLinks: JSON.stringify(
        workflow.stages.map((stage) => ({
          stageId: stage._id,
          assessmentLink: `${host}/${stage.product.toLowerCase()}/${id}/${stage._id}`,
          externalAssessmentPackageId: stage.externalAssessmentPackageId,
          assessmentPackageName: stage.assessmentPackageName,
        })),
      ),
      createdAt,
      updatedAt: archivedAt ?? createdAt,
      archivedAt,
    };
    loader.insert("vacancies", { ...vacancy, managersKey: managersKey(parseManagers(vacancy.managers)) });
    const weight = 0.2 + random.exponential(1);
    return {
      id,
      externalVacancyId,
      hierarchyId: department.id,
      title,
      stages: workflow.stages,
      openFrom: createdAt,
      openTo,
      weight,
    };
  });
}
