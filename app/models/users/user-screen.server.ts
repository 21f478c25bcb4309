import { users } from "~/i18n/users";
import { regions } from "~/regions";
import { isApiMessage } from "~/services/api-messages";
import { reportError } from "~/services/errors.server";
import type { ConsoleArgs } from "~/services/console-args";
import { phoneCountries, phoneCountry, phoneNumber } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
import { userMissing } from "~/services/screens.server";
import { listSearch, textFilter, textsFilter } from "~/models/list/list-search";
import { type OpenedPlace, openedPlace } from "~/models/list/neighbours.server";
import { getUser, getUsers, type User } from "./user.server";

/** The reader of either list's address. */
export const userSearch = (isArchived: boolean) =>
  listSearch({
    sorts: ["username", "email", "groups", "createdAt", "lastActive", ...(isArchived ? archivedSorts : [])],
    defaultSort: "createdAt",
    defaultOrder: "desc",
    filters: { search: textFilter(), groupIds: textsFilter() },
  });
const archivedSorts = ["archivedAt"] as const;

/** Where a user stands in the list that they were opened from, and those before and after (GEN-31). */
export const userPlace = (args: ConsoleArgs, { _id, archivedAt }: User): Promise<OpenedPlace | null> =>
  openedPlace(args, _id, userSearch(archivedAt !== null), (state) =>
    getUsers(args.api, args.scope, state, archivedAt !== null),
  );

/** The user an address names; the page of USER-50 for an id that is none of the customer's. Throws ApiError. */
export async function userOfAddress({ api, scope, param }: ConsoleArgs): Promise<User> {
  try {
    return await getUser(api, scope, param("userId"));
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "NOT_FOUND") throw error;
    reportError(error, { operation: error.operation, kind: error.kind });
    throw userMissing();
  }
}

/** Every country with its code, that of the region first (USER-72). */
export function phoneOptions({ scope }: Pick<ConsoleArgs, "scope">) {
  const own = regions[scope.awsRegion].countryCode;
  const all = phoneCountries();
  return [...all.filter(({ value }) => value === own), ...all.filter(({ value }) => value !== own)];
}

/** A number of the chosen country as it is stored; null when it is none. */
export function storedPhone(country: string, text: string): string | null {
  const known = phoneCountry(country);
  return known && phoneNumber(text, known);
}

/** Whether a number is one of a country. */
export const isPhone = (country: string, text: string): boolean => storedPhone(country, text) !== null;

/** What is said of a change that would leave nobody who can edit users (USER-90). */
export const lastAdministrator = ({ scope, translate }: ConsoleArgs): string =>
  translate(users)("lastAdministrator", { customer: scope.customerDisplayName });

/** Why a change is refused that would leave nobody who can edit users; undefined for other errors (USER-90). */
export const withoutAdministrator = (args: ConsoleArgs, error: unknown): string | undefined =>
  isApiMessage(error, "lastAdministrator") ? lastAdministrator(args) : undefined;
