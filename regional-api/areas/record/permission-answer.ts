/** Since when a user has a permission, and who gave it, as far as the caller may read that in the audit log. */
import type { CustomerCall } from "../../core/access";
import { rootOf } from "../../core/access";
import type { PermissionCode } from "../../core/permissions";
import { Grants, type PolicyStatement } from "../../core/policy";
import type { RecordedObject } from "../../core/record-differences";
import type { RecordValue } from "../../core/record-kinds";
import { userKind } from "../../core/users.record";
import { groups } from "../groups/groups.entity";
import type { ReasonShape } from "../permissions/explained-permissions";
import { attachedNames } from "../policies/policies.store";
import { policyKind, statementOfLine } from "../policies/policies.record";
import { joinedAt } from "../users/users.store";
import { toSearchCriteria, type VisibleRecords, visibleRecordsOf } from "./record-access";
import { findEntries, type Entry } from "./record.store";

/** A step by which a policy came to apply to a user. */
export interface Step {
  readonly kind: "MEMBERSHIP" | "ATTACHMENT" | "POLICY";
  /** Null if the audit log does not tell. */
  readonly at: number | null;
  readonly entry: Entry | undefined;
}

/** Entries read at most for each step. */
const most = 200;
/** Maximum delay of an entry's timestamp after the time of its change. */
const withinMs = 60_000;

/** The part of the audit log that the caller may read; undefined without the right to it. */
export const readableRecord = async (call: CustomerCall): Promise<VisibleRecords | undefined> =>
  call.caller.grants.allows("org:viewRecord", rootOf(call.customer)) ? visibleRecordsOf(call) : undefined;

type About = Pick<RecordedObject, "kind" | "id">;

/** Returns the changes of a field of an object, newest first, by their entries. */
async function changesOf(
  { ctx }: CustomerCall,
  sight: VisibleRecords,
  { kind, id }: About,
  field: string,
  at?: { from: number; to: number },
) {
  const found = await findEntries(ctx.db, { ...toSearchCriteria(sight), object: { kind, id }, ...at });
  return (await found.rows({ limit: most, offset: 0 })).flatMap((entry) => {
    const objects = JSON.parse(entry.changes) as RecordedObject[];
    const object = objects.find((one) => one.kind === kind && one.id === id);
    const change = object?.fields.find((one) => one.field === field);
    return change ? [{ entry, change }] : [];
  });
}

const linesOf = (value: RecordValue | undefined): readonly string[] =>
  typeof value === "object" && value !== null ? value : [];

/** Returns the entry by which something came to hold that holds now; undefined if the entries do not tell. */
function beginning(
  changes: Awaited<ReturnType<typeof changesOf>>,
  holds: (lines: readonly string[]) => boolean | undefined,
): Entry | undefined {
  for (const { entry, change } of changes) {
    if (holds(linesOf(change.after)) !== true) return undefined;
    const held = holds(linesOf(change.before));
    if (held !== true) return held === false ? entry : undefined;
  }
  return undefined;
}

/** True if statements as recorded have the effect; undefined if some were shortened. */
function hasEffect(
  lines: readonly string[],
  codes: readonly PermissionCode[],
  { effect, target }: ReasonShape,
  prefix: string,
): boolean | undefined {
  const statements: PolicyStatement[] = [];
  for (const line of lines) {
    const statement = statementOfLine(line);
    if (!statement) return undefined;
    if (statement.effect === effect) statements.push({ ...statement, effect: "Allow" });
  }
  const grants = new Grants(statements, prefix);
  return codes.some((code) => grants.allows(code, target));
}

/** Returns the steps by which a policy came to allow or deny the codes to a user; none of a hidden group. */
export async function stepsOf(
  call: CustomerCall,
  sight: VisibleRecords,
  userId: string,
  codes: readonly PermissionCode[],
  reason: ReasonShape,
): Promise<Step[]> {
  const { ctx } = call;
  if (!reason.origin) return [];
  const { groupId, policyId, policyName } = reason.origin;
  const joined = await joinedAt(ctx.db, groupId, userId);
  const joining =
    joined === undefined
      ? []
      : await changesOf(call, sight, { kind: userKind.kind, id: userId }, "groups", {
          from: joined,
          to: joined + withinMs,
        });
  const steps: Step[] = [{ kind: "MEMBERSHIP", at: joined ?? null, entry: joining.at(-1)?.entry }];
  const step = (kind: Step["kind"], entry: Entry | undefined) =>
    steps.push({ kind, at: entry?.at ?? null, entry });
  if ((await attachedNames(ctx.db, groupId)).some(({ id }) => id === policyId)) {
    const attached = await changesOf(call, sight, { kind: groups.kind.kind, id: groupId }, "policies");
    step(
      "ATTACHMENT",
      beginning(attached, (names) => names.includes(policyName)),
    );
  }
  const saved = await changesOf(call, sight, { kind: policyKind.kind, id: policyId }, "statements");
  const has = (lines: readonly string[]) => hasEffect(lines, codes, reason, ctx.config.policyPrefix);
  step("POLICY", beginning(saved, has));
  return steps;
}
