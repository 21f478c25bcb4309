import { z } from "zod/v4";
import { awsRegions } from "~/regions";
import type { Person } from "~/services/speculative-access.server";
import { momentParameter } from "~/models/list/list-moment";
import { sealCompactly, unsealCompactly } from "~/services/compact-seal.server";
import { squeeze, unsqueeze } from "~/services/squeezed.server";
import { customerPath } from "~/services/customer-path";
import { unsealValue } from "~/sessions.server";
import type { EventSearch, Personal } from "./event-search.server";

/** For so many days a case link works. */
const caseDays = 30;
const dayMs = 24 * 3_600_000;

const caseSchema = z.object({
  awsRegion: z.enum(awsRegions),
  customerId: z.string(),
  /** The page's parameters, but for what names a person. */
  params: z.string(),
  recipient: z.string().optional(),
  phone: z.string().optional(),
  /** Its maker. */
  by: z.object({ id: z.string(), name: z.string() }),
  /** When it was made, in ms since 1970. */
  at: z.number(),
});
/** A page of the logs, as a link hands it on. */
export type Case = z.infer<typeof caseSchema>;

/** Until when a case link works. */
export const caseEnd = ({ at }: Pick<Case, "at">): Date => new Date(at + caseDays * dayMs);

/**
 * Seals a search for colleagues, under the session's secret: the token shows neither the customer nor anybody's address.
 * It opens nothing by itself: who opens it is asked for their own rights.
 */
export function makeCase(
  { awsRegion, customerId }: Pick<Case, "awsRegion" | "customerId">,
  lasting: URLSearchParams,
  personal: Personal,
  user: Person,
  now: number,
): string {
  const params = new URLSearchParams(lasting);
  for (const name of ["recipient", "phone", "case"]) params.delete(name);
  const name = [user.firstName, user.lastName].filter(Boolean).join(" ");
  const whole: Case = {
    ...{ awsRegion, customerId, params: params.toString(), ...personal },
    by: { id: user._id, name: name || "-" },
    at: now,
  };
  return sealCompactly(Buffer.from(squeeze(whole), "base64url"), purpose);
}

const purpose = "case link";
/** Clocks of two consoles may differ by so much. */
const clockDifferenceMs = 60_000;

/** Opens a token; null when it is too old, altered or not ours. */
export async function openCase(token: string): Promise<Case | null> {
  if (token.length > 4000) return null;
  // Links made before had a cookie's seal: they work until they end.
  if (token.includes("*")) {
    const text = await unsealValue(token, z.string());
    return text === null ? null : unsqueeze(text, caseSchema);
  }
  const bytes = unsealCompactly(token, purpose);
  const found = bytes && unsqueeze(bytes.toString("base64url"), caseSchema);
  return found && Date.now() <= caseEnd(found).getTime() + clockDifferenceMs ? found : null;
}

/**
 * The page that a case link leads to: what names a person stays in the token, which goes along. It shows the rows that
 * there were when the link was made.
 */
export function caseHref(token: string, { params, at, ...place }: Case): string {
  const search = new URLSearchParams(params);
  if (!search.has(momentParameter)) search.set(momentParameter, new Date(at).toISOString());
  search.set("case", token);
  return `${customerPath(place)}/notifications?${search}`;
}

/** The parts of a search that a case link keeps to itself. */
export const personalOf = ({ filters: { recipient, phone } }: EventSearch): Personal => ({
  ...(recipient && { recipient }),
  ...(phone && { phone }),
});
