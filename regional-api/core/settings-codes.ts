import type { PermissionCode } from "./permissions";

/** Permissions to read and change a customer's settings; of role templates only Customer Admin has them (PERM-66). */
export const settingsCodes = {
  read: "org:viewSettings",
  change: "org:editSettings",
} as const satisfies Record<string, PermissionCode>;
