/** Fills a new store with realistic data. */
import { awsRegions } from "../../shared/regions";
import type { Databases } from "../store/database";
import { areaSeeds } from "./areas/index";
import { seedAts } from "./ats";
import { seedAtsTemplates } from "./ats-templates";
import { bulkLoad, Loader } from "./bulk";
import { seedDecisions } from "./decisions";
import { departmentTrees } from "./departments";
import { seedHistory, type SeededCustomer } from "./history";
import { archivedDemoCustomer } from "./ids";
import { seedCustomer, seedDirectory, seedGroups } from "./identity";
import { mobileNumber } from "./phones";
import { dayMs, planOf, type CustomerPlan, type Plan, type SeedSize } from "./plan";
import { seedBranches } from "./branches";
import { Random } from "./random";
import { seedRecord } from "./record";
import { seedRetention } from "./retention";
import { seedSettings } from "./settings";
import { seedTeams } from "./teams";
import { seedUsers } from "./users";
import { seedVacancies } from "./vacancies";
import { seedWorkflows } from "./workflows";
import { seedWorkforce } from "./workforce";

export interface SeedOptions {
  readonly size: SeedSize;
  /** Data ends at the start of this UTC day. The same size and day give the same data. */
  readonly now: number;
  /** Prefix of policy resources (PERM-58). */
  readonly policyPrefix?: string;
}

/**
 * Fills empty databases. They are unusable if it throws or is killed, so seed a disposable directory and move
 * it into place when done.
 */
export async function seedDatabase(databases: Databases, options: SeedOptions): Promise<void> {
  const now = options.now - (options.now % dayMs);
  const plan = planOf(options.size);
  for (const awsRegion of awsRegions) {
    const db = databases.region(awsRegion);
    const loader = new Loader(db);
    const customers = plan.customers.filter(({ customer }) => customer.awsRegion === awsRegion);
    bulkLoad(db, () => {
      const workplaces = db.transaction(() => {
        if (awsRegion === awsRegions[0]) seedDirectory(loader, now);
        if (archivedDemoCustomer.awsRegion === awsRegion) seedCustomer(loader, archivedDemoCustomer, now, {});
        seedAtsTemplates(loader, now);
        return customers.map((customerPlan) => seedWorkplace(loader, customerPlan, plan, options, now));
      });
      const random = new Random(`history:${awsRegion}`);
      seedHistory(loader, workplaces, plan.historyDays, eventsOf(plan, customers), random, now);
    });
    seedDecisions(db, plan.decisionDays, now);
    await db.write(async (writer) => {
      await seedRetention(writer, now);
      await seedRecord(writer, now);
    });
  }
}

/** Returns a region's share of the events, in proportion to its customers' applications. */
function eventsOf(plan: Plan, customers: readonly CustomerPlan[]): number | undefined {
  if (plan.events === undefined) return undefined;
  const applicationsOf = (some: readonly CustomerPlan[]) =>
    some.reduce((sum, { applications }) => sum + applications, 0);
  return Math.round((plan.events * applicationsOf(customers)) / applicationsOf(plan.customers));
}

/** Seeds everything of a customer except applications and events. */
function seedWorkplace(
  loader: Loader,
  plan: CustomerPlan,
  { historyDays }: Plan,
  options: SeedOptions,
  now: number,
): SeededCustomer {
  const { policyPrefix = "edge" } = options;
  const random = new Random(plan.key);
  const { awsRegion } = plan.customer;
  const departments = seedCustomer(loader, plan.customer, now, departmentTrees[plan.key]);
  seedGroups(loader, plan, departments, now, policyPrefix);
  const colleagues = seedUsers(loader, plan, (chance) => mobileNumber(awsRegion, chance), random, now);
  const workforce = seedWorkforce(loader, plan, now);
  seedBranches(loader, plan, now);
  seedTeams(loader, plan, departments, workforce, now, policyPrefix);
  seedSettings(loader, plan, colleagues, historyDays, random, now);
  const workflows = seedWorkflows(loader, plan, now);
  const vacancies = seedVacancies(loader, plan, historyDays, departments, colleagues, workflows, random, now);
  seedAts(loader, plan, workflows, vacancies, random, now);
  for (const seed of areaSeeds) seed(loader, plan, now);
  return { plan, vacancies, colleagues };
}
