import type { TadaDocumentNode } from "gql.tada";
import { parse } from "graphql";
import { mutations } from "../../../contract/operations";
import { graphql } from "~/services/graphql";
import { nameOf } from "~/services/operation.server";
import { type BulkResult, type ChangedRows, wholeResult } from "~/services/undo.server";
import type { FormApi } from "~/services/customer-api.server";

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
export type Move = (api: FormApi, chosen: Chosen) => Promise<BulkResult>;

type Moving = Extract<keyof typeof mutations, `${string}${"Archive" | "Restore"}${string}`>;

/**
 * The `Move` of a mutation that takes one list of rows' ids and `unchangedSince`, and answers which rows
 * it changed by their `key`. `resultOf` says what that means: by default that all were moved or none.
 */
export function moveOf(mutation: Moving, resultOf = wholeResult, key = "_id"): Move {
  // tests/unit/models/move-documents.test.ts holds each of them against the contract, in place of gql.tada.
  const document = parse(
    `mutation ${nameOf(mutation)}${mutations[mutation]} { _id: ${key} changedAt } }`,
  ) as TadaDocumentNode<Record<string, ChangedRows>, object>;
  const [, idsName = ""] = /\$(\w+): \[/.exec(mutations[mutation]) ?? [];
  return async (api, { ids, unchangedSince }) => {
    const changed = await api.mutate(document, { [idsName]: ids, unchangedSince });
    return resultOf(Object.values(changed).flat(), ids, unchangedSince);
  };
}
