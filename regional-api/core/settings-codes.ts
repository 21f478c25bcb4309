import type { PermissionCode } from "./permissions";

/** What reading and changing a customer's settings needs: of the role templates the Customer Admin alone has it (PERM-66). */
export const settingsCodes = {
  read: "org:viewSettings",
  change: "org:editSettings",
} as const satisfies Record<string, PermissionCode>;
