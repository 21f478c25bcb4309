import type { PermissionCode } from "./permissions";

/**
 * No code of PERM-46..PERM-54 is about a customer's settings. As with departments (DEPT-31) every console user reads
 * them, and whoever may edit the customer's people changes them: of the role templates, the Customer Admin alone.
 */
export const settingsCodes = {
  read: "edge:access",
  change: "org:editUser",
} as const satisfies Record<string, PermissionCode>;
