import { bulkAction } from "~/models/list/list.server";
import type { ConsoleArgs, FormArgs, Scope } from "~/services/console-args";
import { failure } from "~/services/failure.server";
import type { RegionalApi } from "~/services/regional-api.server";
import type { Notice } from "~/sessions.server";

/** Which are moved; with `unchangedSince` those that were changed later are left out. */
export type Chosen = { ids: string[]; unchangedSince?: string };
/** Archives all that are chosen, or restores them, or none. Throws ApiError. */
export type Move = (
  api: RegionalApi,
  scope: Scope,
  chosen: Chosen,
  key: string,
) => ReturnType<Parameters<typeof bulkAction>[0]["run"]>;
type Speaker = Pick<ConsoleArgs, "translate" | "base" | "flags">;

/** Workflows, or their sets: what archives and restores them, and what is said of it. */
export type Movable = {
  archive: Move;
  restore: Move;
  nothing: (args: Speaker) => string;
  moved: (args: Speaker, isArchived: boolean) => Notice;
  failed: (args: Speaker, isArchiving: boolean) => { title: string; description?: string };
};

/** Archives the chosen rows of a list, or restores them; the opposite takes it back. */
export function moveAction({ archive, restore, nothing, moved, failed }: Movable, isArchiving: boolean) {
  const [move, back] = isArchiving ? [archive, restore] : [restore, archive];
  return bulkAction({
    nothing,
    run: ({ api, scope, idempotencyKey }, ids) => move(api, scope, { ids }, idempotencyKey),
    success: (args) => moved(args, isArchiving),
    failed: (args) => failed(args, isArchiving),
    undo: {
      run: ({ api, scope, idempotencyKey }, { ids, changedAt }) =>
        back(api, scope, { ids, unchangedSince: changedAt }, idempotencyKey),
    },
  });
}

/** The same of one, from its own page: the answer when it failed, and else undefined, with the notice left. */
export async function moveOne(args: FormArgs, movable: Movable, id: string, isArchiving: boolean) {
  const { api, scope, idempotencyKey, notify } = args;
  try {
    await (isArchiving ? movable.archive : movable.restore)(api, scope, { ids: [id] }, idempotencyKey);
  } catch (error) {
    return failure(error, args, movable.failed(args, isArchiving));
  }
  notify(movable.moved(args, isArchiving));
  return undefined;
}
