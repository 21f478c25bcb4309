import { usersArea } from "~/areas/users";
import { z } from "zod/v4";
import { users } from "~/i18n/users";
import { regions } from "~/regions";
import { fullName } from "~/models/users/full-name";
import { isApiMessage } from "~/services/api-messages";
import { loaded, optional } from "~/services/failure.server";
import { reportError } from "~/services/errors.server";
import type { ConsoleArgs } from "~/services/console-args";
import type { RefusedSave } from "~/services/form-action.server";
import { phoneCountries, phoneCountry, phoneNumber, phoneForDisplay } from "~/services/phone.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { ApiError } from "~/services/regional-api.server";
import { recordMissing } from "~/services/screens.server";
import { getGroupOptions } from "~/models/groups/group.server";
import { namesFromRecords } from "~/models/list/undo-list.server";
import { type Movable, moveTexts } from "~/models/list/moves.server";
import {
  archivableSearch,
  choiceFilter,
  choicesFilter,
  textFilter,
  textsFilter,
} from "~/models/list/list-search";
import { type OpenedListPosition, positionInOpenedList } from "~/models/list/neighbours.server";
import { disambiguated } from "~/models/list/disambiguated";
import { maxOfferedGroups } from "./offered-groups";
import { secondFactors } from "./second-factors";
import { userDues } from "./user-due";
import { userSchema } from "./user.schema";
import { archiveUsers, getUser, getUsers, restoreUsers, type User } from "./user.server";

/** URL parser of both user lists. */
export const userSearch = archivableSearch({
  sorts: ["username", "email", "groups", "createdAt", "lastActive"],
  defaultSort: "createdAt",
  defaultOrder: "desc",
  filters: {
    search: textFilter(),
    groupIds: textsFilter(),
    secondFactors: choicesFilter(secondFactors),
    due: choiceFilter(userDues),
  },
});

/** Groups for the filter, always including those in the URL; loaded once per page. Throws ApiError. */
export const groupsOf = ({ api, once, url }: ConsoleArgs) =>
  once("groups offered", async () => {
    const offered = await getGroupOptions(api, { limit: maxOfferedGroups });
    if (offered.length < maxOfferedGroups) return offered;
    const known = new Set(offered.map(({ value }) => value));
    const ids = userSearch(false)
      .parse(url.searchParams)
      .groupIds.filter((id) => !known.has(id));
    if (ids.length === 0) return offered;
    // If their names cannot be loaded, groups stay selected under their ids.
    const nameless = ids.map((id) => ({ value: id, label: id, usersCount: 0 }));
    return disambiguated([...offered, ...(await optional(getGroupOptions(api, { ids }), nameless))]);
  });

/** Groups a user may be added to, and the error if they failed to load. */
export async function groupsToJoin(args: ConsoleArgs) {
  const { api, translate } = args;
  const failed = translate(users)("form.groupsFailed");
  const groups = await loaded(getGroupOptions(api, { choice: "PERSON" }), args, failed, "side");
  return {
    options: (groups.data ?? []).map(({ value, label }) => ({ value, label })),
    problem: groups.error,
  };
}

/** Groups in the URL that do not exist (SHELL-65). */
export async function unknownGroups(args: ConsoleArgs, { groupIds }: { groupIds: readonly string[] }) {
  const groups = groupIds.length > 0 ? await optional(groupsOf(args), null) : null;
  if (!groups) return [];
  const isThere = (id: string) => groups.some(({ value }) => value === id);
  return groupIds.filter((id) => !isThere(id)).map((value) => ({ name: "groupIds", value }));
}

/** A user's position in the list they were opened from, with the previous and next users (GEN-31). */
export const userPlace = (args: ConsoleArgs, { _id, archivedAt }: User): Promise<OpenedListPosition | null> =>
  positionInOpenedList(args, _id, userSearch(archivedAt !== null), (state) =>
    getUsers(args.api, state, archivedAt !== null),
  );

/** Link to the user list (undefined if closed), and where forms redirect: the list or the start page. */
export async function usersPlace({ base, flags, rights }: ConsoleArgs) {
  const isOpen = isGateOpen(screenGates.users, { flags, rights: await rights() });
  const listHref = isOpen ? `${base}/users` : undefined;
  return { listHref, nextHref: listHref ?? base };
}

/** The user in the URL; the not-found page of USER-50 if not one of the customer's. Throws ApiError. */
export async function userOfAddress({ api, param }: ConsoleArgs): Promise<User> {
  try {
    return await getUser(api, param("userId"));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NOT_FOUND") throw error;
    reportError(error, { operation: error.operation, kind: error.kind });
    throw recordMissing("user");
  }
}

/** All countries with calling codes, the region's own first (USER-72). */
export const userCountries = ({ scope }: Pick<ConsoleArgs, "scope">): string =>
  phoneCountries(regions[scope.awsRegion].countryCode);

/** A number of the chosen country in storage format; null if invalid. */
export function storedPhone(country: string, text: string): string | null {
  const known = phoneCountry(country);
  return known && phoneNumber(text, known);
}

/** True if a number is valid for a country. */
export const isPhone = (country: string, text: string): boolean => storedPhone(country, text) !== null;

/** A user's number as shown in the edit form; empty if none (USER-81). */
export const phoneOfUser = (
  { phoneNumber: number }: Pick<User, "phoneNumber">,
  scope: ConsoleArgs["scope"],
) =>
  number ? phoneForDisplay(number, regions[scope.awsRegion].countryCode) : { country: "", phoneNumber: "" };

/** A user in the edit form's shape (USER-81). */
export const shownUser = (user: User, scope: ConsoleArgs["scope"]) => ({
  email: user.email,
  version: user.version,
  values: { firstName: user.firstName, lastName: user.lastName, ...phoneOfUser(user, scope) },
});

type TypedUser = z.output<ReturnType<typeof userSchema>>;

/**
 * Number to save with an edit (USER-83), null for none. An unchanged number is kept as stored, even if the country's
 * number rules have changed since.
 */
export function editedPhone(
  user: Pick<User, "phoneNumber">,
  { country, phoneNumber: typed }: Pick<TypedUser, "country" | "phoneNumber">,
  scope: ConsoleArgs["scope"],
): string | null {
  const shown = phoneOfUser(user, scope);
  const isKept = country === shown.country && typed === shown.phoneNumber;
  return isKept ? user.phoneNumber : storedPhone(country, typed);
}

/** Validates an edit; an unchanged phone number is always accepted (USER-66, USER-67, USER-70). */
export function editErrors(
  user: Pick<User, "phoneNumber">,
  typed: TypedUser,
  { scope, translate }: Pick<ConsoleArgs, "scope" | "translate">,
): RefusedSave | undefined {
  const { error } = userSchema(
    translate(users),
    (country, phoneNumber) => editedPhone(user, { country, phoneNumber }, scope) !== null,
  ).safeParse(typed);
  return error && { fieldErrors: z.flattenError(error).fieldErrors };
}

/** Message for a change that would leave no one able to edit users (USER-90). */
export const lastAdministrator = ({ scope, translate }: ConsoleArgs): string =>
  translate(users)("lastAdministrator", { customer: scope.customerDisplayName });

/** Reason if a change was refused for leaving no one able to edit users; undefined for other errors (USER-90). */
export const withoutAdministrator = (args: ConsoleArgs, error: unknown): string | undefined =>
  isApiMessage(error, "lastAdministrator") ? lastAdministrator(args) : undefined;

/** Archiving and restoring users, with texts; never one's own account (USER-32). */
export const movableUsers: Movable = {
  archive: archiveUsers,
  restore: restoreUsers,
  names: namesFromRecords(getUser, fullName),
  ...moveTexts(usersArea),
  explain: withoutAdministrator,
  beforeArchiving: {
    refuse: ({ user, translate }, chosen) =>
      chosen.includes(user._id) ? translate(users)("self") : undefined,
  },
};
