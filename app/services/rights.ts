/**
 * The permissions that decide about screens, links and menu entries; every screen has them by its access check. Whether a
 * person may do something is the API's to say in any case.
 */
export const rightNames = [
  "org:viewSettings",
  "org:editSettings",
  "ats:listTenant",
  "ats:viewTenant",
  "ats:createTenant",
  "ats:editTenant",
  "ats:deleteTenant",
  "org:listUser",
  "org:viewUser",
  "org:createUser",
  "org:editUser",
  "org:archiveUser",
  "org:restoreUser",
  "apps:createWorkflow",
  "apps:editWorkflow",
] as const;

export type Right = (typeof rightNames)[number];

/** What the person holds on the whole customer. */
export type Rights = ReadonlySet<Right>;

/** Whether a screen, link or entry that may need a right is the person's. */
export const isHeld = (rights: Rights, right: Right | undefined): boolean =>
  right === undefined || rights.has(right);
