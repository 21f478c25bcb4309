/** The accounts of ids.ts and all other users of a customer. */
import { userNameKey } from "../core/user-names";
import type { Loader } from "./bulk";
import {
  archivedDemoCustomer,
  demoAccounts,
  demoCustomers,
  demoGroups,
  demoId,
  demoPasswordHash,
  type DemoAccountKey,
  type DemoRole,
} from "./ids";
import { peopleOf } from "./people";
import { dayMs, type CustomerPlan } from "./plan";
import type { Random } from "./random";

/** A user of a customer, as referred to by vacancies, reviews and mails. */
export interface Colleague {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: DemoRole | undefined;
  readonly createdAt: number;
}

/** A lock that does not expire. */
const lockedForGood = Date.UTC(2100, 0, 1);

interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string | null;
  readonly createdAt: number;
  readonly lastActive: number | null;
  readonly lastPasswordUpdatedAt: number | null;
  readonly archivedAt: number | null;
  readonly notes: string | null;
  readonly groupIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly userType: "INTERNAL" | "END_USER";
  readonly source: "LOCAL" | "SSO";
  readonly mfaEnabled: 0 | 1;
}

/** Inserts a user with groups and customers, in the region and the directory. */
export function insertUser(loader: Loader, plan: CustomerPlan, user: NewUser): void {
  const { id: customerId, organizationId, awsRegion, rootHierarchyId } = plan.customer;
  const { groupIds, customerIds, ...row } = user;
  loader.insert("users", {
    ...row,
    organizationId,
    customerId,
    hierarchyId: rootHierarchyId,
    nameKey: userNameKey({ ...user, username: user.email }),
    username: user.email,
    passwordHash: user.source === "SSO" ? null : demoPasswordHash,
    mfaMethod: user.mfaEnabled ? "Email" : null,
    defaultCustomerId: customerId,
    updatedAt: user.archivedAt ?? user.lastActive ?? user.createdAt,
  });
  const { id, email, archivedAt, createdAt } = user;
  // A user without a password who has signed in must have used the customer's identity provider.
  if (user.source === "SSO" && user.lastActive !== null)
    loader.insert("sso_links", { userId: id, providerId: "", linkedAt: user.lastActive });
  loader.insert("user_directory", { id, email, awsRegion, organizationId, customerId, archivedAt });
  for (const given of customerIds) loader.insert("user_customers", { userId: id, customerId: given });
  for (const groupId of groupIds) loader.insert("group_members", { groupId, userId: id, createdAt });
}

/** Staff can access every customer, archived ones included in case they are restored (CUST-17). */
const everyCustomerId = [...Object.values(demoCustomers), archivedDemoCustomer].map(({ id }) => id);

function seedAccounts(loader: Loader, plan: CustomerPlan, now: number): Colleague[] {
  return (Object.keys(demoAccounts) as DemoAccountKey[])
    .filter((key) => demoAccounts[key].customer === plan.key)
    .map((key) => {
      const { id, email, firstName, lastName, groups } = demoAccounts[key];
      const role = groups[0] && demoGroups[groups[0]].role;
      const createdAt = now - (500 - 3 * email.length) * dayMs;
      insertUser(loader, plan, {
        id,
        email,
        firstName,
        lastName,
        phoneNumber: null,
        createdAt,
        lastActive: now - 3_600_000 * email.length,
        lastPasswordUpdatedAt: key === "sso" ? null : now - email.length * dayMs,
        archivedAt: key === "archived" ? now - 20 * dayMs : null,
        notes: null,
        groupIds: groups.map((group) => demoGroups[group].id),
        customerIds: role === "staff" ? everyCustomerId : [plan.customer.id],
        userType: role === "staff" ? "INTERNAL" : "END_USER",
        source: key === "sso" ? "SSO" : "LOCAL",
        mfaEnabled: key === "mfa" ? 1 : 0,
      });
      if (key === "locked") {
        const { awsRegion } = plan.customer;
        loader.insert("login_attempts", {
          awsRegion,
          email,
          failures: 5,
          lockedUntil: lockedForGood,
          updatedAt: now,
        });
      }
      return { id, email, firstName, lastName, role, createdAt };
    });
}

/** Seeds all users of a customer. Returns the active ones. */
export function seedUsers(
  loader: Loader,
  plan: CustomerPlan,
  phone: (random: Random) => string,
  random: Random,
  now: number,
): Colleague[] {
  const colleagues = seedAccounts(loader, plan, now).filter(
    ({ email }) => email !== demoAccounts.archived.email,
  );
  const groups = Object.values(demoGroups).filter(
    ({ customer, role }) =>
      customer === plan.key && role !== "staff" && role !== "visitor" && role !== "auditor",
  );
  const somebody = peopleOf(plan.cultures);
  for (let index = 0; index < plan.users; index += 1) {
    const person = somebody(random);
    const { firstName, lastName } = person;
    const email = `${person.slug}${index === 0 ? "" : index}@${plan.emailDomain}`;
    const id = demoId(`user:${email}`);
    const createdAt = now - random.between(10, 480) * dayMs - random.int(dayMs);
    const since = now - createdAt;
    const isArchived = index < plan.archivedUsers;
    const group = random.pick(groups);
    const isNew = random.chance(0.12);
    insertUser(loader, plan, {
      id,
      email,
      firstName,
      lastName,
      phoneNumber: random.chance(0.6) ? phone(random) : null,
      createdAt,
      lastActive: isNew ? null : now - random.int(Math.min(since, 70 * dayMs)),
      lastPasswordUpdatedAt:
        isNew || random.chance(0.2) ? null : now - random.int(Math.min(since, 90 * dayMs)),
      archivedAt: isArchived ? now - random.int(Math.min(since, 60 * dayMs)) : null,
      notes: random.chance(0.15)
        ? random.pick(["Part-time: Mon–Wed", "Contractor until June", "Covers for parental leave"])
        : null,
      groupIds: [
        group.id,
        ...(random.chance(0.2) ? random.sample(groups, 1) : []).map((other) => other.id),
      ].filter((groupId, at, all) => all.indexOf(groupId) === at),
      customerIds: [plan.customer.id],
      userType: "END_USER",
      source: plan.key === "initech" && random.chance(0.5) ? "SSO" : "LOCAL",
      mfaEnabled: random.chance(0.2) ? 1 : 0,
    });
    if (!isArchived) colleagues.push({ id, email, firstName, lastName, role: group.role, createdAt });
  }
  return colleagues;
}
