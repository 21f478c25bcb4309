import { describe, expect, it } from "vitest";
import { listNames } from "~/models/list/list-name.server";
import { moveColumn } from "~/models/list/list-view";
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
  it("stores the choices for each list and removes them on reset", () => {
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

  it("is ignored for any other person", () => {
    const cookie = withCookie(listViewCookie(withCookie(), person, "vacancies", view));
    expect(readListView(cookie, "65f0c0ffee00000000000002", "vacancies")).toBeUndefined();
  });

  it("stays within 1 KB: the lists changed longest ago are dropped", () => {
    let cookie = "";
    const big = { ...view, order: Array.from({ length: 8 }, (_, n) => `column${"abcdefgh"[n]}`) };
    for (const name of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]) {
      cookie = listViewCookie(withCookie(cookie), person, `list-${name}`, big);
      expect(cookie.length).toBeLessThanOrEqual(1024);
    }
    expect(readListView(withCookie(cookie), person, "list-j")).toEqual(big);
    expect(readListView(withCookie(cookie), person, "list-a")).toBeUndefined();
  });

  it("damaged values, other versions and unknown column names are dropped", () => {
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

  it("the API stores views under the name of each list", () => {
    for (const name of listNames) expect(name).toMatch(/^[a-z-]{1,48}$/);
  });

  it("moves a column by one place, and not past the ends", () => {
    expect(moveColumn(["a", "b", "c"], "b", "up")).toEqual(["b", "a", "c"]);
    expect(moveColumn(["a", "b", "c"], "b", "down")).toEqual(["a", "c", "b"]);
    expect(moveColumn(["a", "b", "c"], "a", "up")).toEqual(["a", "b", "c"]);
    expect(moveColumn(["a", "b", "c"], "x", "up")).toEqual(["a", "b", "c"]);
  });
});
