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

  constructor(private readonly ctx: SessionCall["ctx"]) {
    this.find = departmentFinder(readersOf(ctx));
  }

  readonly customer: Places["customer"] = (id) => read(this.customers, id);
  readonly department: Places["department"] = (id) => read(this.departments, id);

  readDepartment(id: string): void {
    if (this.departments.has(id)) return;
    const department = this.find(id);
    this.departments.set(id, department);
    if (department) this.readCustomer(department.customerId);
  }

  readCustomer(id: string): void {
    if (this.customers.has(id)) return;
    const customer = findInDirectory(this.ctx.db, id);
    this.customers.set(id, customer);
    if (customer) this.readDepartment(customer.rootHierarchyId);
  }

  /** Reads what the rules name, unless these are more than `most` departments that are not known yet. */
  readNamed(rules: readonly Rule[], most: number): void {
    const unread = rules.filter((rule) => !this.rules.has(rule));
    if (unread.length === 0) return;
    const groups = unread.flatMap((rule) => rule.groups);
    const departments = new Set(groups.flatMap(({ hierarchyIds }) => [...hierarchyIds]));
    departments.delete("*");
    if (departments.size > most) return;
    for (const rule of unread) this.rules.add(rule);
    for (const { customerId } of groups) if (customerId !== "*") this.readCustomer(customerId);
    for (const id of departments) this.readDepartment(id);
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
export function placesIn(ctx: SessionCall["ctx"], rules: readonly Rule[], most = Infinity): Places {
  const places = placesOf(ctx);
  places.readNamed(rules, most);
  return places;
}

/** What the request knows of places, with these customers and departments. */
export function placesCalled(
  ctx: SessionCall["ctx"],
  ids: { readonly customers: readonly string[]; readonly departments: readonly string[] },
): Places {
  const places = placesOf(ctx);
  for (const id of ids.customers) places.readCustomer(id);
  for (const id of ids.departments) places.readDepartment(id);
  return places;
}
