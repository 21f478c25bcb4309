import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customersByIds, matching, sortCustomers, switcherPart } from "~/components/shell/customers";
import { customers as texts } from "~/i18n/customers";
import { translator } from "~/i18n/texts";
import { searchKey } from "~/i18n/name-order";
import { anyText } from "../../support/any-text";

const sorted = (...names: string[]) => sortCustomers(names.map((name) => ({ name }))).map(({ name }) => name);

describe("sortCustomers", () => {
  it("SHELL-09 alphabetical ignoring case, special characters last", () => {
    expect(sorted("Zebra", "#Hash", "acme", "Äpfel", "_under", "Initech", "3M", "Acme 10", "Acme 9")).toEqual(
      ["3M", "acme", "Acme 9", "Acme 10", "Äpfel", "Initech", "Zebra", "_under", "#Hash"],
    );
  });

  it("keeps every customer and does not change the list passed in", () => {
    fc.assert(
      fc.property(fc.array(fc.record({ name: fc.string() })), (customers) => {
        const before = [...customers];
        const after = sortCustomers(customers);
        expect(customers).toEqual(before);
        expect(after).toHaveLength(customers.length);
        expect(new Set(after)).toEqual(new Set(customers));
      }),
    );
  });
});

describe("SHELL-09 the part of a long list in the switcher's panel", () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ id: `c${at}`, name: `Customer ${at}` }));
  const shown = (currentId: string) => switcherPart(many, currentId, 50).map(({ id }) => id);

  it("is its start", () => {
    expect(shown("c7")).toEqual(many.slice(0, 50).map(({ id }) => id));
    expect(shown("not there")).toHaveLength(50);
    expect(switcherPart(many.slice(0, 3), "c1", 50)).toEqual(many.slice(0, 3));
  });

  it("plus the open customer, wherever it is", () => {
    expect(shown("c55")).toEqual([...many.slice(0, 50), many[55]].map((one) => one?.id));
  });
});

describe("SHELL-09 searching for a customer", () => {
  const named = (name: string) => ({ id: name, name });
  const found = (typed: string, ...names: string[]) =>
    matching(names.map(named), typed, ({ name }) => name).map(({ name }) => name);

  it("ignores case and accents on both sides", () => {
    expect(found("apex", "Ápex", "Apex Two", "Zenith")).toEqual(["Ápex", "Apex Two"]);
    expect(found("ÁPEX", "apex")).toEqual(["apex"]);
    expect(found("strasse", "Straße GmbH")).toEqual(["Straße GmbH"]);
    expect(found("orsted", "Ørsted")).toEqual(["Ørsted"]);
    expect(found("lodz", "Łódź")).toEqual(["Łódź"]);
  });

  it("finds words in any order, and everything for an empty text", () => {
    expect(found("retail acme", "Acme Retail", "Acme")).toEqual(["Acme Retail"]);
    expect(found("  ", "Acme", "Globex")).toEqual(["Acme", "Globex"]);
  });

  it("a key is the key of itself", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(searchKey(searchKey(text))).toBe(searchKey(text));
      }),
    );
  });

  it("pinned and recent ones follow the order of their ids, unknown ids are dropped", () => {
    expect(customersByIds([named("a"), named("b"), named("c")], ["c", "x", "a"]).map(({ id }) => id)).toEqual(
      ["c", "a"],
    );
  });
});

it("CUST-11 CUST-18 one customer has, more have been archived or restored", () => {
  const t = translator(texts, "en-GB");
  expect(t("archivedNotice", { count: 1 })).toBe("1 customer has been archived.");
  expect(t("archivedNotice", { count: 12 })).toBe("12 customers have been archived.");
  expect(t("restoredNotice", { count: 1 })).toBe("1 customer has been restored.");
  expect(t("restoredNotice", { count: 12 })).toBe("12 customers have been restored.");
});
