/** Tens of thousands of users of one customer without other data, for the user list of the large data. */
import type { Loader } from "./bulk";
import { demoGroups, demoId } from "./ids";
import { peopleOf } from "./people";
import { dayMs, type CustomerPlan } from "./plan";
import { Random } from "./random";
import { insertUser } from "./users";

/**
 * Adds `plan.workforce` users. Uses a separate random seed, so that all other data stay the same. Returns the
 * ids of the active ones.
 */
export function seedWorkforce(loader: Loader, plan: CustomerPlan, now: number): string[] {
  const random = new Random(`workforce:${plan.key}`);
  const somebody = peopleOf(plan.cultures);
  const groups = Object.values(demoGroups).filter(
    ({ customer, role }) => customer === plan.key && role !== "staff" && role !== "customerAdmin",
  );
  const active: string[] = [];
  for (let index = 0; index < plan.workforce; index += 1) {
    const { firstName, lastName, slug } = somebody(random);
    const email = `${slug}.w${index}@${plan.emailDomain}`;
    const createdAt = now - random.between(1, 1_000) * dayMs - random.int(dayMs);
    const since = () => now - random.int(now - createdAt);
    const isNew = random.chance(0.1);
    const id = demoId(`workforce:${email}`);
    const user = {
      id,
      email,
      firstName,
      lastName,
      phoneNumber: null,
      createdAt,
      lastActive: isNew ? null : since(),
      lastPasswordUpdatedAt: isNew ? null : since(),
      archivedAt: random.chance(0.05) ? since() : null,
      notes: null,
      groupIds: [random.pick(groups).id],
      customerIds: [plan.customer.id],
      userType: "END_USER",
      source: "LOCAL",
      mfaEnabled: random.chance(0.2) ? 1 : 0,
    } as const;
    insertUser(loader, plan, user);
    if (user.archivedAt === null) active.push(id);
  }
  return active;
}
