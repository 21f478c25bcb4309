import type { Params } from "@remix-run/react";
import { z } from "zod/v4";
import { areas } from "~/areas";
import { type ConsoleArgs, furtherIds, type IdName } from "./console-args";
import { notFound, recordMissing, vacancyMissing } from "./screens.server";

const id = z.string().regex(/^[\w-]{1,100}$/);

type ListAccess = Pick<ConsoleArgs, "base" | "flags">;

/** The formats of ids that have one of their own. */
const idSchemas: Partial<Record<IdName, z.ZodType<string>>> = {
  /** May carry a query suffix (VAC-59). */
  vacancyId: z
    .string()
    .transform((text) => text.replace(/\?.*$/s, ""))
    .pipe(id),
  /** One of the talent hub's, which has rules of its own. */
  requisitionId: z.string().min(1).max(200),
};

const idNames: readonly IdName[] = [
  ...areas.flatMap((area) => ("id" in area ? [area.id] : [])),
  ...furtherIds,
];

/** The not-found screens of those that have one of their own (VAC-54, USER-50). */
const missing: Partial<Record<IdName, (place: ListAccess) => unknown>> = {
  groupId: () => recordMissing("group"),
  policyId: () => recordMissing("policy"),
  userId: () => recordMissing("user"),
  vacancyId: vacancyMissing,
};

/** The ids of an address, read once; what can be no id throws the not-found screen of what it would name. */
export function addressIds(params: Params, place: ListAccess): Partial<Record<IdName, string>> {
  const ids: Partial<Record<IdName, string>> = {};
  for (const name of idNames) {
    if (params[name] === undefined) continue;
    const { data, success } = (idSchemas[name] ?? id).safeParse(params[name]);
    if (!success) throw (missing[name] ?? notFound)(place);
    ids[name] = data;
  }
  return ids;
}
