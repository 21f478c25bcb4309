/** Lists of users: search, filters, sort and pages over tens of thousands of a customer's users (USER-12). */
import { expressionBuilder } from "kysely";
import { pageOf, type PageOf } from "../../core/paging";
import { searchKey, wordsOf } from "../../core/text";
import {
  anyOf,
  contains,
  from,
  lesserOf,
  literal,
  nameOf,
  withoutIndex,
  orderOf,
  type SortColumn,
} from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { findGroup } from "../permissions/group-grants.store";
import { precomputedCount } from "../../core/list-counts.store";
import type { Row, Tables } from "../../store/tables";
import { forms, sql } from "../../store/sql";

/** Sort fields of the API, each with its column (USER-18, USER-19). */
export const userSorts = {
  firstName: "nameKey",
  email: "email",
  groupIds: "groupCount",
  createdAt: "createdAt",
  lastActive: "lastActive?",
  archivedAt: "archivedAt?",
} as const satisfies Record<string, SortColumn<"users">>;

/** Second factors that can be required after the password (MFA-01). */
export const secondFactors = ["APP", "PASSKEY", "EMAIL", "NONE"] as const;
export type SecondFactor = (typeof secondFactors)[number];

export interface UsersQuery {
  readonly customerId: string;
  /** Only users of these departments; all if omitted. */
  readonly hierarchyIds?: readonly string[] | undefined;
  /** Only members of one of these groups. */
  readonly groupIds?: readonly string[] | undefined;
  /** Only these users. */
  readonly userIds?: readonly string[] | undefined;
  /** Only users with one of these second factors. */
  readonly secondFactors?: readonly SecondFactor[] | undefined;
  readonly state: "active" | "archived" | "all";
  /** Part of an email, or parts of a name in any order (USER-11). */
  readonly searchText?: string | undefined;
  /** Only users who were invited before this moment and have never signed in. */
  readonly invitedBefore?: number | undefined;
  /** Only users with a password set between these times; the first is exclusive. */
  readonly passwordAfter?: number | undefined;
  readonly passwordUntil?: number | undefined;
}

export interface UserOrder {
  readonly sort: keyof typeof userSorts;
  readonly order: "asc" | "desc";
}

/** The filter, with its text as a search key for emails and split into words for names. */
type UserListQuery = Omit<UsersQuery, "searchText"> & {
  readonly text?: string;
  readonly words?: readonly string[];
  readonly isMany?: boolean;
};
type UserPageQuery = UserListQuery & UserOrder & { readonly limit: number; readonly offset: number };
/** Active and archived users are each read up to `most` rows, which is enough to contain the page. */
type MergedPageQuery = UserPageQuery & { readonly most: number };

const form = { fixed: ["state", "isMany", "sort", "order", "secondFactors"], each: ["words"] } as const;

const toQuery = ({ searchText, secondFactors, ...wanted }: UsersQuery): UserListQuery => ({
  ...wanted,
  ...(secondFactors && { secondFactors }),
  ...(searchText && { text: searchKey(searchText), words: wordsOf(searchKey(searchText)) }),
});

/**
 * Time when the password was set, initially the creation of the account (USER-06). Must match the expression
 * of the index exactly, or the index is not used.
 */
const passwordSetAt = () =>
  expressionBuilder<{ u: Tables["users"] }, "u">().fn.coalesce("u.lastPasswordUpdatedAt", "u.createdAt");

/**
 * Chooses the index. A search scans every name, so it uses the covering index. Members of groups are looked
 * up one by one in that index, however many other users there are. Every other list uses the index of its
 * sort, including members that are a large share of the customer's users.
 */
function users({
  customerId,
  hierarchyIds,
  groupIds,
  userIds,
  state,
  text,
  words = [],
  isMany,
  secondFactors,
  ...due
}: UserListQuery) {
  const { invitedBefore, passwordAfter, passwordUntil } = due;
  const index =
    groupIds && !isMany
      ? "users_of_groups"
      : text !== undefined && state !== "all"
        ? `users_${state}_search`
        : state === "active" && passwordAfter !== undefined
          ? "users_password"
          : state === "active" && invitedBefore !== undefined
            ? "users_never_active"
            : undefined;
  return (
    sql
      .selectFrom(from("users as u", { index }))
      .$if(state === "all", (query) =>
        // Each half uses one index: for active or for archived users.
        query.where((u) =>
          u.or(
            (["is", "is not"] as const).map((is) =>
              u.and([u("u.customerId", "=", customerId), u("u.archivedAt", is, null)]),
            ),
          ),
        ),
      )
      .$if(state !== "all", (query) =>
        query
          .where("u.customerId", "=", customerId)
          .where("u.archivedAt", state === "active" ? "is" : "is not", null),
      )
      // Keeps the planner on the index of the sort.
      .$if(hierarchyIds !== undefined, (query) =>
        query.where(anyOf(withoutIndex("u.hierarchyId"), hierarchyIds ?? [])),
      )
      .$if(groupIds !== undefined, (query) =>
        query.where((u) => {
          const members = u.selectFrom("group_members").where(anyOf("groupId", groupIds ?? []));
          return isMany
            ? u.exists(members.select("userId").whereRef("userId", "=", "u.id"))
            : u("u.id", "in", members.select("userId"));
        }),
      )
      .$if(userIds !== undefined, (query) => query.where(anyOf("u.id", userIds ?? [])))
      .$if(secondFactors !== undefined, (query) =>
        query.where("u.source", "=", literal("LOCAL")).where((u) => {
          const apps = u
            .selectFrom("authenticators as a")
            .select("a.userId")
            .whereRef("a.userId", "=", "u.id");
          const hasApp = u.exists(apps.where("a.confirmedAt", "is not", null));
          const hasPasskey = u.exists(
            u.selectFrom("passkeys as p").select("p.userId").whereRef("p.userId", "=", "u.id"),
          );
          const isOn = u("u.mfaEnabled", "=", literal(1));
          const hasNeither = u.and([u.not(hasApp), u.not(hasPasskey)]);
          const conditions = {
            APP: hasApp,
            PASSKEY: u.and([u.not(hasApp), hasPasskey]),
            EMAIL: u.and([hasNeither, isOn]),
            NONE: u.and([hasNeither, u.not(isOn)]),
          };
          return u.or((secondFactors ?? []).map((factor) => conditions[factor]));
        }),
      )
      .$if(invitedBefore !== undefined, (query) =>
        query.where("u.lastActive", "is", null).where("u.createdAt", "<", invitedBefore ?? 0),
      )
      .$if(passwordAfter !== undefined && passwordUntil !== undefined, (query) =>
        query
          .where("u.source", "=", literal("LOCAL" as const))
          .where((u) => u(passwordSetAt(), ">", passwordAfter ?? 0))
          .where((u) => u(passwordSetAt(), "<=", passwordUntil ?? 0)),
      )
      .$if(text !== undefined, (query) =>
        query.where((u) =>
          u.or([
            contains("u.email", text ?? ""),
            ...(words.length > 0 ? [u.and(words.map((word) => contains("u.nameKey", word)))] : []),
          ]),
        ),
      )
  );
}

const ordered = ({ sort, order }: UserOrder) => orderOf(userSorts[sort], order);

const sorted = ({ sort, ...asked }: UserListQuery & UserOrder) =>
  users(asked).select(["u.id as pageId", `u.${nameOf(userSorts[sort])} as sortKey`]);

const orderedPages = forms<UserPageQuery>(form)(({ limit, offset, ...asked }) =>
  sql
    .with("page", () =>
      sorted(asked)
        .orderBy("sortKey", ordered(asked))
        .orderBy("pageId", asked.order)
        .limit(limit)
        .offset(offset),
    )
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .orderBy("page.sortKey", ordered(asked))
    .orderBy("page.pageId", asked.order),
);

const mergedPages = forms<MergedPageQuery>(form)(({ limit, offset, most, ...asked }) => {
  const halves = (["active", "archived"] as const).map((state) =>
    sql
      .selectFrom(
        sorted({ ...asked, state })
          .orderBy("sortKey", ordered(asked))
          .orderBy("pageId", asked.order)
          .limit(most)
          .as("half"),
      )
      .select(["pageId", "sortKey"]),
  );
  const [active, archived] = halves as [(typeof halves)[number], (typeof halves)[number]];
  return sql
    .with("page", () =>
      sql
        .selectFrom(active.unionAll(archived).as("both"))
        .select(["pageId", "sortKey"])
        .orderBy("sortKey", ordered(asked))
        .orderBy("pageId", asked.order)
        .limit(limit)
        .offset(offset),
    )
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .orderBy("page.sortKey", ordered(asked))
    .orderBy("page.pageId", asked.order);
});

/**
 * Query for one page of a list of known length, read in index order (also for `many` members of groups;
 * active and archived users separately). Reads full rows for the page only.
 */
export const orderedPage = (
  wanted: UsersQuery,
  by: UserOrder,
  limit: number,
  offset: number,
  isMany = false,
) => {
  const parameters = { ...toQuery(wanted), ...by, limit, offset, isMany };
  return wanted.state === "all"
    ? mergedPages({ ...parameters, most: offset + limit })
    : orderedPages(parameters);
};

const collectedPages = forms<UserPageQuery>(form)(({ limit, offset, ...asked }) =>
  sql
    .with(
      (name) => name("found").materialized(),
      () => sorted(asked),
    )
    .with(
      (name) => name("all").materialized(),
      (found) => found.selectFrom("found").select((count) => count.fn.countAll<number>().as("n")),
    )
    .with("page", (found) => {
      // Start of the last page: n - 1 - (n - 1) % limit.
      const startOfLast = found.selectFrom("all").select((all) => {
        const last = all.parens(all("n", "-", 1));
        return all(last, "-", all(last, "%", limit)).as("start");
      });
      return found
        .selectFrom("found")
        .select(["pageId", "sortKey"])
        .orderBy("sortKey", ordered(asked))
        .orderBy("pageId", asked.order)
        .limit(limit)
        .offset((all) => lesserOf(all.val(offset), startOfLast.$asScalar()));
    })
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .select((all) => all.selectFrom("all").select("n").as("total"))
    .orderBy("page.sortKey", ordered(asked))
    .orderBy("page.pageId", asked.order),
);

/**
 * Query for one page of a list that no index sorts (the last page if it is past the end), each row with the
 * total, so that a single scan of the matching users gives both.
 */
export const collectedPage = (wanted: UsersQuery, by: UserOrder, limit: number, offset: number) =>
  collectedPages({ ...toQuery(wanted), ...by, limit, offset });

/**
 * Returns the number of members of a group if scanning all users in list order finds the first `rows` members
 * sooner (one in users / members matches) than collecting and sorting the members; otherwise undefined.
 */
async function countManyMembers(db: Reader, filter: UsersQuery, rows: number): Promise<number | undefined> {
  const {
    customerId,
    groupIds: [groupId, ...others] = [],
    hierarchyIds,
    userIds,
    secondFactors,
    searchText,
    state,
  } = filter;
  if (!groupId || others.length > 0 || hierarchyIds || userIds || secondFactors || searchText) return;
  if (state !== "active") return;
  if (filter.invitedBefore !== undefined || filter.passwordAfter !== undefined) return;
  // A group's members all belong to its customer.
  const group = await findGroup(db, groupId);
  if (group?.customerId !== customerId) return;
  const everybody = await precomputedCount(db, { list: "users", customerId, isArchived: false });
  return rows * everybody < group.usersCount ** 2 ? group.usersCount : undefined;
}

const counts = forms<UserListQuery>(form)((asked) =>
  users(asked).select((count) => count.fn.countAll<number>().as("count")),
);

/** Returns the number of users matching a filter; meant for filters with few matches. */
export const userCount = (wanted: UsersQuery) => counts(toQuery(wanted));

/** Returns one page of users with its page data, ordered by id where equal; `skip` counts pages. */
export async function listUsers(
  db: Reader,
  filter: UsersQuery,
  by: UserOrder,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: Row<"users">[]; page: PageOf }> {
  const from = skip * limit;
  // Throws for an invalid page before any lookup.
  pageOf(0, from, limit);
  const { customerId, hierarchyIds, state } = filter;
  const members = await countManyMembers(db, filter, from + limit);
  const isDue = filter.invitedBefore !== undefined || filter.passwordAfter !== undefined;
  const isNarrowed = filter.groupIds ?? filter.userIds ?? filter.secondFactors ?? filter.searchText;
  if (members !== undefined || !(isNarrowed || isDue)) {
    const isArchived = state === "all" ? undefined : state === "archived";
    const total =
      members ?? (await precomputedCount(db, { list: "users", customerId, hierarchyIds, isArchived }));
    const { offset, ...page } = pageOf(total, from, limit);
    return { rows: await db.all(orderedPage(filter, by, limit, offset, members !== undefined)), page };
  }
  const rows = await db.all(collectedPage(filter, by, limit, from));
  const { offset: _, ...page } = pageOf(rows[0]?.total ?? 0, from, limit);
  return { rows, page };
}
