import type { TadaDocumentNode } from "gql.tada";
import { parse } from "graphql";
import { mutations } from "../../../contract/operations";
import { type Scope, scopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { nameOf } from "~/services/operation.server";
import type { RegionalApi } from "~/services/regional-api.server";
import { type BulkResult, type ChangedRows, wholeResult } from "~/services/undo.server";

/** The answer for each changed row. */
export const changedFields = graphql(`
  fragment ChangedFields on ChangeResult @_unmask {
    _id
    changedAt
  }
`);

/** The rows to move; with `unchangedSince`, rows that were changed later are left out. */
type Chosen = { ids: string[]; unchangedSince?: string };
/** Archives all that are chosen, or restores them, or none. Throws ApiError. */
export type Move = (api: RegionalApi, scope: Scope, chosen: Chosen, key: string) => Promise<BulkResult>;

type Moving = Extract<keyof typeof mutations, `${string}${"Archive" | "Restore"}${string}`>;

/**
 * The `Move` of a mutation that takes ids of the scope, one list of rows' ids, and `unchangedSince`, and answers which rows
 * it changed by their `key`. `resultOf` says what that means: by default that all were moved or none.
 */
export function moveOf(mutation: Moving, resultOf = wholeResult, key = "_id"): Move {
  // tests/unit/models/move-documents.test.ts holds each of them against the contract, in place of gql.tada.
  const document = parse(
    `mutation ${nameOf(mutation)}${mutations[mutation]} { _id: ${key} changedAt } }`,
  ) as TadaDocumentNode<Record<string, ChangedRows>, object>;
  const [, idsName = ""] = /\$(\w+): \[/.exec(mutations[mutation]) ?? [];
  return async (api, scope, { ids, unchangedSince }, idempotencyKey) => {
    const variables = { ...scopeIds(scope), [idsName]: ids, unchangedSince };
    return resultOf(
      Object.values(await api.mutate(document, variables, idempotencyKey)).flat(),
      ids,
      unchangedSince,
    );
  };
}
