/**
 * Access to operations on one group: resolves the group's customer and checks that the caller may read or
 * change the group.
 */
import { findGroup } from "./group-grants.store";
import type { Row } from "../../store/tables";
import type { CustomerAccess, CustomerCall } from "../../core/access";
import { requireOn } from "../../core/department-access";
import { requireVisibleGroup } from "./rights";

/** Access for an operation on one group. The call names no customer, so the scope is the group's customer. */
export const onGroup = <Args>(code: "org:listUser" | "org:editUser", idOf: (args: Args) => string) =>
  ({
    code,
    scope: async (args: Args, ctx) => ({
      customerId: (await findGroup(ctx.db, idOf(args)))?.customerId ?? "",
    }),
    anyDepartment: true,
  }) as const satisfies CustomerAccess<Args>;

/** Returns a group if the caller may read or change it, else throws. */
export async function groupFor(
  call: CustomerCall,
  id: string,
  code: "org:listUser" | "org:editUser",
): Promise<Row<"groups">> {
  const group = await requireOn(call, await findGroup(call.ctx.db, id), code, "org:listUser");
  await requireVisibleGroup(call, id);
  return group;
}
