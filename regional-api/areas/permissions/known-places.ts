/**
 * Customers and departments of all regions, as one request has read them. Rights are weighed without waiting for the store,
 * so what is weighed is read beforehand: all that the rules in question name.
 */
import type { SessionCall } from "../../core/access";
import { readersOf } from "../../core/context";
import { findInDirectory } from "../../core/customers.store";
import { departmentFinder } from "../../core/departments.store";
import type { Rule } from "../../core/policy";
import type { Places } from "./delegation";

type Found<Find extends (id: string) => unknown> = Map<string, ReturnType<Find>>;

/** Stands for what nobody names. */
const isOther = (id: string) => /^~+$/.test(id);

function read<Value>(known: ReadonlyMap<string, Value>, id: string): Value | undefined {
  if (!known.has(id) && !isOther(id)) throw new Error("A place was not read before it was asked for");
  return known.get(id);
}

class KnownPlaces implements Places {
  private readonly customers: Found<Places["customer"]> = new Map();
  private readonly departments: Found<Places["department"]> = new Map();
  private readonly rules = new WeakSet<Rule>();
  private readonly find: ReturnType<typeof departmentFinder>;
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly ctx: SessionCall["ctx"]) {
    this.find = departmentFinder(readersOf(ctx));
  }

  readonly customer: Places["customer"] = (id) => read(this.customers, id);
  readonly department: Places["department"] = (id) => read(this.departments, id);

  /** Fields of one answer ask side by side: who comes second waits for what the first is still reading. */
  inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.reading.then(work);
    this.reading = done.catch(() => undefined);
    return done;
  }

  async readDepartment(id: string): Promise<void> {
    if (this.departments.has(id)) return;
    const department = await this.find(id);
    this.departments.set(id, department);
    if (department) await this.readCustomer(department.customerId);
  }

  async readCustomer(id: string): Promise<void> {
    if (this.customers.has(id)) return;
    const customer = await findInDirectory(this.ctx.db, id);
    this.customers.set(id, customer);
    if (customer) await this.readDepartment(customer.rootHierarchyId);
  }

  knows(rules: readonly Rule[]): boolean {
    return rules.every((rule) => this.rules.has(rule));
  }

  /** Reads what the rules name, unless these are more than `most` departments that are not known yet. */
  async readNamed(rules: readonly Rule[], most: number): Promise<void> {
    const unread = rules.filter((rule) => !this.rules.has(rule));
    if (unread.length === 0) return;
    const groups = unread.flatMap((rule) => rule.groups);
    const departments = new Set(groups.flatMap(({ hierarchyIds }) => [...hierarchyIds]));
    departments.delete("*");
    if (departments.size > most) return;
    for (const { customerId } of groups) if (customerId !== "*") await this.readCustomer(customerId);
    for (const id of departments) await this.readDepartment(id);
    for (const rule of unread) this.rules.add(rule);
  }
}

/** A list asks for the same ones with every row. */
const placesByRequest = new WeakMap<SessionCall["ctx"], KnownPlaces>();

function placesOf(ctx: SessionCall["ctx"]): KnownPlaces {
  const places = placesByRequest.get(ctx) ?? new KnownPlaces(ctx);
  placesByRequest.set(ctx, places);
  return places;
}

/** What the request knows of places, with those that the rules name. */
export async function placesIn(
  ctx: SessionCall["ctx"],
  rules: readonly Rule[],
  most = Infinity,
): Promise<Places> {
  const places = placesOf(ctx);
  if (!places.knows(rules)) await places.inTurn(() => places.readNamed(rules, most));
  return places;
}

/** What the request knows of places, with these customers and departments. */
export async function placesCalled(
  ctx: SessionCall["ctx"],
  ids: { readonly customers: readonly string[]; readonly departments: readonly string[] },
): Promise<Places> {
  const places = placesOf(ctx);
  await places.inTurn(async () => {
    for (const id of ids.customers) await places.readCustomer(id);
    for (const id of ids.departments) await places.readDepartment(id);
  });
  return places;
}
