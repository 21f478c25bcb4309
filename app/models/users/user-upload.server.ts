import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, type RegionalApi, type ResultOf } from "~/services/regional-api.server";

const uploadDocument = graphql(`
  query UserUpload($uploadId: ID!, $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!) {
    ORGGetEndUserUpload(
      uploadId: $uploadId
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
    ) {
      uploadId
      state
      fileName
      header
      mfaEnabled
      forcePasswordReset
      notes
      total
      created
      failed
      rows {
        row
        values
        firstName
        lastName
        email
        phoneNumber
        groupNames
        groupIds
        problems {
          column
          text
        }
        status
        userId
        reason
      }
    }
  }
`);

export type UserUpload = ResultOf<typeof uploadDocument>["ORGGetEndUserUpload"];
export type UploadRow = UserUpload["rows"][number];

/** An upload as it stands: rows that nothing has become of are checked again (UPLOAD-25, UPLOAD-32). Throws ApiError. */
export const getUserUpload = async (api: RegionalApi, scope: Scope, uploadId: string): Promise<UserUpload> =>
  (await api.query(uploadDocument, { ...scopeIds(scope), uploadId })).ORGGetEndUserUpload;

/** Keeps a file to be looked at; nobody is created (UPLOAD-32). */
export const checkUsers = mutationOf(
  graphql(`
    mutation CheckUsers(
      $uploadId: ID!
      $organizationId: ID!
      $customerId: ID!
      $hierarchyId: ID!
      $mfaEnabled: Boolean!
      $forcePasswordReset: Boolean!
      $notes: String
      $fileName: String!
      $header: [String!]!
      $rows: [ORGEndUserUploadRowInput!]!
    ) {
      ORGCheckEndUsers(
        uploadId: $uploadId
        organizationId: $organizationId
        customerId: $customerId
        hierarchyId: $hierarchyId
        mfaEnabled: $mfaEnabled
        forcePasswordReset: $forcePasswordReset
        notes: $notes
        fileName: $fileName
        header: $header
        rows: $rows
      ) {
        uploadId
      }
    }
  `),
);

const createDocument = graphql(`
  mutation CreateUsers(
    $uploadId: ID!
    $organizationId: ID!
    $customerId: ID!
    $hierarchyId: ID!
    $mfaEnabled: Boolean!
    $forcePasswordReset: Boolean!
    $notes: String
    $users: [ORGUploadedEndUserInput!]!
  ) {
    ORGCreateEndUsers(
      uploadId: $uploadId
      organizationId: $organizationId
      customerId: $customerId
      hierarchyId: $hierarchyId
      mfaEnabled: $mfaEnabled
      forcePasswordReset: $forcePasswordReset
      notes: $notes
      users: $users
    ) {
      uploadId
      total
      created
      failed
      results {
        row
        email
        status
        userId
        reason
      }
    }
  }
`);

/** Whether a row is still to become a user, and can. */
export const isReady = ({ status, problems }: UploadRow): boolean => status === null && problems.length === 0;

/** Creates the users of an upload that nothing is wrong with; goes on where a run was cut off (UPLOAD-17, UPLOAD-35). Throws ApiError. */
export async function createUsers(
  api: RegionalApi,
  scope: Scope,
  { uploadId, mfaEnabled, forcePasswordReset, notes, rows }: UserUpload,
  idempotencyKey: string,
): Promise<void> {
  const users = rows.filter(isReady).map(({ row, firstName, lastName, email, phoneNumber, groupIds }) => ({
    ...{ row, firstName, lastName, email, phoneNumber },
    groupIds: [...groupIds],
  }));
  const settings = { uploadId, mfaEnabled, forcePasswordReset, notes };
  await api.mutate(createDocument, { ...scopeIds(scope), ...settings, users }, idempotencyKey);
}

/** Why no user was or can be made of a row; undefined when one was or can (UPLOAD-23). */
export function reasonOf({ status, reason, problems }: UploadRow): string | undefined {
  if (status !== null) return reason ?? undefined;
  return problems.length > 0 ? problems.map(({ text }) => text).join("; ") : undefined;
}
