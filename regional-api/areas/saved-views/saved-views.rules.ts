/** Names for filters, sort and columns of a list (GEN-32 to GEN-34). */
import { z } from "zod/v4";
import { enteredText } from "../../core/entered";

/** How many views of a list one person may have made. */
export const maxViews = 30;

/** Parameters of a list's address that are no part of a view: where one is in it, and what is asked of it. */
const passing = new Set(["page", "export", "view", "list", "index"]);

const isKept = (name: string) => /^[a-zA-Z][a-zA-Z_]{0,31}$/.test(name) && !passing.has(name);

/** The name of a list, as the console names it. */
export const listRule = z.string().regex(/^[a-z-]{1,24}$/, "There is no such list");

const nameRule = enteredText("viewName", 60, "the name", "Please enter a name");

const queryRule = z
  .string()
  .max(2_000, "A view holds at most 2,000 characters of filters")
  .refine((query) => [...new URLSearchParams(query).keys()].every(isKept), "This is no query of a list")
  .transform((query) => new URLSearchParams(query).toString());

/** Numbers as people write them; ids of other systems have no plus and no zero in front. */
const phoneNumber = /^\s*(\+|0)[\d\s().-]{6,}\s*$/;

/** Whether a filter looks for one person, by an email address or a phone number. */
const namesSomebody = (name: string, value: string): boolean =>
  value.includes("@") || (name === "phone" && value.trim() !== "") || phoneNumber.test(value);

/** What of a view people choose. Somebody's address or number is no filter to show to everybody. */
export const savedViewRule = z
  .object({ name: nameRule, query: queryRule, isShared: z.boolean() })
  .refine(
    ({ query, isShared }) =>
      !isShared || ![...new URLSearchParams(query)].some(([name, value]) => namesSomebody(name, value)),
    "A view that looks for an email address or a phone number cannot be shared",
  );

export type SavedViewValues = z.infer<typeof savedViewRule>;
