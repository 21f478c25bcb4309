/** The subject of insights figures: their filters' fields, their access, and the rows they count. */
import { forbidden, invalid, notFound } from "../../core/errors";
import { hierarchiesOf } from "../../core/departments.store";
import type { InsightSubject } from "./insights.store";
import type { Product } from "../../store/tables/hiring";
import { findVacanciesByExternalIds } from "../vacancies/vacancies.store";
import { rootOf, type CustomerCall } from "../../core/access";
import { builder } from "../../core/builder";
import { atMost, choice, maxItems, type Bound, type Bounds } from "../../core/bounds";

/** Bounds of a figure's filter; each figure has its own filter type. */
export const figureBounds = (filter: string, ...more: readonly (readonly [field: string, Bound])[]): Bounds =>
  Object.fromEntries(
    [
      ["customerIds", maxItems(1, "Request the figures of one customer only")] as const,
      ["organizationIds", maxItems(1, "Request the figures of one customer only")] as const,
      ["hierarchyIds", atMost(1_000, "departments")] as const,
      ...more,
    ].map(([field, bound]) => [`${filter}.${field}`, bound]),
  );
export const productBound = ["product", choice] as const;
export const cohortsBound = ["externalCohortIds", atMost(1_000, "vacancies")] as const;

const code = "fi:viewAllInsights";

const ProductType = builder.enumType("DatalakeProduct", { values: ["FI", "SI"] as const });

/** The builder of the fields of an input. */
export type FieldsOf = Parameters<Parameters<typeof builder.inputType>[1]["fields"]>[0];

/** Input fields that choose the places to count. */
export const placeFields = (t: FieldsOf) => ({
  organizationIds: t.idList({ required: true, description: "The customer's organisation." }),
  customerIds: t.idList({ required: true, description: "One customer." }),
  hierarchyIds: t.idList({
    description:
      "These departments and their descendants. If empty, all departments on which the caller has the permission.",
  }),
});
/** The vacancies to count. */
export const cohortFields = (t: FieldsOf) => ({
  externalCohortIds: t.stringList({ description: "External ids of vacancies. All vacancies if empty." }),
});
/** The products to count. */
export const productFields = (t: FieldsOf) => ({
  product: t.field({ type: [ProductType], description: "Only chat interviews (FI) by default." }),
});

interface Places {
  organizationIds: string[];
  customerIds: string[];
  hierarchyIds?: string[] | null;
}

/** A filter of interviews. */
export interface AssessmentArgs extends Places {
  product?: Product[] | null;
  externalCohortIds?: string[] | null;
}

/** Access: requires the code somewhere at the customer, and at or below each requested department (DI-36). */
export const access = {
  code,
  scope: ({ filter }: { filter: Places }) => {
    const [organizationId, ...otherOrganizations] = filter.organizationIds;
    const [customerId, ...others] = filter.customerIds;
    if (
      customerId === undefined ||
      organizationId === undefined ||
      others.length + otherOrganizations.length > 0
    )
      throw invalid("Request the figures of one customer only");
    return { customerId, organizationId };
  },
  anyDepartment: true,
} as const;

/**
 * Returns the ids of the departments to count: the requested ones and their descendants, as far as the caller holds the
 * code. Archived departments count with their ancestors, so that archiving changes no past figure. Null means all.
 */
async function departmentsOf(call: CustomerCall, asked: readonly string[]): Promise<string[] | null> {
  const { ctx, caller, customer } = call;
  const nodes = await hierarchiesOf(ctx.db, customer.id);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const pathOf = (id: string | null): string[] => {
    const node = id === null ? undefined : byId.get(id);
    return node ? [...pathOf(node.parentId), node.id] : [];
  };
  const holds = (hierarchyPath: readonly string[]) =>
    caller.grants.allows(code, { ...rootOf(customer), hierarchyPath });
  // Departments at or below which the caller holds the code; computed once, since up to 1,000 may be requested.
  const seen = new Set(
    nodes.flatMap(({ id, archivedAt }) => {
      const path = archivedAt === null ? pathOf(id) : [];
      return path.length > 0 && holds(path) ? path : [];
    }),
  );
  for (const id of asked) {
    if (byId.get(id)?.archivedAt !== null) throw notFound();
    if (!seen.has(id)) throw forbidden();
  }
  const wanted = new Set(asked);
  const counted = nodes.filter(({ id }) => {
    const path = pathOf(id);
    return (wanted.size === 0 || path.some((one) => wanted.has(one))) && holds(path);
  });
  return counted.length === nodes.length ? null : counted.map(({ id }) => id);
}

/** Ids of the customer's vacancies with these external ids, within the counted departments; null if none given. */
async function vacanciesOf(
  { ctx, customer }: CustomerCall,
  externalIds: readonly string[],
  departments: readonly string[] | null,
): Promise<string[] | null> {
  if (externalIds.length === 0) return null;
  const counted = departments && new Set(departments);
  const vacancies = await findVacanciesByExternalIds(ctx.db, customer.id, externalIds);
  return vacancies.filter(({ hierarchyId }) => counted?.has(hierarchyId) ?? true).map(({ id }) => id);
}

/** Resolves a filter to the assessments or applications to count. */
export async function subjectOf(
  call: CustomerCall,
  { hierarchyIds }: Places,
  externalIds: readonly string[] | null | undefined,
  products: readonly Product[] | null | undefined,
): Promise<InsightSubject> {
  const departments = await departmentsOf(call, hierarchyIds ?? []);
  return {
    customerId: call.customer.id,
    // DI-38
    products: products?.length ? [...new Set(products)] : ["FI"],
    departments,
    vacancyIds: await vacanciesOf(call, externalIds ?? [], departments),
  };
}

/** Resolves a filter of interviews. */
export const assessmentsOf = (call: CustomerCall, filter: AssessmentArgs) =>
  subjectOf(call, filter, filter.externalCohortIds, filter.product);

/** Throws unless a number of days after which an interview counts as lost is sensible. */
export const checkThreshold = (days: number) => {
  if (days < 0 || days > 3_650) throw invalid("The threshold is 0 to 3650 days");
};

/** Ends the description of a figure. */
export const nothing = "Null if there is nothing to count.";
