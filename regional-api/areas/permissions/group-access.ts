/** Access to operations on one group: resolves its customer and checks that the caller may read or change it. */
import { findGroup } from "./group-grants.store";
import type { Row } from "../../store/tables";
import type { CustomerAccess, CustomerCall } from "../../core/access";
import { requireOn } from "../../core/department-access";
import { requireVisibleGroup } from "./rights";

/** Access for an operation on one group, with the group's customer as scope since the call names none. */
export const onGroup = <Args>(code: "org:listUser" | "org:editUser", idOf: (args: Args) => string) =>
  ({
    code,
    scope: async (args: Args, ctx) => ({
      customerId: (await findGroup(ctx.db, idOf(args)))?.customerId ?? "",
    }),
    anyDepartment: true,
  }) as const satisfies CustomerAccess<Args>;

/** Returns a group that the caller may read or change. Throws otherwise. */
export async function groupFor(
  call: CustomerCall,
  id: string,
  code: "org:listUser" | "org:editUser",
): Promise<Row<"groups">> {
  const group = await requireOn(call, await findGroup(call.ctx.db, id), code, "org:listUser");
  await requireVisibleGroup(call, id);
  return group;
}
