import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type ResultOf } from "~/services/regional-api.server";
import { problemsText } from "./upload-reason";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const userUploadFields = graphql(`
  fragment UserUploadFields on ORGEndUserUpload @_unmask {
    uploadId
    state
    fileName
    header
    mfaEnabled
    forcePasswordReset
    notes
    isMailOn
    isResetMailOn
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
`);
const fetchUpload = queryOf("ORGGetEndUserUpload", userUploadFields, "UserUpload");

export type UserUpload = ResultOf<typeof userUploadFields>;
export type UploadRow = UserUpload["rows"][number];

/** Current state of an upload; rows without a result are validated again (UPLOAD-25, UPLOAD-32). Throws ApiError. */
export const getUserUpload = (api: CustomerApi, uploadId: string): Promise<UserUpload> =>
  fetchUpload(api, { uploadId });

/** Stores a file for review without creating users (UPLOAD-32). */
export const checkUsers = mutationOf("ORGCheckEndUsers", "uploadId", "CheckUsers");

const sendCreate = mutationOf(
  "ORGCreateEndUsers",
  "uploadId total created failed results { row email status userId reason }",
  "CreateUsers",
);

/** True if a row is pending and valid. */
export const isReady = ({ status, problems }: UploadRow): boolean => status === null && problems.length === 0;

/** Creates the valid users of an upload; resumes an interrupted run (UPLOAD-17, UPLOAD-35). Throws ApiError. */
export async function createUsers(
  api: FormApi,
  { uploadId, mfaEnabled, forcePasswordReset, notes, rows }: UserUpload,
): Promise<void> {
  const users = rows.filter(isReady).map(({ row, firstName, lastName, email, phoneNumber, groupIds }) => ({
    ...{ row, firstName, lastName, email, phoneNumber },
    groupIds: [...groupIds],
  }));
  const settings = { uploadId, mfaEnabled, forcePasswordReset, notes };
  await sendCreate(api, { ...settings, users });
}

/** Reason a row failed or would fail; undefined otherwise (UPLOAD-23). */
export function reasonOf({ status, reason, problems }: UploadRow): string | undefined {
  if (status !== null) return reason ?? undefined;
  return problems.length > 0 ? problemsText(problems) : undefined;
}
