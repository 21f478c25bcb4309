import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { menu } from "~/components/shell/menu";
import { defineList } from "~/models/list/list.server";
import { listSearch } from "~/models/list/list-search";
import { moved } from "~/models/list/list-view";
import { listViewCookie, readListView, type StoredView } from "~/services/list-views.server";

const person = "65f0c0ffee00000000000001";
const view: StoredView = {
  hidden: ["manager"],
  order: ["created", "title"],
  pinned: ["title"],
  density: "compact",
};

const withCookie = (setCookie?: string) =>
  new Request("http://console.example/list", {
    headers: setCookie ? { cookie: setCookie.split(";")[0] ?? "" } : {},
  });
const named = (text: string) => {
  const [pair = ""] = listViewCookie(withCookie(), person, "vacancies", view).split(";");
  return withCookie(`${pair.slice(0, pair.indexOf("="))}=${encodeURIComponent(text)}`);
};

describe("the cookie of a person's lists", () => {
  it("remembers what was chosen for each list and forgets one on reset", () => {
    const first = listViewCookie(withCookie(), person, "vacancies", view);
    expect(first).toMatch(/HttpOnly; SameSite=Lax|SameSite=Lax; HttpOnly|HttpOnly/);
    const second = listViewCookie(withCookie(first), person, "customers", {
      ...view,
      density: "comfortable",
    });
    expect(readListView(withCookie(second), person, "vacancies")).toEqual(view);
    expect(readListView(withCookie(second), person, "customers")?.density).toBe("comfortable");
    const third = listViewCookie(withCookie(second), person, "vacancies", undefined);
    expect(readListView(withCookie(third), person, "vacancies")).toBeUndefined();
    expect(readListView(withCookie(third), person, "customers")).toBeDefined();
  });

  it("is somebody else's to nobody", () => {
    const cookie = withCookie(listViewCookie(withCookie(), person, "vacancies", view));
    expect(readListView(cookie, "65f0c0ffee00000000000002", "vacancies")).toBeUndefined();
  });

  it("stays within 1 KB: the lists that were changed longest ago go", () => {
    let cookie = "";
    const big = { ...view, order: Array.from({ length: 8 }, (_, n) => `column${"abcdefgh"[n]}`) };
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
      cookie = listViewCookie(withCookie(cookie), person, `list-${name}`, big);
      expect(cookie.length).toBeLessThanOrEqual(1024);
    }
    expect(readListView(withCookie(cookie), person, "list-j")).toEqual(big);
    expect(readListView(withCookie(cookie), person, "list-a")).toBeUndefined();
  });

  it("what is damaged, of another version or no column's name is left out", () => {
    for (const text of ["", "{", "null", "[]", '{"v":2,"u":"00000001","l":[]}', `"${"x".repeat(3000)}"`])
      expect(readListView(named(text), person, "vacancies")).toBeUndefined();
    const odd = '{"v":1,"u":"00000001","l":[["vacancies",{"h":["<b>"],"o":["title"],"p":5,"d":"x"}]]}';
    expect(readListView(named(odd), person, "vacancies")).toEqual({
      hidden: [],
      order: ["title"],
      pinned: [],
      density: "comfortable",
    });
  });

  it.each(["users", "Users", "users_2", "a".repeat(25), ""])(
    "a list called %j is refused as it starts",
    (name) => {
      const declare = () =>
        defineList({
          name,
          gate: { flag: null },
          search: listSearch({ sorts: ["a"], defaultSort: "a", defaultOrder: "asc", filters: {} }),
          fetch: () =>
            Promise.resolve({ data: [], pagination: { totalItems: 0, totalPages: 1, currentPage: 1 } }),
          loadFailed: () => "",
        });
      if (name === "users") expect(declare).not.toThrow();
      else expect(declare).toThrow("1 to 24 lower-case letters or hyphens");
    },
  );

  it("the menu's lists have the names that their screens give them", () => {
    const root = new URL("../../../app/", import.meta.url);
    const sources = readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((path) => /^(routes|models)\/.*\.tsx?$/.test(path))
      .map((path) => readFileSync(new URL(path, root), "utf8"));
    const named = sources.flatMap((text) =>
      [...text.matchAll(/\bname(?::| =) "([a-z-]+)"/g)].map(([, name]) => name),
    );
    const unknown = menu.flatMap(({ list }) => (list === undefined || named.includes(list) ? [] : [list]));
    expect(unknown, "`list` of an entry of app/components/shell/menu.ts is the name of no list").toEqual([]);
  });

  it("moves a column by one place, and nowhere past an end", () => {
    expect(moved(["a", "b", "c"], "b", "up")).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "b", "down")).toEqual(["a", "c", "b"]);
    expect(moved(["a", "b", "c"], "a", "up")).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b", "c"], "x", "up")).toEqual(["a", "b", "c"]);
  });
});
