/** Access rules of root fields, and the checks that enforce them. */
import { filterSequentially, flatMapSequentially } from "../store/sequential";
import type { Async, Reader } from "../store/engine";
import { forbidden, notFound } from "./errors";
import type { PermissionCode } from "./permissions";
import type { Target } from "./policy";
import { activeSummaries, findInDirectory, type CustomerSummary } from "./customers.store";
import { activePaths, pathTo } from "./departments.store";
import { findOrganization } from "./organizations.store";
import type { Row } from "../store/tables";
import type { SessionOfToken } from "./sessions.store";
import { authenticate, checkAntiForgery, presentedSession, type Caller } from "./caller";
import type { ApiContext } from "./context";

/** The customer that an operation works on, and its department; by default the root. */
export interface Scope {
  readonly customerId: string;
  readonly organizationId?: string | null;
  readonly hierarchyId?: string | null;
}

/**
 * Requires `code` on the scope's department; with `onRoot`, on the customer's root, whatever the department;
 * with `anyDepartment`, on at least one department of the customer.
 */
export interface CustomerAccess<Args> {
  readonly code: PermissionCode;
  readonly scope: (args: Args, ctx: ApiContext) => Async<Scope>;
  readonly anyDepartment?: true;
  readonly onRoot?: true;
}

/** Requires `code` on some customer of the organisation; the resolver must return only `grantedCustomers`. */
interface OrganizationAccess<Args> {
  readonly code: PermissionCode;
  readonly organization: (args: Args) => string;
}

/**
 * Requires provider staff: a policy that grants "*" on the organisation; null means any organisation, "*" all
 * (ORG-44).
 */
interface WildcardAccess<Args> {
  readonly wildcard: (args: Args) => string | null;
}

/**
 * - "public": anyone; the auth list of SESS-04.
 * - "known-session": anyone, but a request that presents a session's tokens needs its anti-forgery value.
 * - "session": any signed-in user.
 */
export type Access<Args> =
  | "public"
  | "known-session"
  | "session"
  | CustomerAccess<Args>
  | OrganizationAccess<Args>
  | WildcardAccess<Args>;

export interface PublicCall<Db extends Reader = Reader> {
  readonly ctx: ApiContext<Db>;
}

/** A call with the sessions that its cookies name, live or ended. */
export interface KnownSessionCall<Db extends Reader = Reader> extends PublicCall<Db> {
  readonly presented: { readonly access?: SessionOfToken; readonly refresh?: SessionOfToken };
}

export interface SessionCall<Db extends Reader = Reader> extends PublicCall<Db> {
  readonly caller: Caller;
}

/** A call to an active customer in this region on which the caller holds the code. */
export interface CustomerCall<Db extends Reader = Reader> extends SessionCall<Db> {
  readonly customer: Row<"customer_directory">;
  /** The scope's department. */
  readonly hierarchyId: string;
}

interface OrganizationCall<Db extends Reader = Reader> extends SessionCall<Db> {
  readonly organization: Row<"organizations">;
}

/** The call that a resolver receives, depending on its access; `Db` determines whether it may write. */
export type CallFor<A, Db extends Reader = Reader> = A extends "public"
  ? PublicCall<Db>
  : A extends "known-session"
    ? KnownSessionCall<Db>
    : A extends { readonly scope: unknown }
      ? CustomerCall<Db>
      : A extends { readonly organization: unknown }
        ? OrganizationCall<Db>
        : SessionCall<Db>;

/** Returns the customer's root department as a permission target. */
export function rootOf(
  customer: Pick<Row<"customer_directory">, "id" | "awsRegion" | "organizationId" | "rootHierarchyId">,
): Target & { hierarchyPath: [string] } {
  return {
    awsRegion: customer.awsRegion,
    organizationId: customer.organizationId,
    customerId: customer.id,
    hierarchyPath: [customer.rootHierarchyId],
  };
}

/** Returns the active departments of a customer of this region, each with its path of ids from the root. */
async function departmentTargets(
  ctx: ApiContext,
  customer: Parameters<typeof rootOf>[0],
): Promise<Map<string, Target>> {
  const paths = await activePaths(ctx.db, customer.id, customer.rootHierarchyId);
  const { hierarchyPath: _root, ...place } = rootOf(customer);
  return new Map([...paths].map(([id, hierarchyPath]) => [id, { ...place, hierarchyPath }]));
}

/**
 * Returns the active departments of a customer of this region on which the caller holds `code`, i.e. the
 * departments a list may show.
 */
export async function departmentsGranted(call: CustomerCall, code: PermissionCode): Promise<Set<string>> {
  const { ctx, caller, customer } = call;
  const { grants } = caller;
  // A grant on the root covers all departments, unless something is denied.
  if (!grants.denies() && grants.allows(code, rootOf(customer)))
    return new Set((await activePaths(ctx.db, customer.id, customer.rootHierarchyId)).keys());
  const granted = [...(await departmentTargets(ctx, customer))].filter(([, target]) =>
    grants.allows(code, target),
  );
  return new Set(granted.map(([id]) => id));
}

/** Returns those of `codes` that the caller holds on at least one active department of a customer of this region. */
export async function heldSomewhere(
  { ctx, caller }: SessionCall,
  customer: Row<"customer_directory">,
  codes: readonly string[],
): Promise<string[]> {
  let targets: readonly Target[] | undefined;
  return filterSequentially(codes, async (code) => {
    if (caller.grants.allows(code, rootOf(customer))) return true;
    if (!caller.grants.allowsWithin(code, customer.organizationId)) return false;
    targets ??= [...(await departmentTargets(ctx, customer)).values()];
    return targets.some((target) => caller.grants.allows(code, target));
  });
}

async function presentedSessions(ctx: ApiContext): Promise<KnownSessionCall["presented"]> {
  const access = await presentedSession(ctx, "access");
  const refresh = await presentedSession(ctx, "refresh");
  const session = access ?? refresh;
  if (session) checkAntiForgery(ctx, session);
  // Tokens of two sessions do not form a pair; then the access token takes precedence.
  return access && refresh && access.id !== refresh.id ? { access } : { access, refresh };
}

/**
 * Returns the active customers of all regions, or of one organisation, on which the caller holds `code`, by
 * name.
 */
export async function grantedCustomers(
  { ctx, caller }: SessionCall,
  code: PermissionCode,
  organizationId?: string,
): Promise<CustomerSummary[]> {
  const named = caller.grants.organizationIds();
  const candidates = organizationId
    ? await activeSummaries(ctx.db, organizationId)
    : named
      ? await flatMapSequentially([...named], (id) => activeSummaries(ctx.db, id))
      : await activeSummaries(ctx.db);
  return candidates.filter((customer) =>
    caller.grants.allows(code, rootOf({ ...customer, id: customer.customerId })),
  );
}

/** Returns the call for the scope's customer if the caller is allowed; throws as `authorize` does. */
export async function checkCustomer<Db extends Reader>(
  ctx: ApiContext<Db>,
  caller: Caller,
  scope: Scope,
  access: CustomerAccess<never>,
): Promise<CustomerCall<Db>> {
  const customer = await findInDirectory(ctx.db, scope.customerId);
  const inPlace =
    customer &&
    customer.archivedAt === null &&
    customer.awsRegion === ctx.awsRegion &&
    (scope.organizationId == null || scope.organizationId === customer.organizationId);
  if (!inPlace) throw notFound();
  const root = rootOf(customer);
  if (caller.user.customerId !== customer.id && !caller.grants.reaches(root)) throw notFound();

  const hierarchyId = scope.hierarchyId ?? customer.rootHierarchyId;
  // Most calls are about the root, which needs no query for its path.
  const sent =
    hierarchyId === customer.rootHierarchyId
      ? root.hierarchyPath
      : await pathTo(ctx.db, customer.id, hierarchyId);
  if (!sent) throw notFound();
  ctx.customerOfCall = customer.id;
  const hierarchyPath = access.onRoot ? root.hierarchyPath : sent;
  const call: CustomerCall<Db> = {
    ...{ ctx, caller, customer },
    hierarchyId: access.onRoot ? customer.rootHierarchyId : hierarchyId,
  };
  const allowed =
    caller.grants.allows(access.code, { ...root, hierarchyPath }) ||
    (access.anyDepartment === true && (await departmentsGranted(call, access.code)).size > 0);
  if (!allowed) throw forbidden();
  return call;
}

async function checkOrganization<Db extends Reader>(
  ctx: ApiContext<Db>,
  caller: Caller,
  code: PermissionCode,
  id: string,
): Promise<OrganizationCall<Db>> {
  const organization = await findOrganization(ctx.db, id);
  const isKnown = caller.user.organizationId === id || caller.grants.reaches({ organizationId: id });
  if (!organization || !isKnown) throw notFound();
  if (!caller.grants.allowsWithin(code, id)) throw forbidden();
  return { ctx, caller, organization };
}

/** Throws unless the caller is provider staff of the organisation. */
export async function checkWildcard(
  ctx: ApiContext,
  { grants }: Caller,
  organizationId: string | null,
): Promise<void> {
  if (!grants.hasWildcard()) throw forbidden();
  if (organizationId === null || (organizationId === "*" && grants.hasWildcard("*"))) return;
  if (!grants.hasWildcard(organizationId) || !(await findOrganization(ctx.db, organizationId)))
    throw notFound();
}

/**
 * Checks `access` and returns the call for the resolver. Throws UNAUTHENTICATED, FORBIDDEN (missing permission or
 * anti-forgery value) or a Not Found Error (outside what the caller may see).
 */
export async function authorize<Args, Db extends Reader>(
  access: Access<Args>,
  args: Args,
  ctx: ApiContext<Db>,
): Promise<PublicCall<Db> | KnownSessionCall<Db> | SessionCall<Db>> {
  if (access === "public") return { ctx };
  if (access === "known-session") return { ctx, presented: await presentedSessions(ctx) };
  const caller = await authenticate(ctx);
  if (access === "session") return { ctx, caller };
  if ("scope" in access) return checkCustomer(ctx, caller, await access.scope(args, ctx), access);
  if ("organization" in access) return checkOrganization(ctx, caller, access.code, access.organization(args));
  await checkWildcard(ctx, caller, access.wildcard(args));
  return { ctx, caller };
}
