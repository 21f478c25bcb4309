/** Who sees which entries: those of objects whose details they may see (AUD-11). */
import { filterInTurn } from "../../store/in-turn";
import { departmentsGranted, rootOf, type CustomerCall } from "../../core/access";
import { activeHierarchies } from "../../core/departments.store";
import { allRecordKinds, recordKindNames, type RecordKind } from "../../core/record";
import { policiesOfCustomer } from "../policies/policies.store";
import { groupsLeftOut } from "../permissions/rights";
import { isHidden } from "../policies/policy-access";
import type { Entry, RecordSearch } from "./record.store";

/** What a caller sees of the record of the call's customer. */
export type Sight = Required<Pick<RecordSearch, "places" | "kinds" | "partial" | "hidden">>;

/** Kinds of a job and of what it is done to: whoever sees the record sees that it ran. */
const openKinds: readonly string[] = ["BULK_ACTION"];

const isRunner = ({ caller, customer }: CustomerCall) => caller.grants.hasWildcard(customer.organizationId);

const hiddenPolicies = async (call: CustomerCall) =>
  (
    await filterInTurn(
      await policiesOfCustomer(call.ctx.db, call.customer.organizationId, call.customer.id),
      (policy) => isHidden(call, policy),
    )
  ).map(({ id }) => id);

/** What the caller may see of the customer's record, and of its organisation's if they run it. */
export async function sightOf(call: CustomerCall): Promise<Sight> {
  const { ctx, customer } = call;
  // Of a customer of thousands of departments the question for each code takes a while: not where the answer is known.
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
      if (isRunner(call)) kinds.push(kind);
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
  // The provider's own groups and policies are hidden from those who hold less: from nobody who holds all there is.
  const hidden = call.caller.grants.holdsAll("*")
    ? []
    : [...(await groupsLeftOut(call, undefined)), ...(await hiddenPolicies(call))];
  const places = isRunner(call) ? [customer.id, customer.organizationId] : [customer.id];
  return { places, kinds, partial, hidden };
}

/** The search without what leaves nothing out. */
export const narrowedTo = (sight: Sight): RecordSearch => ({
  ...sight,
  kinds: sight.kinds.length === recordKindNames().length ? undefined : sight.kinds,
});

/** Whether the caller sees an entry. */
export const sees = ({ places, kinds, partial, hidden }: Sight, entry: Entry): boolean =>
  places.includes(entry.customerId ?? entry.organizationId ?? "") &&
  kinds.includes(entry.kind) &&
  !hidden.includes(entry.objectId ?? "") &&
  partial.every(
    ({ kind, departments }) => kind !== entry.kind || departments.includes(entry.departmentId ?? ""),
  );
