/**
 * Customers and departments of all regions, cached per request. Rights are evaluated synchronously, so
 * everything that rules name is read beforehand.
 */
import type { SessionCall } from "../../core/access";
import { readersOf } from "../../core/context";
import { customersInDirectory } from "../../core/customers.store";
import { departmentFinder, type DepartmentsOf } from "../../core/departments.store";
import type { Rule } from "../../core/policy";
import { afterPendingRequests } from "../../store/batch-loader";
import type { Places } from "./delegation";

type Found<Find extends (id: string) => unknown> = Map<string, ReturnType<Find>>;

/** True for the placeholder id that stands for all ids no rule names. */
const isPlaceholder = (id: string) => /^~+$/.test(id);

function read<Value>(known: ReadonlyMap<string, Value>, id: string): Value | undefined {
  if (!known.has(id) && !isPlaceholder(id)) throw new Error("A place was not read before it was asked for");
  return known.get(id);
}

class KnownPlaces implements Places {
  private readonly customers: Found<Places["customer"]> = new Map();
  private readonly departments: Found<Places["department"]> = new Map();
  private readonly rules = new WeakSet<Rule>();
  private readonly find: ReturnType<typeof departmentFinder>;
  private reading: Promise<void> = Promise.resolve();
  private next: { readonly rules: Set<Rule>; readonly done: Promise<void> } | undefined;

  constructor(private readonly ctx: SessionCall["ctx"]) {
    this.find = departmentFinder(readersOf(ctx));
  }

  readonly customer: Places["customer"] = (id) => read(this.customers, id);
  readonly department: Places["department"] = (id) => read(this.departments, id);

  /**
   * Runs reads one after the other: fields of one response call concurrently, and later calls use what
   * earlier ones read.
   */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.reading.then(work);
    this.reading = done.catch(() => undefined);
    return done;
  }

  /** Reads the places that rules name and the cache lacks, in one batch for all concurrent callers. */
  readAll(unread: readonly Rule[]): Promise<void> {
    if (!this.next) {
      const rules = new Set<Rule>();
      const done = afterPendingRequests().then(() => {
        this.next = undefined;
        return this.inTurn(() => this.readNamed([...rules]));
      });
      this.next = { rules, done };
    }
    for (const rule of unread) this.next.rules.add(rule);
    return this.next.done;
  }

  async readDepartments(ids: Iterable<string>, named: readonly DepartmentsOf[] = []): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.departments.has(id));
    if (unread.length === 0) return;
    const found = await this.find(unread, named);
    for (const [id, department] of found) this.departments.set(id, department);
    await this.readCustomers([...found.values()].flatMap((department) => department?.customerId ?? []));
  }

  async readCustomers(ids: Iterable<string>): Promise<void> {
    const unread = [...new Set(ids)].filter((id) => !this.customers.has(id));
    if (unread.length === 0) return;
    const found = await customersInDirectory(this.ctx.db, unread);
    for (const id of unread) this.customers.set(id, found.get(id));
    await this.readDepartments([...found.values()].map(({ rootHierarchyId }) => rootHierarchyId));
  }

  /** Returns the rules with named places that have not been read yet. */
  unread(rules: readonly Rule[]): Rule[] {
    return rules.filter((rule) => !this.rules.has(rule));
  }

  private async readNamed(rules: readonly Rule[]): Promise<void> {
    const unread = this.unread(rules);
    const named = namedDepartments(unread);
    const customers = [...named.keys()].filter((id) => id !== "*");
    await this.readCustomers(customers);
    const departments = new Set([...named.values()].flatMap((ids) => [...ids]));
    departments.delete("*");
    await this.readDepartments(
      departments,
      customers.map((customerId) => {
        const awsRegion = this.customers.get(customerId)?.awsRegion;
        return { customerId, awsRegion, count: named.get(customerId)?.size ?? 0 };
      }),
    );
    for (const rule of unread) this.rules.add(rule);
  }
}

/** Returns the departments that rules name, by customer; "*" is treated as an ordinary id. */
function namedDepartments(rules: readonly Rule[]): Map<string, Set<string>> {
  const named = new Map<string, Set<string>>();
  for (const { groups } of rules)
    for (const { customerId, hierarchyIds } of groups) {
      const known = named.get(customerId) ?? new Set();
      named.set(customerId, known);
      for (const id of hierarchyIds) known.add(id);
    }
  return named;
}

/** Returns the departments that rules name. */
function departmentsIn(rules: readonly Rule[]): Set<string> {
  const named = new Set<string>();
  for (const { groups } of rules)
    for (const { hierarchyIds } of groups) for (const id of hierarchyIds) named.add(id);
  named.delete("*");
  return named;
}

/**
 * True if rules name at most `most` departments. Skips the deduplication if the plain sum is small enough.
 */
function areWithin(rules: readonly Rule[], most: number): boolean {
  let sum = 0;
  for (const { groups } of rules) for (const { hierarchyIds } of groups) sum += hierarchyIds.size;
  return sum <= most || departmentsIn(rules).size <= most;
}

/** Cached per request, since each row of a list needs the same places. */
const placesByRequest = new WeakMap<SessionCall["ctx"], KnownPlaces>();

function placesOf(ctx: SessionCall["ctx"]): KnownPlaces {
  const places = placesByRequest.get(ctx) ?? new KnownPlaces(ctx);
  placesByRequest.set(ctx, places);
  return places;
}

/**
 * Returns the request's known places plus those that the rules name, unless the rules name more than `most`
 * new departments.
 */
export async function placesIn(
  ctx: SessionCall["ctx"],
  rules: readonly Rule[],
  most = Infinity,
): Promise<Places> {
  const places = placesOf(ctx);
  const unread = places.unread(rules);
  if (unread.length > 0 && areWithin(unread, most)) await places.readAll(unread);
  return places;
}

/** Like placesIn, for many sets of rules at once. */
export async function placesInEach(
  ctx: SessionCall["ctx"],
  each: readonly (readonly Rule[])[],
  most: number,
): Promise<Places> {
  const places = placesOf(ctx);
  const unread = each.map((rules) => places.unread(rules)).filter((rules) => areWithin(rules, most));
  const all = new Set(unread.flat());
  if (all.size > 0) await places.readAll([...all]);
  return places;
}

/** Returns the request's known places with these customers and departments loaded. */
export async function placesWithIds(
  ctx: SessionCall["ctx"],
  ids: { readonly customers: readonly string[]; readonly departments: readonly string[] },
): Promise<Places> {
  const places = placesOf(ctx);
  await places.inTurn(async () => {
    await places.readCustomers(ids.customers);
    await places.readDepartments(ids.departments);
  });
  return places;
}
