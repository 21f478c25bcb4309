import { mutationOf, queryOf } from "~/services/operation.server";
import type { CustomerApi } from "~/services/customer-api.server";
import { getUsers } from "~/models/users/user.server";

export type SignInPolicy = Awaited<ReturnType<typeof getSignInPolicy>>;

/** The customer's authenticator-app policy (MFA-06). Throws ApiError. */
export const getSignInPolicy = queryOf("AuthGetSignInPolicy", "asks groupIds fromDay isCallerReady version");

/** Saves the policy, based on `version`. Throws ApiError. */
export const saveSignInPolicy = mutationOf("AuthUpdateSignInPolicy", "asks");

/** True if a policy's first day has come. */
export const hasBegun = (fromDay: string | null): boolean =>
  fromDay !== null && Date.parse(fromDay) <= Date.now();

type AppRequirement = { asks: SignInPolicy["asks"]; groupIds: readonly string[] };

const otherFactors = ["PASSKEY", "EMAIL", "NONE"] as const;

/** Path, below the customer, of the list of required users without an app. */
export const usersWithoutAppPath = ({ asks, groupIds }: AppRequirement): string =>
  `users?${new URLSearchParams([
    ...otherFactors.map((factor) => ["secondFactors", factor]),
    ...(asks === "GROUPS" ? groupIds.map((id) => ["groupIds", id]) : []),
  ])}`;

/** Number of required users without an app: the rows of that list. Throws ApiError. */
export async function countUsersWithoutApp(
  api: CustomerApi,
  { asks, groupIds }: AppRequirement,
): Promise<number> {
  const { pagination } = await getUsers(
    api,
    {
      page: 1,
      size: 30,
      sort: "createdAt",
      order: "desc",
      secondFactors: [...otherFactors],
      ...(asks === "GROUPS" && { groupIds }),
    },
    false,
  );
  return pagination.totalItems;
}
