import { graphql } from "~/services/graphql";
import type { ResultOf } from "~/services/regional-api.server";

export const reasonFields = graphql(`
  fragment PermissionReasonFields on ORGPermissionReason @_unmask {
    effect
    group {
      _id
      name
    }
    policy {
      id
      name
    }
    places {
      kind
      _id
      name
    }
  }
`);

/** The permissions of a user or a group, one item per action. */
export const permissionFields = graphql(
  `
    fragment HeldPermissionFields on ORGUserPermission @_unmask {
      action
      note
      verdict
      reasons {
        ...PermissionReasonFields
      }
    }
  `,
  [reasonFields],
);

export type HeldPermission = ResultOf<typeof permissionFields>;
export type PermissionReason = ResultOf<typeof reasonFields>;
