/** A user's rights at the customer, with reasons (USER-88). */
import { query } from "../../core/operation";
import { explained, Permission } from "../permissions/explained-permissions";
import { onUser, requireVisibleUser, userFilterArg } from "./users.operations";
import { policiesOfUser } from "./users.store";

query("ORGGetUserPermissions", {
  description: "A user's permissions, with the groups and policies that grant or deny them.",
  type: [Permission],
  args: userFilterArg,
  access: onUser("org:viewUser"),
  resolve: async ({ filter }, call) => {
    const { id } = await requireVisibleUser(call, filter._id, "org:viewUser");
    return explained(call, await policiesOfUser(call.ctx.db, id));
  },
});
