import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parametersToKeep, listHref, pageNumbers, shortener } from "~/components/table/list-url";
import { listSearch, textFilter } from "~/models/list/list-search";
import { anyText } from "../../support/any-text";

const defaults = { sort: "createdAt", order: "desc" } as const;
const at = (search: string) => ({ pathname: "/customers", search });

describe("listHref", () => {
  it("GEN-05 omits defaults, and the question mark without parameters", () => {
    expect(
      listHref(at("?page=2&size=50&sort=name&order=asc"), { page: 1, size: 30, ...defaults }, defaults),
    ).toBe("/customers");
  });

  it("GEN-05 resets to page 1 on any change except of the page itself", () => {
    expect(listHref(at("?page=4&q=ann"), { size: 50 }, defaults)).toBe("/customers?q=ann&size=50");
    expect(listHref(at("?page=4&q=ann"), { q: null }, defaults)).toBe("/customers");
    expect(listHref(at("?page=4&q=ann"), { page: 5 }, defaults)).toBe("/customers?q=ann&page=5");
  });

  it("GEN-05 repeats the name of a multi-select and drops empty values", () => {
    expect(listHref(at("?status=HIRED"), { status: ["NEW", "DECLINED"], q: "" }, defaults)).toBe(
      "/customers?status=NEW&status=DECLINED",
    );
    expect(listHref(at("?status=HIRED"), { status: [] }, defaults)).toBe("/customers");
  });

  it("drops the router's own parameters", () => {
    expect(listHref(at("?index&_data=x&q=ann"), { page: 2 }, defaults)).toBe("/customers?q=ann&page=2");
  });

  it("GEN-04: the list reads a link's parameters back unchanged", () => {
    const search = listSearch({
      sorts: ["createdAt", "name"],
      defaultSort: "createdAt",
      defaultOrder: "desc",
      filters: { q: textFilter() },
    });
    const state = fc.record({
      page: fc.integer({ min: 1, max: 9999 }),
      size: fc.constantFrom(30, 50, 100),
      sort: fc.constantFrom("createdAt" as const, "name" as const),
      order: fc.constantFrom("asc" as const, "desc" as const),
      q: fc.option(
        anyText({ maxLength: 100 }).filter((q) => q.trim() !== "" && [...q].length <= 100),
        { nil: undefined },
      ),
    });
    fc.assert(
      fc.property(state, fc.array(fc.tuple(anyText(), anyText())), (wanted, rest) => {
        const kept = new URLSearchParams(rest);
        for (const name of Object.keys(wanted)) kept.delete(name);
        const { searchParams } = new URL(
          listHref(at(`?${kept}`), wanted, search.defaults),
          "http://console.example",
        );
        expect(search.parse(searchParams)).toEqual({ ...wanted, q: wanted.q?.trim() });
        for (const [name, value] of kept) {
          if (!["index", "_data", "_routes"].includes(name))
            expect(searchParams.getAll(name)).toContain(value);
        }
      }),
    );
  });
});

describe("parametersToKeep", () => {
  it("GEN-05 repeats everything but its own fields and the page", () => {
    expect(parametersToKeep("?page=3&size=50&status=A&status=B&q=x&index=", ["size"])).toEqual([
      ["status", "A"],
      ["status", "B"],
      ["q", "x"],
    ]);
  });
});

describe("shortener", () => {
  const origin = "https://console.example";

  it("resolves to the same address from any page", () => {
    const path = fc
      .array(fc.constantFrom("customers", "region", "d9d5", "a-b", "a:b", "", "x%20y", "é"), { minLength: 1 })
      .map((parts) => `/${parts.join("/")}`)
      .filter((address) => !address.startsWith("//"));
    const rest = fc.constantFrom("", "?q=a", "?q=a&page=2#row", "/d9d5", "/a:b?x=1", "#top");
    fc.assert(
      fc.property(path, rest, path, (pathname, below, elsewhere) => {
        for (const href of [pathname + below, elsewhere]) {
          // Points to another host, which no link in the console does.
          if (href.startsWith("//")) continue;
          const short = new URL(shortener(pathname)(href), `${origin}${pathname}?open=1`);
          expect(short.href).toBe(new URL(href, origin).href);
        }
      }),
    );
  });

  it("omits the path to the page", () => {
    expect(shortener("/a/vacancies/v1")("/a/vacancies/v1?page=2")).toBe("?page=2");
    expect(shortener("/a/vacancies/v1")("/a/vacancies/v1/applications/x")).toBe("v1/applications/x");
    expect(shortener("/a/vacancies/v1")("/a/vacancies/v12")).toBe("/a/vacancies/v12");
  });
});

describe("pageNumbers", () => {
  it("GEN-03 offers first, last and neighbours, and a gap only in place of two pages or more", () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(2, 7)).toEqual([1, 2, 3, null, 7]);
    expect(pageNumbers(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pageNumbers(5, 9)).toEqual([1, null, 4, 5, 6, null, 9]);
  });

  it("always contains the current page, ascends, and stays in range", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 400 }), (a, b) => {
        const [page, total] = a < b ? [a, b] : [b, a];
        const numbers = pageNumbers(page, total).filter((n) => n !== null);
        expect(numbers).toContain(page);
        expect(numbers[0]).toBe(1);
        expect(numbers.at(-1)).toBe(total);
        expect(numbers).toEqual([...new Set(numbers)].sort((x, y) => x - y));
        expect(numbers.length).toBeLessThanOrEqual(7);
      }),
    );
  });
});
