import type { Params } from "@remix-run/react";
import { z } from "zod/v4";
import { areas } from "~/areas";
import { type ConsoleArgs, furtherIds, type IdName } from "./console-args";
import { notFound, recordMissing, vacancyMissing } from "./screens.server";

const id = z.string().regex(/^[\w-]{1,100}$/);

type ListAccess = Pick<ConsoleArgs, "base" | "flags">;

/** Id formats that differ from the default. */
const idSchemas: Partial<Record<IdName, z.ZodType<string>>> = {
  /** May carry a query suffix (VAC-59). */
  vacancyId: z
    .string()
    .transform((text) => text.replace(/\?.*$/s, ""))
    .pipe(id),
  /** Talent Hub ids have a format of their own. */
  requisitionId: z.string().min(1).max(200),
};

const idNames: readonly IdName[] = [
  ...areas.flatMap((area) => ("id" in area ? [area.id] : [])),
  ...furtherIds,
];

/** Record-specific not-found screens (VAC-54, USER-50). */
const missing: Partial<Record<IdName, (place: ListAccess) => unknown>> = {
  groupId: () => recordMissing("group"),
  policyId: () => recordMissing("policy"),
  userId: () => recordMissing("user"),
  vacancyId: vacancyMissing,
};

/** Validated ids of a URL; an invalid one throws the not-found screen of its record. */
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
