import type { TadaDocumentNode } from "gql.tada";
import { type Scope, type ScopeIds, scopeIds } from "~/services/console-args";
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
    document: TadaDocumentNode<R, ScopeIds & { ids: string[]; unchangedSince?: string | null | undefined }>,
    resultOf = wholeResult,
  ): Move =>
  async (api, scope, { ids, unchangedSince }, key) => {
    const answer = await api.mutate(document, { ...scopeIds(scope), ids, unchangedSince }, key);
    return resultOf(Object.values(answer).flat(), ids, unchangedSince);
  };
