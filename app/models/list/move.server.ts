import type { TadaDocumentNode } from "gql.tada";
import { parse } from "graphql";
import { type Scope, type ScopeIds, scopeIds } from "~/services/console-args";
import type { MutationName } from "~/services/graphql";
import type { RegionalApi } from "~/services/regional-api.server";
import { type BulkResult, type ChangedRows, wholeResult } from "~/services/undo.server";

/** The rows to move; with `unchangedSince`, rows that were changed later are left out. */
type Chosen = { ids: string[]; unchangedSince?: string };
/** Archives all that are chosen, or restores them, or none. Throws ApiError. */
export type Move = (api: RegionalApi, scope: Scope, chosen: Chosen, key: string) => Promise<BulkResult>;

/**
 * The `Move` that a mutation makes. Its variables are `$ids`, `$unchangedSince` and ids of the scope, and its one field
 * answers which rows were changed. `resultOf` says what that means: by default that all were moved or none.
 */
export const moveBy =
  <R extends Record<string, ChangedRows>>(
    document: TadaDocumentNode<R, Variables>,
    resultOf = wholeResult,
  ): Move =>
  async (api, scope, { ids, unchangedSince }, key) => {
    const answer = await api.mutate(document, { ...scopeIds(scope), ids, unchangedSince }, key);
    return resultOf(Object.values(answer).flat(), ids, unchangedSince);
  };

type Variables = ScopeIds & { ids: string[]; unchangedSince?: string | null | undefined };
type Moving = Extract<MutationName, `${string}${"Archive" | "Restore"}${string}`>;
type Keyed = { type?: "ID" | "String"; key?: string };

/** The document of a mutation that moves rows by the argument `ids`, and answers which it changed by their `key`. */
export const moveDocument = (mutation: Moving, ids: string, { type = "ID", key = "_id" }: Keyed = {}) =>
  // tests/unit/models/move-documents.test.ts holds each of them against the contract, in place of gql.tada.
  parse(`
    mutation ${mutation.replace(/^(Apps|ORG)/, "")}(
      $organizationId: ID!, $customerId: ID!, $hierarchyId: ID!, $ids: [${type}!]!, $unchangedSince: DateTime
    ) {
      ${mutation}(
        organizationId: $organizationId, customerId: $customerId, hierarchyId: $hierarchyId
        ${ids}: $ids, unchangedSince: $unchangedSince
      ) { _id: ${key} changedAt }
    }
  `) as TadaDocumentNode<Record<string, ChangedRows>, Variables>;

/** The `Move` of a mutation that takes the scope's three ids, the rows' ids as `ids`, and `unchangedSince`. */
export const moveOf = (mutation: Moving, ids: string, resultOf = wholeResult, keyed?: Keyed): Move =>
  moveBy(moveDocument(mutation, ids, keyed), resultOf);
