/** Users: list, details, creation, edit, archiving and restoring (USER-12 to USER-20, USER-48, USER-74 to USER-90). */
import { archived, invalid } from "../../core/errors";
import { searchTextOf } from "../../core/paging";
import type { PermissionCode } from "../../core/permissions";
import { dueFilter, requireNewUser, userChanges, userDues, type UserDue } from "./users.rules";
import { validate } from "../../core/validate";
import { idsBelow } from "../../core/departments.store";
import { hasAuthenticator } from "../auth/authenticators.store";
import { hasPasskey } from "../auth/passkeys.store";
import { isLocked } from "../auth/login-attempts.store";
import { revokeSessionsOf } from "../../core/sessions.store";
import type { Row } from "../../store/tables";
import { listUsers, secondFactors, userCount, userSorts, type UsersQuery } from "./user-list.store";
import { findUser, groupsOfUser, hasPassword, userAmong, type GroupOfUser } from "../../core/users.store";
import { setUserArchived, updateUser } from "./users.store";
import { departmentsGranted, type CustomerCall, type Scope } from "../../core/access";
import { keepingAdministrator } from "../permissions/administrators";
import { archiveMutations, type Archivable, type RowSelection, setArchived } from "../../core/archivable";
import { builder, rowType, inputOf } from "../../core/builder";
import { ChangeResult, type ChangeShape } from "../../core/shared-types";
import { mayOpenRows, requireOn, scopeArgs, inAnyDepartment } from "../../core/department-access";
import { Edited, editionAfter, versionArg } from "../../core/versioned-type";
import { firstPassword, isResetMailOn, makeUser, requireGroupsToJoin } from "./new-users";
import { mutation, query } from "../../core/operation";
import { pageType, Sort, sortOf } from "../../core/page-types";
import { hiddenGroupIds, outranks, requireUser } from "../permissions/rights";
import { atMost, declareBounds, pageNumber, pageSize } from "../../core/bounds";
import type { Writer } from "../../store/engine";
import { userKind } from "../../core/users.record";

declareBounds({
  lists: {
    "ORGUsersFilter.groupIds": atMost(500, "departments, groups and users", "Name"),
    "ORGUsersFilter.hierarchyIds": atMost(500, "departments, groups and users", "Name"),
    "ORGUsersFilter.secondFactors": atMost(4, "second factors", "Name"),
    "ORGUsersFilter.userIds": atMost(500, "departments, groups and users", "Name"),
    "ORGNewEndUserInput.groupIds": atMost(500, "groups", "Name"),
  },
  pages: {
    "ORGUsersFilter.skip": pageNumber,
    "ORGUsersFilter.limit": pageSize,
  },
});

// ---- types ----

interface ListedUser extends Omit<Row<"users">, "passwordHash"> {
  readonly customerName: string;
  /** Sorted by name, without groups of the provider that are hidden from the caller. Loaded on demand. */
  readonly groups: () => Promise<GroupOfUser[]>;
  readonly canView: () => Promise<boolean>;
  readonly canChange: () => Promise<boolean>;
  readonly isResetMailOn: () => Promise<boolean>;
}

const UserCustomer = builder.objectRef<ListedUser>("ORGUserCustomer").implement({
  fields: (t) => ({ displayName: t.exposeString("customerName") }),
});

const UserGroup = rowType<GroupOfUser>()("ORGUserGroup", {
  _id: "ID",
  name: "String",
  archivedAt: "DateTime?",
});

const ListedUserType = builder.objectRef<ListedUser>("ORGUser").implement({
  interfaces: [Edited],
  fields: (t) => ({
    _id: t.exposeID("id"),
    username: t.exposeString("username"),
    firstName: t.exposeString("firstName"),
    lastName: t.exposeString("lastName"),
    email: t.exposeString("email"),
    phoneNumber: t.exposeString("phoneNumber", { nullable: true }),
    locked: t.boolean({
      resolve: async (user, _args, { db, now }) => hasPassword(user) && (await isLocked(db, user.email, now)),
    }),
    organizationId: t.exposeID("organizationId"),
    customerId: t.exposeID("customerId"),
    hierarchyId: t.exposeID("hierarchyId"),
    customer: t.field({ type: UserCustomer, resolve: (user) => user }),
    group: t.field({ type: [UserGroup], resolve: ({ groups }) => groups() }),
    groupIds: t.idList({ resolve: async ({ groups }) => (await groups()).map(({ id }) => id) }),
    lastActive: t.expose("lastActive", { type: "DateTime", nullable: true }),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    archivedAt: t.expose("archivedAt", { type: "DateTime", nullable: true }),
    lastPasswordUpdatedAt: t.expose("lastPasswordUpdatedAt", { type: "DateTime", nullable: true }),
    hasPassword: t.boolean({
      description:
        "False if the account was created by single sign-on and can sign in only that way (USER-06).",
      resolve: hasPassword,
    }),
    mfaEnabled: t.boolean({
      description:
        "Whether a second factor is required: it is turned on, or the user has an authenticator app or a passkey.",
      resolve: async ({ id, mfaEnabled }, _args, { db }) =>
        mfaEnabled === 1 || (await hasAuthenticator(db, id)) || (await hasPasskey(db, id)),
    }),
    mfaMethod: t.string({
      nullable: true,
      resolve: async ({ id, mfaMethod }, _args, { db }) => {
        if (await hasAuthenticator(db, id)) return "Authenticator app";
        return (await hasPasskey(db, id)) ? "Passkey" : mfaMethod;
      },
    }),
    hasAuthenticator: t.boolean({ resolve: ({ id }, _args, { db }) => hasAuthenticator(db, id) }),
    hasPasskey: t.boolean({ resolve: ({ id }, _args, { db }) => hasPasskey(db, id) }),
    notes: t.exposeString("notes", { nullable: true }),
    canView: t.boolean({
      description:
        "Whether the caller may read the user with ORGGetUser. The permission may be denied on a department.",
      resolve: ({ canView }) => canView(),
    }),
    canChange: t.boolean({
      description:
        "False if the user holds permissions that the caller does not, and so may not be changed by the caller (GRP-53).",
      resolve: ({ canChange }) => canChange(),
    }),
    isResetMailOn: t.boolean({
      description:
        "Whether the email of `AuthForgetPassword` is enabled for users of this customer (NOTIF-32).",
      resolve: ({ isResetMailOn }) => isResetMailOn(),
    }),
  }),
});

/** Maps users to their API type, sharing lookups among all rows of a call. */
function shapeOf(call: CustomerCall): (user: Omit<Row<"users">, "passwordHash">) => ListedUser {
  // Memoizes promises rather than results, because rows are resolved concurrently.
  let hidden: Promise<string[]> | undefined;
  let isMailOn: Promise<boolean> | undefined;
  let mayOpen: ReturnType<typeof mayOpenRows> | undefined;
  const hiddenGroups = () => (hidden ??= hiddenGroupIds(call, undefined));
  return (user) => ({
    ...user,
    customerName: call.customer.displayName,
    groups: async () => {
      const left = new Set(await hiddenGroups());
      return (await groupsOfUser(call.ctx.db, user.id)).filter(({ id }) => !left.has(id));
    },
    canView: async () => (await (mayOpen ??= mayOpenRows(call, "org:viewUser")))(user),
    canChange: () => outranks(call, user.id),
    isResetMailOn: () => (isMailOn ??= isResetMailOn(call.ctx.db, user.customerId)),
  });
}

const UserPage = pageType("ORGUserPage", ListedUserType);

// ---- the lists ----

const UserDueType = builder.enumType("ORGUserDue", {
  description:
    "INVITATION: invited at least 7 days ago and has never signed in. PASSWORD: has a password that expires within 7 days.",
  values: userDues,
});

const SecondFactor = builder.enumType("ORGSecondFactor", { values: secondFactors });

const UsersFilter = builder.inputType("ORGUsersFilter", {
  fields: (t) => ({
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
    hierarchyIds: t.idList({ description: "Only these departments and those below them." }),
    skip: t.int({ required: true, description: "How many pages to skip: the page number minus 1." }),
    limit: t.int({ required: true, description: "Rows per page." }),
    sort: t.field({ type: Sort }),
    activeOnly: t.boolean(),
    archivedOnly: t.boolean(),
    groupIds: t.idList({ description: "Only members of one of these groups." }),
    userIds: t.idList({ description: "Only these users." }),
    secondFactors: t.field({
      type: [SecondFactor],
      description: "Only users with one of these second factors. Excludes single sign-on users.",
    }),
    searchText: t.string({ description: "Part of a first, last or full name or of an email." }),
    due: t.field({ type: UserDueType }),
  }),
});

/** Returns the number of active users who are due for something, by the same filter as the list. */
export const countUsersDue = async (call: CustomerCall, due: UserDue): Promise<number> => {
  const hierarchyIds = await departmentsOf(call, null);
  const wanted = { customerId: call.customer.id, hierarchyIds, state: "active" } as const;
  const counted = await call.ctx.db.get(userCount({ ...wanted, ...dueFilter(due, call.ctx.now) }));
  return counted?.count ?? 0;
};

/**
 * Returns the departments to search, both requested and visible to the caller; undefined for the whole
 * customer.
 */
async function departmentsOf(call: CustomerCall, hierarchyIds: readonly string[] | null | undefined) {
  const { ctx, customer } = call;
  const isWhole = !hierarchyIds?.length || hierarchyIds.includes(customer.rootHierarchyId);
  const [wanted, granted] = await Promise.all([
    idsBelow(ctx.db, customer.id, isWhole ? [customer.rootHierarchyId] : hierarchyIds),
    departmentsGranted(call, "org:listUser"),
  ]);
  const seen = wanted.filter((id) => granted.has(id));
  return isWhole && seen.length === wanted.length ? undefined : seen;
}

query("ORGGetUsers", {
  description: "A page of the users that match the filter.",
  type: UserPage,
  args: builder.args((t) => ({ filter: t.field({ type: UsersFilter, required: true }) })),
  access: {
    code: "org:listUser",
    scope: ({ filter: { customerId, organizationId } }) => ({ customerId, organizationId }),
    anyDepartment: true,
  },
  resolve: async ({ filter }, call) => {
    const { ctx, customer } = call;
    const { skip, limit, hierarchyIds, groupIds, userIds, activeOnly, archivedOnly } = filter;
    const hidden = new Set(groupIds?.length ? await hiddenGroupIds(call, undefined) : []);
    const wanted: UsersQuery = {
      customerId: customer.id,
      hierarchyIds: await departmentsOf(call, hierarchyIds),
      groupIds: groupIds?.length ? groupIds.filter((id) => !hidden.has(id)) : undefined,
      userIds: userIds ?? undefined,
      // Sorted, so that equal filters share one prepared statement.
      secondFactors: filter.secondFactors?.length
        ? secondFactors.filter((one) => filter.secondFactors?.includes(one))
        : undefined,
      state: activeOnly ? "active" : archivedOnly ? "archived" : "all",
      searchText: searchTextOf(filter.searchText),
      ...(filter.due && dueFilter(filter.due, ctx.now)),
    };
    const order = sortOf<keyof typeof userSorts>(filter.sort, userSorts);
    const { rows, page } = await listUsers(ctx.db, wanted, order, { skip, limit });
    return { data: rows.map(shapeOf(call)), pagination: page };
  },
});

// ---- one user ----

const UserFilter = inputOf("ORGUserFilter", {
  _id: "ID",
  organizationId: "ID",
  customerId: "ID",
  hierarchyId: "ID",
});

interface UserFilterShape extends Scope {
  readonly _id: string;
}

export const userFilterArg = builder.args((t) => ({ filter: t.field({ type: UserFilter, required: true }) }));

/**
 * Access for operations on one user: requires the code on any department; `requireVisibleUser` checks it on the user's
 * own.
 */
export const onUser = (code: PermissionCode) => ({
  code,
  scope: ({ filter }: { filter: UserFilterShape }): Scope => filter,
  anyDepartment: true as const,
});

/**
 * Returns the user of a filter, archived or not. Requires `code` on the user's department; throws like
 * `requireOn`.
 */
export const requireVisibleUser = async (
  call: CustomerCall,
  id: string,
  code: PermissionCode,
): Promise<Row<"users">> => requireOn(call, await findUser(call.ctx.db, id), code, "org:listUser");

query("ORGGetUser", {
  description: "One user, by id.",
  type: ListedUserType,
  args: userFilterArg,
  access: onUser("org:viewUser"),
  resolve: async ({ filter }, call) =>
    shapeOf(call)(await requireVisibleUser(call, filter._id, "org:viewUser")),
});

// ---- create and edit ----

const NewUserInput = builder.inputType("ORGNewEndUserInput", {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    email: t.string({ required: true }),
    phoneNumber: t.string(),
    mfaEnabled: t.boolean({ description: "Whether a second factor is required. False if omitted." }),
    groupIds: t.idList({ required: true }),
    hierarchyId: t.id({ required: true }),
    organizationId: t.id({ required: true }),
    customerId: t.id({ required: true }),
  }),
});

interface CreatedUserShape {
  id: string;
  email: string;
  createdAt: number;
  /** Absent in stored answers from before this field existed. */
  isMailSent?: boolean;
  isResetMailOn?: boolean;
}

const CreatedUser = builder.objectRef<CreatedUserShape>("ORGCreatedUser").implement({
  fields: (t) => ({
    _id: t.exposeID("id"),
    email: t.exposeString("email"),
    createdAt: t.expose("createdAt", { type: "DateTime" }),
    isMailSent: t.boolean({
      description:
        "Whether the user was emailed a temporary password. False if the customer turned this email off (NOTIF-32).",
      resolve: ({ isMailSent = true }) => isMailSent,
    }),
    isResetMailOn: t.boolean({
      description:
        "Whether the user can be emailed a link to set a password. False if the customer turned this email off (NOTIF-32).",
      resolve: ({ isResetMailOn = true }) => isResetMailOn,
    }),
  }),
});

mutation("ORGCreateEndUser", {
  description: "Creates a user.",
  type: CreatedUser,
  args: builder.args((t) => ({ user: t.field({ type: NewUserInput, required: true }) })),
  access: {
    code: "org:createUser",
    scope: ({ user: { customerId, organizationId, hierarchyId } }) => ({
      customerId,
      organizationId,
      hierarchyId,
    }),
  },
  changes: { of: userKind, made: ({ id }) => [id] },
  before: ({ user }) => {
    requireNewUser(user);
    return firstPassword();
  },
  resolve: async ({ user }, call, password) => {
    await requireGroupsToJoin(call, user.groupIds);
    return makeUser(call, {
      user: requireNewUser(user),
      groupIds: user.groupIds,
      hierarchyId: call.hierarchyId,
      password,
      mustChangePassword: true,
      mfaEnabled: user.mfaEnabled === true,
      notes: null,
    });
  },
});

const UserUpdate = builder.inputType("ORGUserUpdateInput", {
  fields: (t) => ({
    firstName: t.string({ required: true }),
    lastName: t.string({ required: true }),
    phoneNumber: t.string({ description: "Cleared if empty or omitted (USER-83)." }),
  }),
});

mutation("ORGUpdateUser", {
  description: "Changes a user.",
  type: ListedUserType,
  args: {
    ...builder.args((t) => ({ update: t.field({ type: UserUpdate, required: true }) })),
    ...userFilterArg,
    ...versionArg,
  },
  access: onUser("org:editUser"),
  changes: { of: userKind, ids: ({ filter }) => [filter._id] },
  resolve: async ({ update, filter, version }, call) => {
    const { ctx } = call;
    const user = await requireVisibleUser(call, filter._id, "org:editUser");
    await requireUser(call, user.id);
    // Rules for phone numbers change over the years, so an unchanged number is not validated again.
    const isKept = update.phoneNumber?.trim() === user.phoneNumber;
    const changes = {
      ...validate(userChanges, isKept ? { ...update, phoneNumber: null } : update),
      ...(isKept && { phoneNumber: user.phoneNumber }),
    };
    if (user.archivedAt !== null) throw archived("user");
    const edition = await editionAfter(call, user, version);
    await updateUser(ctx.db, user, changes, edition, ctx.now);
    // The answer is stored for idempotency, so it must contain no secrets.
    const { passwordHash: _secret, ...known } = user;
    return shapeOf(call)({ ...known, ...changes, ...edition, updatedAt: ctx.now });
  },
  show: (user, call) => shapeOf(call)(user),
});

// ---- archive and restore ----

const users: Archivable<CustomerCall<Writer>, Row<"users">> = {
  find: async (call, id, archive) =>
    requireOn(
      call,
      await userAmong(call.ctx.db, id),
      archive ? "org:archiveUser" : "org:restoreUser",
      "org:listUser",
    ),
  check: (call, { id }) => requireUser(call, id),
  store: async (db, id, archivedAt, now) => {
    await setUserArchived(db, id, archivedAt, now);
    if (archivedAt !== null) await revokeSessionsOf(db, id, now);
  },
};

/** Archives or restores all of the users, or none (USER-29, USER-37). Refuses to archive the caller. */
async function setUsersArchived(
  chosen: RowSelection,
  call: CustomerCall<Writer>,
  archive: boolean,
): Promise<ChangeShape[]> {
  const change = () => setArchived(call, users, chosen, archive);
  if (!archive) return change();
  if (chosen.ids.includes(call.caller.user.id)) throw invalid("You cannot archive yourself");
  return keepingAdministrator(call, call.customer.id, change);
}

mutation("ORGArchiveUser", {
  description: "Archives a user.",
  type: ChangeResult,
  args: userFilterArg,
  access: onUser("org:archiveUser"),
  changes: { of: userKind, ids: ({ filter }) => [filter._id] },
  resolve: async ({ filter: { _id } }, call) =>
    (await setUsersArchived({ ids: [_id] }, call, true))[0] ?? { id: _id, changedAt: null },
});

archiveMutations(["ORGArchiveUsers", "ORGRestoreUsers"], {
  ids: ["userIds", "users"],
  of: userKind,
  args: scopeArgs,
  access: (archive) => inAnyDepartment(archive ? "org:archiveUser" : "org:restoreUser"),
  change: (args, call, archive) => setUsersArchived(args, call, archive),
});
