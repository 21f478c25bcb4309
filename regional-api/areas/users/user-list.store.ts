/** The lists of users: searched, filtered, sorted and paged among tens of thousands of a customer (USER-12). */
import { expressionBuilder } from "kysely";
import { pageOf, type PageOf } from "../../core/paging";
import { searchKey, wordsOf } from "../../core/text";
import {
  anyOf,
  contains,
  from,
  least,
  literal,
  nameOf,
  notByIndex,
  orderOf,
  type SortColumn,
} from "../../store/dialect";
import type { Reader } from "../../store/engine";
import { findGroup } from "../permissions/group-grants.store";
import { keptCount } from "../../core/list-counts.store";
import type { Row, Tables } from "../../store/tables";
import { forms, sql } from "../../store/sql";

/** Sort fields as callers name them, with the column each walks (USER-18, USER-19). */
export const userSorts = {
  firstName: "nameKey",
  email: "email",
  groupIds: "groupCount",
  createdAt: "createdAt",
  lastActive: "lastActive?",
  archivedAt: "archivedAt?",
} as const satisfies Record<string, SortColumn<"users">>;

/** What people are asked for beside the password (MFA-01). */
export const secondFactors = ["APP", "EMAIL", "NONE"] as const;
export type SecondFactor = (typeof secondFactors)[number];

export interface UsersWanted {
  readonly customerId: string;
  /** Only users of these departments; of all when left out. */
  readonly hierarchyIds?: readonly string[] | undefined;
  /** Only members of one of these groups. */
  readonly groupIds?: readonly string[] | undefined;
  /** Only these users. */
  readonly userIds?: readonly string[] | undefined;
  /** Only users with one of these. */
  readonly secondFactors?: readonly SecondFactor[] | undefined;
  readonly state: "active" | "archived" | "all";
  /** Part of an email, or parts of a name in any order (USER-11). */
  readonly searchText?: string | undefined;
  /** Only who was invited before this moment and has never signed in. */
  readonly invitedBefore?: number | undefined;
  /** Only who has a password, set within these moments, the first excluded. */
  readonly passwordAfter?: number | undefined;
  readonly passwordUntil?: number | undefined;
}

export interface UserOrder {
  readonly sort: keyof typeof userSorts;
  readonly order: "asc" | "desc";
}

/** What is asked for, with its text as emails are searched by it, and the words that names are. */
type Asked = Omit<UsersWanted, "searchText"> & {
  readonly text?: string;
  readonly words?: readonly string[];
  readonly isMany?: boolean;
};
type AskedPage = Asked & UserOrder & { readonly limit: number; readonly offset: number };
/** The page of active and archived users is among so many of each. */
type AskedMerged = AskedPage & { readonly most: number };

const form = { fixed: ["state", "isMany", "sort", "order", "secondFactors"], each: ["words"] } as const;

const askedOf = ({ searchText, secondFactors, ...wanted }: UsersWanted): Asked => ({
  ...wanted,
  ...(secondFactors && { secondFactors }),
  ...(searchText && { text: searchKey(searchText), words: wordsOf(searchKey(searchText)) }),
});

/** When a password was set: until somebody did, when the account was made (USER-06). In just these words it is in an index. */
const setAt = () =>
  expressionBuilder<{ u: Tables["users"] }, "u">().fn.coalesce("u.lastPasswordUpdatedAt", "u.createdAt");

/**
 * A search looks at every name, so it walks the index that holds all it needs; the members of groups are looked up one by
 * one in such an index, however many others there are; the rest walks the index of its sort, as do members when they are
 * many of the customer's people.
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
}: Asked) {
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
        // Each half by the indexes that there are of active and of archived users.
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
      // By the index of the sort.
      .$if(hierarchyIds !== undefined, (query) =>
        query.where(anyOf(notByIndex("u.hierarchyId"), hierarchyIds ?? [])),
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
          const isOn = u("u.mfaEnabled", "=", literal(1));
          const withOut = u.not(hasApp);
          const conditions = {
            APP: hasApp,
            EMAIL: u.and([withOut, isOn]),
            NONE: u.and([withOut, u.not(isOn)]),
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
          .where((u) => u(setAt(), ">", passwordAfter ?? 0))
          .where((u) => u(setAt(), "<=", passwordUntil ?? 0)),
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

const sorted = ({ sort, ...asked }: Asked & UserOrder) =>
  users(asked).select(["u.id as pageId", `u.${nameOf(userSorts[sort])} as sortKey`]);

const orderedPages = forms<AskedPage>(form)(({ limit, offset, ...asked }) =>
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

const mergedPages = forms<AskedMerged>(form)(({ limit, offset, most, ...asked }) => {
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
 * One page of a list whose length is known. The indexes have it in order, `many` members of groups too, active and archived
 * users each by themselves; their rows are read for the page alone.
 */
export const orderedPage = (
  wanted: UsersWanted,
  by: UserOrder,
  limit: number,
  offset: number,
  isMany = false,
) => {
  const asked = { ...askedOf(wanted), ...by, limit, offset, isMany };
  return wanted.state === "all" ? mergedPages({ ...asked, most: offset + limit }) : orderedPages(asked);
};

const collectedPages = forms<AskedPage>(form)(({ limit, offset, ...asked }) =>
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
      // n - 1 - (n - 1) % limit
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
        .offset((all) => least(all.val(offset), startOfLast.$asScalar()));
    })
    .selectFrom("page")
    .innerJoin("users", "users.id", "page.pageId")
    .selectAll("users")
    .select((all) => all.selectFrom("all").select("n").as("total"))
    .orderBy("page.sortKey", ordered(asked))
    .orderBy("page.pageId", asked.order),
);

/**
 * One page of a list that no index has in order, the last for one past it, each row with how many the list has: everybody
 * whom the filter leaves is looked at once, for the number and the page.
 */
export const collectedPage = (wanted: UsersWanted, by: UserOrder, limit: number, offset: number) =>
  collectedPages({ ...askedOf(wanted), ...by, limit, offset });

/**
 * The members of a group, when the first `rows` of them are found sooner among everybody in the order of the list, of whom
 * one in everybody / members is theirs, than by collecting and sorting all members.
 */
async function manyMembers(db: Reader, filter: UsersWanted, rows: number): Promise<number | undefined> {
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
  // All of a group's people are of its customer.
  const group = await findGroup(db, groupId);
  if (group?.customerId !== customerId) return;
  const everybody = await keptCount(db, { list: "users", customerId, isArchived: false });
  return rows * everybody < group.usersCount ** 2 ? group.usersCount : undefined;
}

const counts = forms<Asked>(form)((asked) =>
  users(asked).select((count) => count.fn.countAll<number>().as("count")),
);

/** How many users a filter leaves; for those few that are due for something. */
export const userCount = (wanted: UsersWanted) => counts(askedOf(wanted));

/** The users of one page of a list, in order, equal ones by id, and which page that is; `skip` counts pages. */
export async function listUsers(
  db: Reader,
  filter: UsersWanted,
  by: UserOrder,
  { skip, limit }: { skip: number; limit: number },
): Promise<{ rows: Row<"users">[]; page: PageOf }> {
  const from = skip * limit;
  // Refuses what no page has before anything is looked up.
  pageOf(0, from, limit);
  const { customerId, hierarchyIds, state } = filter;
  const members = await manyMembers(db, filter, from + limit);
  const isDue = filter.invitedBefore !== undefined || filter.passwordAfter !== undefined;
  const isNarrowed = filter.groupIds ?? filter.userIds ?? filter.secondFactors ?? filter.searchText;
  if (members !== undefined || !(isNarrowed || isDue)) {
    const isArchived = state === "all" ? undefined : state === "archived";
    const total = members ?? (await keptCount(db, { list: "users", customerId, hierarchyIds, isArchived }));
    const { offset, ...page } = pageOf(total, from, limit);
    return { rows: await db.all(orderedPage(filter, by, limit, offset, members !== undefined)), page };
  }
  const rows = await db.all(collectedPage(filter, by, limit, from));
  const { offset: _, ...page } = pageOf(rows[0]?.total ?? 0, from, limit);
  return { rows, page };
}
