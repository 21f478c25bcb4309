/** Visibility of audit entries: callers see the entries of objects that they may open (AUD-11). */
import { filterSequentially, mapConcurrently } from "../../store/sequential";
import { departmentsGranted, rootOf, type CustomerCall } from "../../core/access";
import { activeHierarchies } from "../../core/departments.store";
import type { RecordedField, RecordedObject } from "../../core/record-differences";
import { allRecordKinds, recordKindNames, type RecordKind, type RecordValue } from "../../core/record-kinds";
import { groupAmong } from "../permissions/group-grants.store";
import { policiesOfCustomer } from "../policies/policies.store";
import { hiddenGroupIds } from "../permissions/rights";
import { isHidden } from "../policies/policy-access";
import type { Entry, RecordSearch } from "./record.store";

/** The part of the audit log of the call's customer that a caller may see. */
export interface VisibleRecords extends Required<
  Pick<RecordSearch, "places" | "kinds" | "partial" | "hidden">
> {
  /**
   * Names of the groups that are hidden from the caller; needed because entries about users list groups by
   * name.
   */
  readonly hiddenNames: ReadonlySet<string>;
}

/** Kinds of background jobs: callers who may see the audit log may see that a job ran. */
const openKinds: readonly string[] = ["BULK_ACTION"];

const runs = ({ caller }: CustomerCall, organizationId: string) => caller.grants.hasWildcard(organizationId);

const hiddenPolicies = async (call: CustomerCall) =>
  (
    await filterSequentially(
      await policiesOfCustomer(call.ctx.db, call.customer.organizationId, call.customer.id),
      (policy) => isHidden(call, policy),
    )
  ).map(({ id }) => id);

/**
 * Returns the part of the audit log that the caller may see: the customer's, its organisation's if they
 * manage it, and another organisation's (`organizationId`) if they manage that (ORG-61).
 */
export async function visibleRecordsOf(
  call: CustomerCall,
  organizationId?: string | null,
): Promise<VisibleRecords> {
  const { ctx, customer } = call;
  const run = [customer.organizationId, organizationId ?? customer.organizationId].filter((id) =>
    runs(call, id),
  );
  // Checking each code is slow for customers with thousands of departments, so callers with all rights skip
  // it.
  const holdsAll = call.caller.grants.holdsAll(customer.organizationId);
  const whole = holdsAll ? 0 : (await activeHierarchies(ctx.db, customer.id)).length;
  const kinds: string[] = [...openKinds];
  const partial: { kind: string; departments: string[] }[] = [];
  const granted = new Map<string, Set<string>>();
  const departmentsOf = async (code: Exclude<RecordKind["code"], "wildcard">) => {
    let found = granted.get(code);
    if (!found) granted.set(code, (found = await departmentsGranted(call, code)));
    return found;
  };
  for (const { kind, code } of allRecordKinds()) {
    if (code === "wildcard") {
      if (run.length > 0) kinds.push(kind);
      continue;
    }
    if (holdsAll) {
      kinds.push(kind);
      continue;
    }
    const departments = await departmentsOf(code);
    if (departments.size === 0) continue;
    kinds.push(kind);
    const isWhole = departments.size >= whole && call.caller.grants.allows(code, rootOf(customer));
    if (!isWhole) partial.push({ kind, departments: [...departments] });
  }
  // The provider's groups and policies are hidden from callers with fewer rights than they grant; a caller
  // with all rights sees them.
  const seesHidden = call.caller.grants.holdsAll("*");
  const groups = seesHidden ? [] : await hiddenGroupIds(call, undefined);
  const hidden = seesHidden ? [] : [...groups, ...(await hiddenPolicies(call))];
  const named = await mapConcurrently(groups, (id) => groupAmong(ctx.db, id));
  const hiddenNames = new Set(named.flatMap((group) => group?.name ?? []));
  const places = [...new Set([customer.id, ...run])];
  return { places, kinds, partial, hidden, hiddenNames };
}

/** Returns the search criteria for what a caller may see, without filters that exclude nothing. */
export const toSearchCriteria = ({ hiddenNames: _, ...sight }: VisibleRecords): RecordSearch => ({
  ...sight,
  kinds: sight.kinds.length === recordKindNames().length ? undefined : sight.kinds,
});

/** True if the caller may see an entry. */
export const isEntryVisible = ({ places, kinds, partial, hidden }: VisibleRecords, entry: Entry): boolean =>
  places.includes(entry.customerId ?? entry.organizationId ?? "") &&
  kinds.includes(entry.kind) &&
  !hidden.includes(entry.objectId ?? "") &&
  partial.every(
    ({ kind, departments }) => kind !== entry.kind || departments.includes(entry.departmentId ?? ""),
  );

/** True if the caller may read the history of an object. */
export const isObjectVisible = (
  { kinds, hidden }: VisibleRecords,
  { kind, id }: Pick<RecordedObject, "kind" | "id">,
) => kinds.includes(kind) && !hidden.includes(id);

/**
 * Removes from a visible entry what the caller may not see: objects with hidden entries, e.g. a provider
 * group archived together with others, and the names of such groups on a user.
 */
export function redactEntry(sight: VisibleRecords, entry: Entry): Entry {
  const { kinds, hidden, hiddenNames } = sight;
  if (hidden.length === 0 && kinds.length === recordKindNames().length) return entry;
  const all = JSON.parse(entry.changes) as RecordedObject[];
  const seen = all.filter((object) => isObjectVisible(sight, object));
  const left = all.filter(({ kind }) => kind === entry.kind).length;
  const objectCount = entry.objectCount - left + seen.filter(({ kind }) => kind === entry.kind).length;
  const groupsOf = (names: RecordValue | undefined): RecordValue =>
    typeof names === "object" && names !== null
      ? names.filter((name) => !hiddenNames.has(name))
      : (names ?? null);
  const fieldOf = (field: RecordedField): RecordedField[] => {
    if (field.field !== "groups" || field.hidden !== undefined) return [field];
    const [before, after] = [groupsOf(field.before), groupsOf(field.after)];
    return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ ...field, before, after }];
  };
  const changes = seen.map((object) => ({ ...object, fields: object.fields.flatMap(fieldOf) }));
  return { ...entry, objectCount, changes: JSON.stringify(changes) };
}
