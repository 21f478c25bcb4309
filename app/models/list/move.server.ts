import type { TadaDocumentNode } from "gql.tada";
import { parse } from "graphql";
import { mutations } from "../../../contract/operations";
import { graphql } from "~/services/graphql";
import { nameOf } from "~/services/operation.server";
import { type BulkResult, type ChangedRows, allOrNothingResult } from "~/services/undo.server";
import type { FormApi } from "~/services/customer-api.server";

/** API result per changed row. */
export const changedFields = graphql(`
  fragment ChangedFields on ChangeResult @_unmask {
    _id
    changedAt
  }
`);

/** Rows to move; with `unchangedSince`, rows changed later are left out. */
type RowSelection = { ids: string[]; unchangedSince?: string };
/** Archives or restores all selected rows, or none. Throws ApiError. */
export type Move = (api: FormApi, chosen: RowSelection) => Promise<BulkResult>;

type MoveMutation = Extract<keyof typeof mutations, `${string}${"Archive" | "Restore"}${string}`>;

/**
 * Creates a `Move` for a mutation that takes row ids and `unchangedSince` and returns changed rows by `key`. `resultOf`
 * interprets the answer; by default all were moved, or none.
 */
export function moveOf(mutation: MoveMutation, resultOf = allOrNothingResult, key = "_id"): Move {
  // Checked against the contract by tests/unit/models/move-documents.test.ts instead of gql.tada.
  const document = parse(
    `mutation ${nameOf(mutation)}${mutations[mutation]} { _id: ${key} changedAt } }`,
  ) as TadaDocumentNode<Record<string, ChangedRows>, object>;
  const [, idsName = ""] = /\$(\w+): \[/.exec(mutations[mutation]) ?? [];
  return async (api, { ids, unchangedSince }) => {
    const changed = await api.mutate(document, { [idsName]: ids, unchangedSince });
    return resultOf(Object.values(changed).flat(), ids, unchangedSince);
  };
}
