/** Types that several areas use. */
import { z } from "zod/v4";
import { builder, rowType } from "./builder";

const tagList = z.array(z.object({ name: z.string(), value: z.string() }));

export type TagShape = z.infer<typeof tagList>[number];

/** The tags column of a row. */
export const parseTags = (text: string): TagShape[] => (text === "[]" ? [] : tagList.parse(JSON.parse(text)));

export const Tag = rowType<TagShape>()("Tag", { name: "String", value: "String" });

/** The id of a row that was changed. */
export const IdResult = rowType<{ id: string }>()("IdResult", { _id: "ID" });

/** A row that a bulk change answers for. */
export interface ChangeShape {
  id: string;
  /** Milliseconds UTC; null when nothing had to be changed. */
  changedAt: number | null;
}

export const changedAtOptions = {
  type: "DateTime",
  nullable: true,
  description:
    "When this call changed it. Send it back to undo the change. Null if there was nothing to change.",
} as const;

/** The id of a row that was changed, and when. */
export const ChangeResult = builder.objectRef<ChangeShape>("ChangeResult").implement({
  fields: (t) => ({ _id: t.exposeID("id"), changedAt: t.expose("changedAt", changedAtOptions) }),
});

/** Of archiving and restoring. */
export const unchangedSinceArg = builder.args((t) => ({
  unchangedSince: t.field({
    type: "DateTime",
    description: "Rows that changed after this time are left unchanged and omitted from the result.",
  }),
}));

/** Whether a row is still as it was at `since`, when that matters. */
export const isUnchanged = (
  { updatedAt }: { updatedAt: number },
  since: number | null | undefined,
): boolean => since == null || updatedAt <= since;
