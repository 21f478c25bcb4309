import { describe, expect, test } from "vitest";
import { type Client } from "./fixtures/client";
import { useWorld, useClient } from "./fixtures/use-world";
import { savedViewId, scopeOf } from "./fixtures/world";
import type { ResultOf } from "./fixtures/results";

const world = useWorld("all tests");
const staff = useClient(world, "staff", "all tests");
const admin = useClient(world, "admin", "all tests");
const recruiter = useClient(world, "recruiter", "all tests");
const scope = (customer: "retail" | "bank" = "retail") => {
  const { organizationId, customerId, hierarchyId } = scopeOf(customer);
  return { organizationId, customerId, hierarchyId };
};

type View = ResultOf<"CommonGetSavedViews">[number];
const seen = (client: Client, list?: string, customer?: "retail" | "bank") =>
  client.result("CommonGetSavedViews", { ...scope(customer), list });
const create = (client: Client, values: Partial<View>) =>
  client.send("CommonCreateSavedView", {
    ...scope(),
    list: "users",
    query: "",
    isShared: false,
    ...values,
  });
const made = async (client: Client, values: Partial<View>) => {
  const { error, result } = await create(client, values);
  expect(error).toBeUndefined();
  return result;
};
const update = (client: Client, view: View, values: Partial<View>) => {
  const { _id, name, query, isShared, version } = { ...view, ...values };
  return client.send("CommonUpdateSavedView", {
    ...scope(),
    _id,
    name,
    query,
    isShared,
    version,
  });
};
const remove = (client: Client, _id: string) => client.send("CommonDeleteSavedView", { ...scope(), _id });
const begin = (client: Client, list: string, viewId: string | null) =>
  client.send("CommonChooseDefaultView", { ...scope(), list, viewId });

describe("GEN-32 a name for filters, sort and columns of a list", () => {
  test("a private view is visible only to its owner, on its list and customer only", async () => {
    const view = await made(recruiter, { name: " Mine ", query: "search=a+b&columns=email,createdAt" });
    expect(view).toMatchObject({
      list: "users",
      name: "Mine",
      query: "search=a+b&columns=email%2CcreatedAt",
      ...{
        isShared: false,
        isMine: true,
        canEdit: true,
        isDefault: false,
        madeBy: "recruiter Test",
        version: 1,
      },
    });
    expect(await seen(recruiter, "users")).toEqual([view]);
    expect(await seen(recruiter, "groups")).toEqual([]);
    expect(await seen(admin, "users")).toEqual([]);
    expect(await seen(staff, "users", "bank")).toEqual([]);
    for (const answer of [
      update(admin, view, { name: "Taken" }),
      remove(admin, view._id),
      begin(admin, "users", view._id),
    ])
      expect((await answer).error).toBe("Not Found Error");
  });

  test("a name is required, short and unique; a query must fit its list", async () => {
    const wrong: [Partial<View>, string][] = [
      [{ name: " " }, "Please enter a name"],
      [{ name: "x".repeat(61) }, "Please keep the name within 60 characters"],
      [{ name: "MÎNE" }, "A view of this list already has this name"],
      [
        { name: "a", query: `search=${"x".repeat(2_000)}` },
        "A view holds at most 2,000 characters of filters",
      ],
      [{ name: "a", query: "page=3" }, "Invalid list query"],
      [{ name: "a", query: "//evil.example" }, "Invalid list query"],
      [{ name: "a", list: "No list" }, "There is no such list"],
    ];
    for (const [values, message] of wrong) expect((await create(recruiter, values)).message).toBe(message);
    // Names are unique per list.
    await made(recruiter, { name: "Mine", list: "groups" });
  });

  test("a person may have at most 30 per list", async () => {
    for (let number = 1; number <= 30; number += 1)
      await made(recruiter, { name: `View ${number}`, list: "policies" });
    expect((await create(recruiter, { name: "One more", list: "policies" })).message).toBe(
      "You already have 30 views of this list",
    );
  });
});

test("GEN-32 a view keeps its name if another with that name is shared later, unless it is renamed", async () => {
  const list = "workflows";
  const own = await made(recruiter, { list, name: "Stores" });
  const shared = await made(admin, { list, name: "Stores", isShared: true });
  const kept = await update(recruiter, own, { query: "search=x" });
  expect(kept).toMatchObject({ data: { CommonUpdateSavedView: { name: "Stores", query: "search=x" } } });
  const renamed = kept.data.CommonUpdateSavedView as View;
  const taken = "A view of this list already has this name";
  expect((await update(recruiter, renamed, { name: "Depots" })).error).toBeUndefined();
  expect((await update(recruiter, { ...renamed, version: 3 }, {})).message).toBe(taken);
  for (const [client, { _id }] of [
    [recruiter, own],
    [admin, shared],
  ] as const)
    expect((await remove(client, _id)).error).toBeUndefined();
});

describe("GEN-33 a view that is shared", () => {
  test("requires the right to edit the customer's settings, and is visible to all its users", async () => {
    expect((await create(recruiter, { name: "For all", isShared: true })).error).toBe("FORBIDDEN");
    const mine = (await seen(recruiter, "users"))[0];
    if (!mine) throw new Error("no view");
    expect((await update(recruiter, mine, { isShared: true })).error).toBe("FORBIDDEN");
    const view = await made(admin, { name: "For all", query: "search=x", isShared: true });
    expect(await seen(recruiter, "users")).toMatchObject([
      { _id: view._id, isMine: false, canEdit: false, madeBy: "admin Test" },
      { name: "Mine" },
    ]);
    expect(await seen(staff, "users")).toMatchObject([{ _id: view._id, canEdit: true }]);
  });

  test("can be edited and deleted by its owner or by those who may share; a stale save conflicts", async () => {
    const [view] = await seen(staff, "users");
    if (!view) throw new Error("no view");
    expect((await update(recruiter, view, { name: "Other" })).error).toBe("FORBIDDEN");
    expect((await remove(recruiter, view._id)).error).toBe("FORBIDDEN");
    expect((await update(staff, view, { name: "All people" })).error).toBeUndefined();
    expect(await update(admin, view, { name: "Late" })).toMatchObject({ code: "CONFLICT" });
    // Only its owner can make it private again.
    expect((await update(staff, { ...view, version: 2 }, { isShared: false })).error).toBe("FORBIDDEN");
    expect((await update(admin, { ...view, version: 2 }, { isShared: false })).error).toBeUndefined();
    expect(await seen(staff, "users")).toEqual([]);
    expect((await update(staff, { ...view, version: 3 }, {})).error).toBe("Not Found Error");
  });

  test.each(["search=ann%40x.example", "tab=sms&phone=61420650776", "q=%2B61+420+650+776", "q=0420-650-776"])(
    "must not contain an address or a number: %s",
    async (query) => {
      const values = { name: `Ann ${query}`, query, isShared: true };
      expect((await create(admin, values)).message).toBe(
        "A view that looks for an email address or a phone number cannot be shared",
      );
      await made(admin, { ...values, isShared: false });
      // Ids and days may be shared.
      const harmless = { name: `Ids ${query}`, query: "q=20650776&from=2026-10-01&phone=", isShared: true };
      await made(admin, harmless);
    },
  );
});

describe("GEN-35 a person's default view of a list", () => {
  test("is a personal choice among visible views, and removed with the view", async () => {
    const view = await made(admin, { name: "To begin with", list: "groups", isShared: true });
    const { data } = await begin(recruiter, "groups", view._id);
    expect(data.CommonChooseDefaultView).toContainEqual({ _id: view._id, isDefault: true });
    expect(await seen(recruiter, "groups")).toMatchObject([{ isDefault: false }, { isDefault: true }]);
    expect(await seen(admin, "groups")).toMatchObject([{ isDefault: false }]);
    const mine = (await seen(recruiter, "groups"))[0]?._id ?? "";
    await begin(recruiter, "groups", mine);
    expect(await seen(recruiter, "groups")).toMatchObject([{ isDefault: true }, { isDefault: false }]);
    await begin(recruiter, "groups", null);
    expect(await seen(recruiter, "groups")).toMatchObject([{ isDefault: false }, { isDefault: false }]);
    await begin(recruiter, "groups", view._id);
    expect((await remove(admin, view._id)).error).toBeUndefined();
    expect(await seen(recruiter, "groups")).toMatchObject([{ isDefault: false }]);
    // A view of another list cannot be the default.
    expect((await begin(recruiter, "users", mine)).error).toBe("Not Found Error");
  });
});

test("GEN-32 staff's own views across customers are visible to staff only", async () => {
  expect((await seen(staff, "vacancies")).map(({ _id }) => _id)).toEqual([savedViewId]);
  expect(await seen(admin, "vacancies")).toEqual([]);
});
