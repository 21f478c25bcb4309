/** Rules for saved views: named filters, sort and columns of a list (GEN-32 to GEN-34). */
import { z } from "zod/v4";
import { lineRule } from "../../core/text-rules";

/** Maximum number of views per user and list. */
export const maxViews = 30;

/** Query parameters that are not part of a view: the position in the list and one-off requests. */
const transientParameters = new Set(["page", "export", "view", "list", "index"]);

const isKept = (name: string) => /^[a-zA-Z][a-zA-Z_]{0,31}$/.test(name) && !transientParameters.has(name);

/** Name of a list, as used by the console. */
export const listRule = z.string().regex(/^[a-z-]{1,48}$/, "There is no such list");

const nameRule = lineRule("viewName", 60, "the name", "Please enter a name");

const queryRule = z
  .string()
  .max(2_000, "A view holds at most 2,000 characters of filters")
  .refine((query) => [...new URLSearchParams(query).keys()].every(isKept), "Invalid list query")
  .transform((query) => new URLSearchParams(query).toString());

/** Phone numbers as people write them. Ids of other systems start with neither a plus sign nor a zero. */
const phoneNumber = /^\s*(\+|0)[\d\s().-]{6,}\s*$/;

/** True if a filter searches for one person, by email address or phone number. */
const isPersonalFilter = (name: string, value: string): boolean =>
  value.includes("@") || (name === "phone" && value.trim() !== "") || phoneNumber.test(value);

/** Editable fields of a view. A view that filters by a person's email or phone number cannot be shared. */
export const savedViewRule = z
  .object({ name: nameRule, query: queryRule, isShared: z.boolean() })
  .refine(
    ({ query, isShared }) =>
      !isShared || ![...new URLSearchParams(query)].some(([name, value]) => isPersonalFilter(name, value)),
    "A view that looks for an email address or a phone number cannot be shared",
  );

export type SavedViewValues = z.infer<typeof savedViewRule>;
