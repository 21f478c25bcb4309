import { redirect } from "@remix-run/node";
import { groups } from "~/i18n/groups";
import { heldPermissions } from "~/i18n/held-permissions";
import type { HeldPermission } from "~/models/rules/held-permissions.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { nullIfMissing, loaded, refusal } from "~/services/failure.server";
import { getGroup, getGroupOptions } from "./group.server";
import { getGroupPermissions } from "./permission.server";

export type ComparedGroup = { _id: string; name: string; permissions: readonly HeldPermission[] };

/** Opens the comparison of the two selected groups (GRP-65). */
export async function compareChosen({ base, form, translate }: FormArgs) {
  const [a, b, ...more] = new Set(form.getAll("ids").map(String));
  if (a === undefined || b === undefined || more.length > 0) return refusal(translate(groups)("compareTwo"));
  return redirect(`${base}/groups/compare?${new URLSearchParams({ a, b })}`, 303);
}

/** A group of the customer, archived or not, with what it allows. Throws ApiError, or the not-found screen. */
async function comparedGroup({ api }: ConsoleArgs, groupId: string): Promise<ComparedGroup> {
  const [{ _id, name }, permissions] = await Promise.all([
    getGroup(api, groupId),
    nullIfMissing(getGroupPermissions(api, { filter: { groupId } })),
  ]);
  return { _id, name, permissions: permissions ?? [] };
}

/** The groups in the address with their permissions, and those to choose from (GRP-65). */
export async function comparison(args: ConsoleArgs) {
  const { api, base, scope, translate, url } = args;
  const t = translate(heldPermissions);
  const [a, b] = [url.searchParams.get("a") ?? "", url.searchParams.get("b") ?? ""];
  const isTwo = a !== "" && b !== "" && a !== b;
  const [options, compared] = await Promise.all([
    loaded(getGroupOptions(api), args, t("compare.groupsFailed"), "side"),
    loaded(
      isTwo ? Promise.all([comparedGroup(args, a), comparedGroup(args, b)]) : Promise.resolve(null),
      args,
      t("loadFailed"),
    ),
  ]);
  const offered = (options.data ?? []).map(({ value, label }) => ({ value, label }));
  // Archived groups are not offered, but can be compared.
  const others = (compared.data ?? []).filter(({ _id }) => !offered.some(({ value }) => value === _id));
  return {
    ...{ a, b, base },
    isRefused: url.searchParams.has("b") && !isTwo,
    isAll: url.searchParams.get("show") === "all",
    options: [...offered, ...others.map(({ _id, name }) => ({ value: _id, label: name }))],
    groups: compared.data,
    problems: [options.error, compared.error].filter((problem) => problem !== null),
    customer: scope.customerDisplayName,
  };
}
