/**
 * Optimistic locking: every edit sends the version it is based on, so that it cannot overwrite a later save.
 */
import { checkVersion, nextEdition, noEdition, type Edition as EditionShape } from "./optimistic-lock";
import { displayNameOf } from "./users.store";
import type { SessionCall } from "./access";
import { builder, type OtherFields, rowType } from "./builder";
import type { ApiContext } from "./context";

/** Options of a field that shows a user's name, given the user id in the row. */
export const personField = <Row>(idOf: (row: Row) => string | null | undefined, description?: string) => ({
  nullable: true as const,
  description,
  resolve: async (row: Row, _args: object, ctx: ApiContext): Promise<string | null> => {
    const id = idOf(row);
    return id == null ? null : displayNameOf(ctx, id);
  },
});

const nameOf = (ctx: ApiContext) => (userId: string) => displayNameOf(ctx, userId);

/** GraphQL interface of types that can be edited, with the shape of an `Edition`. */
export const Edited = builder.interfaceRef<EditionShape>("Edited").implement({
  description: "A record with an optimistic lock: an edit sends the `version` it is based on.",
  fields: (t) => ({
    version: t.exposeInt("version", { description: "0 if it was never saved." }),
    changedAt: t.expose("changedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the details were last saved. Null if unknown.",
    }),
    changedBy: t.string(
      personField(({ changedBy }) => changedBy, "The display name of the person who last saved it."),
    ),
  }),
});

/** Declares an object type for a row that users edit: like `rowType`, with the `Edited` interface. */
export const editedType =
  <Row extends EditionShape>() =>
  (name: string, fields: Parameters<ReturnType<typeof rowType<Row>>>[1], others?: OtherFields<Row>) =>
    rowType<Row>()(name, fields, others, [Edited]);

/** Version fields for a sub-object that is edited separately. */
export const Edition = builder
  .objectRef<EditionShape>("Edition")
  .implement({ interfaces: [Edited], fields: () => ({}) });

/**
 * Options of `version` in every edit: as an argument, or in each input when several objects are saved
 * together.
 */
export const versionOptions = {
  required: true,
  description:
    "Optimistic lock: the version that was read, or 0 if there was none. Fails with CONFLICT if the stored version differs.",
} as const;

/** The `version` argument of every edit. */
export const versionArg = builder.args((t) => ({ version: t.int(versionOptions) }));

/**
 * Returns the edition to store with an edit of `stored` that is based on the version `read`. Throws a
 * conflict if another version is stored. Call in the transaction of the write.
 */
export async function editionAfter(
  { ctx, caller }: SessionCall,
  stored: EditionShape | undefined,
  read: number,
  message?: string,
): Promise<EditionShape> {
  const before = stored ?? noEdition;
  await checkVersion(before, read, caller.user.id, nameOf(ctx), message);
  return nextEdition(before, caller.user.id, ctx.now);
}
