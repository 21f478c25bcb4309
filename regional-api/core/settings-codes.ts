import type { PermissionCode } from "./permissions";

/**
 * Permissions for reading and changing a customer's settings. Of the role templates, only Customer Admin has
 * them (PERM-66).
 */
export const settingsCodes = {
  read: "org:viewSettings",
  change: "org:editSettings",
} as const satisfies Record<string, PermissionCode>;
