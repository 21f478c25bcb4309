/** Types used by several areas. */
import { z } from "zod/v4";
import { builder, rowType } from "./builder";

const tagList = z.array(z.object({ name: z.string(), value: z.string() }));

export type TagShape = z.infer<typeof tagList>[number];

/** Parses the tags column of a row. */
export const parseTags = (text: string): TagShape[] => (text === "[]" ? [] : tagList.parse(JSON.parse(text)));

export const Tag = rowType<TagShape>()("Tag", { name: "String", value: "String" });

/** The id of a changed row. */
export const IdResult = rowType<{ id: string }>()("IdResult", { _id: "ID" });

/** A row's result in a bulk change. */
export interface ChangeShape {
  id: string;
  /** Milliseconds UTC; null if nothing had to change. */
  changedAt: number | null;
}

export const changedAtOptions = {
  type: "DateTime",
  nullable: true,
  description:
    "When this call changed the application. Send it back to undo the change. Null if there was nothing to change.",
} as const;

/** The id of a changed row, and the time of the change. */
export const ChangeResult = builder.objectRef<ChangeShape>("ChangeResult").implement({
  fields: (t) => ({ _id: t.exposeID("id"), changedAt: t.expose("changedAt", changedAtOptions) }),
});

/** The argument `unchangedSince` of archiving and restoring. */
export const unchangedSinceArg = builder.args((t) => ({
  unchangedSince: t.field({
    type: "DateTime",
    description: "Rows that changed after this time are left unchanged and omitted from the result.",
  }),
}));

/** True if a row has not changed after `since`, or if `since` is not given. */
export const isUnchanged = (
  { updatedAt }: { updatedAt: number },
  since: number | null | undefined,
): boolean => since == null || updatedAt <= since;
