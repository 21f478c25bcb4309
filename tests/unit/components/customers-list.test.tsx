import { describe, expect, it, vi } from "vitest";
import { flagNames, type FlagName } from "~/flags";
import { rightNames, type Rights } from "~/services/rights";
import Customers, { loader } from "~/routes/customers/list";
import { screenAt, tags, text } from "./render";

vi.mock("~/services/guard.server", () => ({
  consoleLoader: (_gate: object, load: object) => load,
  consoleAction: () => ({ intents: [] }),
}));
vi.mock("~/models/customers/customer.server", () => ({
  archiveCustomers: () => undefined,
  restoreCustomers: () => undefined,
  getCustomers: () =>
    Promise.resolve([
      {
        _id: "c2",
        displayName: "Acme Logistics",
        uniqueName: "acme-logistics",
        createdAt: "2026-11-20T00:00:00Z",
        archivedAt: null,
        canViewSettings: true,
      },
      {
        _id: "c3",
        displayName: "Acme Health",
        uniqueName: "acme-health",
        createdAt: "2026-11-19T00:00:00Z",
        archivedAt: null,
        canViewSettings: false,
      },
    ]),
}));

const views = [
  { _id: "v1", name: "All of <us>", query: "", isShared: false, isMine: true },
  { _id: "v2", name: "Nights", query: "search=n&order=asc", isShared: true, isMine: false },
];
const fetched = { is: false };
const held: { rights: Rights } = { rights: new Set(rightNames) };

/** The customers list as rendered for a person with all flags except these; the API returns them all (CUST-49). */
function list(...some: FlagName[]) {
  const off = [...some, "edgeCustomerSearchEnabled"];
  return screenAt("/list", Customers, loader, {
    api: { query: () => Promise.resolve({ CommonGetSavedViews: views }) },
    isFetched: fetched.is,
    scope: {
      awsRegion: "eu-west-1",
      organizationId: "o1",
      organizationDisplayName: "Acme Group",
      customerId: "c1",
    },
    flags: Object.fromEntries(flagNames.map((name) => [name, !off.includes(name)])),
    rights: () => Promise.resolve(held.rights),
  });
}

describe("the effect of flags on the customers list", () => {
  it("CUST-07 the name leads to the customer's settings, and is plain text without its flag", async () => {
    const href = "/region/eu-west-1/customers/c2/settings/overview?list=all";
    expect(await list()).toContain(`<a class="row-link" href="${href}"><bdi>Acme Logistics</bdi></a>`);
    expect(await list()).toContain('<th scope="row" role="rowheader"><bdi>Acme Health</bdi></th>'); // PERM-66
    const plain = await list("edgeCustomerBrandingEditEnabled");
    expect(plain).toContain('<th scope="row" role="rowheader"><bdi>Acme Logistics</bdi></th>');
    expect(plain).not.toContain("settings/overview");
  });

  it("CUST-03 names the organisation and region of the customers shown", async () => {
    expect(text(await list())).toContain("Only customers of Acme Group in Europe (Ireland) are shown.");
  });

  it("CUST-06 Create New is there only with its flag", async () => {
    expect(text(await list())).toContain("Create New");
    expect(await list()).toContain('href="/base/customers/create"');
    expect(text(await list("edgeCustomerCreationEnabled"))).not.toContain("Create New");
  });

  it("GEN-34 the menu of views is there only with its flag", async () => {
    const shown = await list();
    expect(tags(shown, "button").filter((tag) => tag.includes("popovertarget"))).toHaveLength(1);
    expect(shown).toContain('href="/base/views/create?list=customers&from=%2Flist"');
    expect(await list("edgeSavedViewsEnabled")).not.toMatch(/popovertarget|views/i);
  });

  it("GEN-34 a full page contains the names of the views in its menu; a page fetched by scripts loads them later", async () => {
    const shown = await list();
    expect(shown).toContain(
      '<a class="menu-item" href="/list" aria-current="true"><bdi>All of &lt;us&gt;</bdi>',
    );
    expect(shown).toContain('<a class="menu-item" href="/list?search=n&order=asc"><bdi>Nights</bdi>');
    fetched.is = true;
    try {
      expect(await list()).not.toContain("Nights");
    } finally {
      fetched.is = false;
    }
  });

  it("CUST-08 the archive's link, the Archive button and the boxes are there only with their flag", async () => {
    const shown = await list();
    expect(text(shown)).toContain("View Archive");
    expect(shown).toContain('href="/base/customers/archive"');
    expect(tags(shown, "button").filter((tag) => tag.includes('value="archive"'))).toHaveLength(1);
    const hidden = await list("edgeCustomerArchiveListEnabled");
    expect(text(hidden)).not.toMatch(/View Archive|Archive/);
    expect(tags(hidden, "input").filter((tag) => tag.includes('name="ids"'))).toEqual([]);
  });

  it("SHELL-56 provider-only actions are hidden from everyone else", async () => {
    held.rights = new Set(rightNames.filter((right) => !right.startsWith("provider")));
    try {
      const hidden = await list();
      expect(text(hidden)).not.toMatch(/Create New|Archive/);
      expect(tags(hidden, "input").filter((tag) => tag.includes('name="ids"'))).toEqual([]);
    } finally {
      held.rights = new Set(rightNames);
    }
  });
});
