import { expect, test } from "vitest";
import {
  collectedPage,
  orderedPage,
  userSorts,
  type UsersQuery,
} from "../../regional-api/areas/users/user-list.store";
import { planOf } from "./fixtures/plan";
import { useWorld } from "./fixtures/use-world";
import { ids } from "./fixtures/world";

const world = useWorld("all tests");

const sorts = Object.keys(userSorts) as (keyof typeof userSorts)[];
const states = ["active", "archived", "all"] as const;
const filters: Readonly<Record<string, Partial<UsersQuery>>> = {
  plain: {},
  "of departments": { hierarchyIds: ["a", "b"] },
  "of groups": { groupIds: ["a", "b"] },
};
const all = states.flatMap((state) =>
  Object.entries(filters).map(([name, filter]) => [state, name, filter] as const),
);

test.each(all)("USER-12 %s users %s: an index finds every page and every count", (state, name, filter) => {
  const wanted: UsersQuery = { customerId: ids.retail, state, ...filter };
  // Groups are small compared with the customer: only their members are walked, without reading the rows.
  const found =
    name === "of groups"
      ? /SEARCH u USING COVERING INDEX users_of_groups \(id=\?[^]*SEARCH group_members USING PRIMARY KEY \(groupId=\?/
      : /SEARCH u USING (COVERING )?INDEX users_\w+ \(customerId=\?/;
  for (const sort of sorts)
    for (const order of ["asc", "desc"] as const) {
      const page = name === "of groups" ? collectedPage : orderedPage;
      const plan = planOf(
        world.databases.region("ap-southeast-2"),
        page(wanted, { sort, order }, 30, 600).compile(),
      );
      expect(plan, sort).toMatch(found);
      expect(plan, sort).not.toMatch(/SCAN (u|users)\b/);
    }
});

test.each(["firstName", "email", "groupIds", "createdAt", "lastActive"] as const)(
  "USER-12 active users by %s come in the order of their index, however deep the page",
  (sort) => {
    const wanted: UsersQuery = { customerId: ids.retail, state: "active" };
    for (const many of [false, true]) {
      const groupIds = many ? ["a", "b"] : undefined;
      const query = orderedPage({ ...wanted, groupIds }, { sort, order: "desc" }, 30, 30_000, many);
      const [inner = ""] = planOf(world.databases.region("ap-southeast-2"), query.compile()).split(
        "SCAN page",
      );
      expect(inner).not.toContain("TEMP B-TREE");
    }
  },
);

test.each(["createdAt", "archivedAt"] as const)(
  "USER-12 archived users of departments by %s come from the sort's index only, in its order",
  (sort) => {
    const wanted: UsersQuery = { customerId: ids.retail, state: "archived", hierarchyIds: ["a", "b"] };
    const [inner = ""] = planOf(
      world.databases.region("ap-southeast-2"),
      orderedPage(wanted, { sort, order: "desc" }, 30, 20_000).compile(),
    ).split("SCAN page");
    expect(inner).toContain(`COVERING INDEX users_archived_${sort === "createdAt" ? "created" : "at"}`);
    expect(inner).not.toContain("TEMP B-TREE");
  },
);

test.each(["active", "archived"] as const)(
  "USER-11 a search of %s users walks the one index that contains the names",
  (state) => {
    for (const sort of sorts) {
      const wanted: UsersQuery = { customerId: ids.retail, state, searchText: "an" };
      expect(
        planOf(
          world.databases.region("ap-southeast-2"),
          collectedPage(wanted, { sort, order: "asc" }, 30, 0).compile(),
        ),
      ).toContain(`INDEX users_${state}_search (customerId=?)`);
    }
  },
);
