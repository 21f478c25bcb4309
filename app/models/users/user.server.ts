import type { ListState } from "~/models/list/list-state";
import { changedFields, moveOf } from "~/models/list/move.server";
import { permissionFields, reasonFields } from "~/models/rules/held-permissions.server";
import { fullName } from "~/models/users/full-name";
import { reportError } from "~/services/errors.server";
import { graphql } from "~/services/graphql";
import { mutationOf, pageQueryOf, queryOf } from "~/services/operation.server";
import { ApiError, type ResultOf } from "~/services/regional-api.server";
import { type BulkResult, bulkResult } from "~/services/undo.server";
import { passwordOf } from "./password-age";
import type { SecondFactor } from "./second-factors";
import { dueNames, type UserDue } from "./user-due";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const usersFields = graphql(`
  fragment UsersFields on ORGUser @_unmask {
    _id
    canView
    username
    firstName
    lastName
    email
    locked
    groupIds
    createdAt
    archivedAt
    lastActive
    lastPasswordUpdatedAt
    hasPassword
    mfaEnabled
    hasAuthenticator
    hasPasskey
  }
`);
const fetchList = pageQueryOf("ORGGetUsers", usersFields);

const userFields = graphql(`
  fragment UserFields on ORGUser @_unmask {
    _id
    version
    username
    firstName
    lastName
    email
    phoneNumber
    locked
    customer {
      displayName
    }
    group {
      _id
      name
      archivedAt
    }
    lastActive
    createdAt
    archivedAt
    lastPasswordUpdatedAt
    hasPassword
    mfaEnabled
    mfaMethod
    hasAuthenticator
    hasPasskey
    notes
    canChange
    isResetMailOn
  }
`);
const fetchDetail = queryOf("ORGGetUser", userFields);

const fetchPermissions = queryOf("ORGGetUserPermissions", permissionFields);

const answerFields = graphql(
  `
    fragment PermissionAnswerFields on ORGPermissionAnswer @_unmask {
      verdict
      canReadRecord
      reasons {
        reason {
          ...PermissionReasonFields
        }
        steps {
          kind
          at
          entryId
          by
        }
      }
    }
  `,
  [reasonFields],
);
const fetchAnswer = queryOf("ORGGetPermissionAnswer", answerFields);

export type User = ResultOf<typeof userFields>;
export type PermissionAnswer = ResultOf<typeof answerFields>;

/** Sortable columns of the lists, with the API's field names (USER-18). */
const sortFields = {
  username: "firstName",
  email: "email",
  groups: "groupIds",
  createdAt: "createdAt",
  lastActive: "lastActive",
  archivedAt: "archivedAt",
} as const;
export type UserSort = keyof typeof sortFields;

type UserSearch = ListState & {
  sort: UserSort;
  search?: string | undefined;
  groupIds?: readonly string[];
  due?: UserDue | undefined;
  secondFactors?: SecondFactor[];
};

/** Second factor of a user; null for single sign-on (MFA-01). */
function secondFactorOf(
  user: Pick<User, "hasPassword" | "hasAuthenticator" | "hasPasskey" | "mfaEnabled">,
): SecondFactor | null {
  if (!user.hasPassword) return null;
  if (user.hasAuthenticator) return "APP";
  if (user.hasPasskey) return "PASSKEY";
  return user.mfaEnabled ? "EMAIL" : "NONE";
}

/** A user's first and last name, else the username (USER-03). */
export const userName = (user: Pick<User, "firstName" | "lastName" | "username">): string =>
  fullName(user) || user.username;

/** A page of the active or archived users (USER-13 to USER-17). Throws ApiError. */
export async function getUsers(api: CustomerApi, search: UserSearch, isArchived: boolean) {
  const { page, size, sort, order, search: searchText, groupIds, secondFactors, due } = search;
  const users = await fetchList(api, {
    filter: {
      organizationId: api.ids.organizationId,
      customerId: api.ids.customerId,
      hierarchyIds: [api.ids.hierarchyId],
      skip: page - 1,
      limit: size,
      sort: { fieldName: sortFields[sort], order },
      ...(isArchived ? { archivedOnly: true } : { activeOnly: true }),
      ...(groupIds?.length && { groupIds: [...groupIds] }),
      ...(secondFactors?.length && { secondFactors }),
      ...(searchText && { searchText }),
      // Archived users have nothing due.
      ...(due && !isArchived && { due: dueNames[due] }),
    },
  });
  const now = Date.now();
  return {
    pagination: users.pagination,
    data: users.data.map((user) => ({
      _id: user._id,
      name: userName(user),
      email: user.email,
      locked: user.locked,
      groups: user.groupIds.length,
      createdAt: user.createdAt,
      archivedAt: user.archivedAt,
      lastActive: user.lastActive,
      secondFactor: secondFactorOf(user),
      passwordDaysLeft: passwordOf(user, now)?.daysLeft ?? null,
    })),
  };
}

export type UserRow = Awaited<ReturnType<typeof getUsers>>["data"][number];

/** API filter for one user. */
export const userFilter = (api: CustomerApi, _id: string) => ({ filter: { _id, ...api.ids } });

/** One user of the customer, archived or not (USER-48). Throws ApiError. */
export const getUser = (api: CustomerApi, _id: string): Promise<User> =>
  fetchDetail(api, userFilter(api, _id));

/** A user's permissions, and the policies granting them (USER-88). Throws ApiError. */
export const getUserPermissions = (api: CustomerApi, _id: string) =>
  fetchPermissions(api, userFilter(api, _id));

/**
 * Answers whether a user may perform an action, in all departments or in one, and why (USER-122). Throws
 * ApiError.
 */
export const getPermissionAnswer = (api: CustomerApi, _id: string, action: string, departmentId?: string) =>
  fetchAnswer(api, { ...userFilter(api, _id), action, departmentId });

/** Creates a user (USER-74). */
export const createUser = mutationOf(
  "ORGCreateEndUser",
  "_id email createdAt isMailSent isResetMailOn",
  "CreateUser",
);

/** Updates names and phone number; null clears the number (USER-83). */
export const updateUser = mutationOf("ORGUpdateUser", "_id");

const sendArchiveOne = mutationOf("ORGArchiveUser", changedFields);

/** Archives one user (USER-53). Throws ApiError. */
export const archiveUser = async (api: FormApi, _id: string): Promise<BulkResult> =>
  bulkResult([await sendArchiveOne(api, userFilter(api, _id))]);

/** Archives users, all or none (USER-29). Throws ApiError. */
export const archiveUsers = moveOf("ORGArchiveUsers");

/** Restores users, all or none (USER-37). Throws ApiError. */
export const restoreUsers = moveOf("ORGRestoreUsers");

/** Mails a reset link (USER-55); `isVerifyEmailSuccess` is true if it was sent. */
export const mailResetLink = mutationOf("AuthForgetPassword", "isVerifyEmailSuccess", "ResetPasswordOfUser");

/** Unlocks a user (USER-60). */
export const unlockUser = mutationOf("AuthUnlockUser", "isUnlockUserSuccess");

/** Removes app and recovery codes of a user who lost them (MFA-07). Throws ApiError. */
export const resetUserFactors = mutationOf("ORGResetUserFactors", "isResetSuccess");

const setMfa = mutationOf("ORGSetUsersMfa", changedFields);

/** Turns users' multi-factor authentication on or off, all or none (MFA-01). Throws ApiError. */
export const setUsersMfa = async (
  api: FormApi,
  userIds: string[],
  mfaEnabled: boolean,
): Promise<BulkResult> => bulkResult(await setMfa(api, { userIds, mfaEnabled }));

const addToGroup = mutationOf("ORGGroupAddUsers", "_id", "AddUsersToGroup");

/** Adds users to groups, one call each (USER-26); returns the failed ones. Throws ApiError without a session. */
export async function addUsersToGroups(
  api: FormApi,
  groupIds: readonly string[],
  userIds: string[],
): Promise<{ groupId: string; error: ApiError }[]> {
  const failed: { groupId: string; error: ApiError }[] = [];
  for (const groupId of groupIds) {
    try {
      await addToGroup(api, { groupId, userIds });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === "UNAUTHENTICATED") throw error;
      reportError(error, { operation: error.operation, kind: error.kind });
      failed.push({ groupId, error });
    }
  }
  return failed;
}
