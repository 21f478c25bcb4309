import { describe, expect, it } from "vitest";
import { actionsColumn, linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { FilterBar, type FilterField } from "~/components/table/filter-bar";
import { BulkButton } from "~/components/table/bulk-button";
import type { DataTableProps } from "~/components/table/table-props";
import type { FilterValues } from "~/models/list/list-state";
import { type ListView, defaultListView } from "~/models/list/list-view";
import { intent, render, tags, text } from "./render";

type Row = { _id: string; name: string; created: string };
const rows: Row[] = [
  { _id: "c1", name: "Acme Retail", created: "20 Nov 2026" },
  { _id: "c2", name: "Globex", created: "19 Nov 2026" },
];
const table = (props: Partial<DataTableProps<Row>> = {}, path = "/customers?page=2&q=a") =>
  render(
    <DataTable
      label="Customers"
      columns={[
        linkColumn<Row>({ id: "name", header: "Customer", sort: "displayName", value: (row) => row.name }),
        textColumn<Row>({ id: "created", header: "Created", sort: "createdAt", value: (row) => row.created }),
        actionsColumn<Row>({ id: "more", header: "Actions", value: () => "…" }),
      ]}
      rows={rows}
      list={{ page: 2, size: 30, sort: "createdAt", order: "desc" }}
      defaults={{ sort: "createdAt", order: "desc" }}
      totals={{ totalItems: 182, totalPages: 7 }}
      {...props}
    />,
    { path },
  );
const bulk = {
  selection: { label: (row: Row) => row.name },
  toolbar: (
    <BulkButton intent={intent("archive")} icon="archive">
      Archive
    </BulkButton>
  ),
};

describe("FilterBar", () => {
  it("GEN-129 a single choice is radio buttons beginning with Any; a required one has no Any", async () => {
    const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
    const choice = { kind: "choice", name: "state", label: "State", options } as const;
    const radios = async (field: FilterField, values: FilterValues) =>
      tags(await render(<FilterBar fields={[field]} values={values} />), "input")
        .filter((tag) => tag.includes('type="radio"'))
        .map(
          (tag) => `${/value="([^"]*)"/.exec(tag)?.[1] ?? "?"}${tag.includes("checked") ? " checked" : ""}`,
        );
    const free = { ...choice, placeholder: "Any" };
    expect(await radios(free, {})).toEqual([" checked", "a", "b"]);
    expect(await radios(free, { state: "b" })).toEqual(["", "a", "b checked"]);
    expect(await radios({ ...choice, isRequired: true }, {})).toEqual(["a", "b"]);
    expect(text(await render(<FilterBar fields={[free]} values={{}} />))).toContain("State Any A B");
  });

  it("LOG-51 with an error no filter is active, and no chip offers to remove one", async () => {
    const days = { kind: "days", name: "from", label: "Time Range", zone: "UTC" } as const;
    const values = { phone: "12", from: "2026-08-26", to: "2026-11-24" };
    const bar = (errors?: string[]) => {
      const fields: FilterField[] = [{ kind: "text", name: "phone", label: "Phone Number", errors }, days];
      return render(<FilterBar {...{ fields, values }} auto={false} />);
    };
    expect(text(await bar())).toContain("Time Range: 2026-08-26 – 2026-11-24");
    const wrong = await bar(["Please enter phone number in a valid format"]);
    expect(text(wrong)).toContain("valid format");
    expect(wrong).not.toContain("filter-chip");
    expect(wrong).toContain('value="2026-08-26"');
  });
});

describe("FilterBar with a range of days or times", () => {
  it("GEN-08 shows the zone on button and chip if it differs from the page's", async () => {
    for (const kind of ["days", "times"] as const) {
      const bar = async (zone: string, values: FilterValues) => {
        const fields: FilterField[] = [{ kind, name: "from", label: "Range", zone }];
        const html = await render(<FilterBar {...{ fields, values }} />, { console: { timeZone: "UTC" } });
        const parts = [/<summary[^>]*><bdi[^>]*>Range.*?<\/summary>/, /<li>.*?<\/li>/];
        return parts.map((part) => text(part.exec(html)?.[0].replaceAll("<!-- -->", "") ?? ""));
      };
      const values = { from: "2026-11-23", to: "2026-11-29" };
      const label = "Range: 2026-11-23 – 2026-11-29";
      expect(await bar("Australia/Sydney", values)).toEqual([
        `${label} (Australia/Sydney)`,
        `${label} (Australia/Sydney) , remove this filter`,
      ]);
      expect(await bar("UTC", values)).toEqual([label, `${label} , remove this filter`]);
      expect(await bar("Australia/Sydney", {})).toEqual(["Range", ""]);
    }
  });
});

describe("DataTable asked for unknown values", () => {
  it("SHELL-65 names them, and links to the list without them", async () => {
    const leftOut = [{ name: "status", value: "<b>NOPE" }];
    const html = await table({ leftOut }, "/customers?q=a&status=%3Cb%3ENOPE&status=NEW");
    expect(text(html)).toContain("Left out of the list: &lt;b&gt;NOPE");
    expect(html).toContain('<a href="/customers?q=a&status=NEW">Clear these filters</a>');
    expect(text(await table())).not.toContain("Left out");
  });
});

describe("DataTable of people", () => {
  it("GEN-140 a person's row heading has the initials as an attribute, and only the name as text", async () => {
    const columns = [
      linkColumn<Row>({
        id: "name",
        header: "Name",
        person: (row) => row.name,
        value: (row) => row.name,
      }),
    ];
    const html = await table({ columns, rows: [{ _id: "u1", name: "Ann de Vries", created: "" }] });
    const [head = ""] = tags(html, "th").filter((tag) => tag.includes('scope="row"'));
    expect(head).toContain('data-initials="AV"');
    expect(text(html)).toContain(" Ann de Vries ");
    expect(text(html)).not.toContain("AV");
  });
});

describe("DataTable without scripts", () => {
  it("SHELL-28 sort headings are links that keep the address, drop the page and reverse the order", async () => {
    const html = await table();
    expect(html).toContain(
      '<a class="sort-link" href="?q=a&order=asc" aria-current="true" data-keep-scroll="">Created',
    );
    expect(html).toContain('href="?q=a&sort=displayName&order=asc"');
    expect(tags(html, "th").filter((tag) => tag.includes("aria-sort"))).toEqual([
      '<th scope="col" role="columnheader" aria-sort="descending">',
    ]);
  });

  it("SHELL-25 SHELL-28 pages are links and the size is a GET form with a button", async () => {
    const html = await table();
    expect(text(html)).toContain("31–60 of 182");
    expect(html).toContain('<a href="?q=a">1</a>');
    expect(html).toContain('<a href="?q=a&page=2" aria-current="page">2</a>');
    expect(html).toContain('<a href="?q=a" aria-label="Previous page" rel="prev">');
    expect(html).toContain('<a href="?q=a&page=3" aria-label="Next page" rel="next">');
    const [size = ""] = /<form class="page-size .*?<\/form>/.exec(html) ?? [];
    expect(size).toContain('method="get" action="/customers"');
    expect(size).toContain('<input type="hidden" name="q" value="a"/>');
    expect(size).not.toContain('name="page"');
    expect(text(size)).toBe("Rows per page 30 50 100 Apply");
  });

  it("GEN-38 with more rows than were counted the pager says so, links on, and names no last page", async () => {
    const totals = { totalItems: 10_000, totalPages: 334, isTotalExact: false };
    const html = await table({ totals });
    expect(text(html)).toContain("31–60 of 10,000+");
    expect(text(html)).toContain("1 2 3 …");
    expect(html).not.toContain("page=334");
    expect(html).toContain('<a href="?q=a&page=3" aria-label="Next page" rel="next">');
    // The last counted page has a next one.
    const list = { page: 333, size: 30, sort: "createdAt", order: "desc" } as const;
    const behind = { totalItems: 9_990, totalPages: 334, isTotalExact: false };
    const last = await table({ totals: behind, list }, "/customers?q=a&page=333");
    expect(text(last)).toContain("9,961–9,990 of 9,990+");
    expect(last).toContain('<a href="?q=a&page=334" aria-label="Next page" rel="next">');
  });

  it("CUST-12 a row that cannot be selected says why", async () => {
    const disabledReason = (row: Row) => (row._id === "c1" ? "This customer is open now." : undefined);
    const html = await table({ ...bulk, selection: { ...bulk.selection, disabledReason } });
    const [box = ""] = tags(html, "input").filter((tag) => tag.includes('value="c1"'));
    expect(box).toContain("disabled");
    expect(box).toContain('aria-label="Acme Retail. This customer is open now."');
  });

  it("VAC-07 the row header is the row's link; a row without one is plain", async () => {
    const html = await table({ rowHref: (row) => (row._id === "c1" ? "/customers/c1" : undefined) });
    expect(html).toContain(
      '<th scope="row" role="rowheader"><a class="row-link" href="customers/c1">Acme Retail</a></th>',
    );
    expect(html).toContain('<th scope="row" role="rowheader">Globex</th>');
  });

  it("renders plain cells: nothing but the row's own content inside a td", async () => {
    const html = await table();
    expect(html).toContain('<td role="cell" data-label="Created">20 Nov 2026</td>');
    expect(html).toContain('<td role="cell" class="end">…</td>');
  });

  it("CUST-21 an empty list reads No results found. and has no paging", async () => {
    const html = await table({ rows: [], totals: { totalItems: 0, totalPages: 0 } });
    expect(text(html)).toBe("No results found.");
  });

  it("APP-20 ATSR-19 an empty filtered list offers to clear the filters", async () => {
    const html = await table({
      rows: [],
      totals: { totalItems: 0, totalPages: 0 },
      filters: { q: "a" },
    });
    expect(text(html)).toBe("No results found. Try removing some filters. Clear all filters");
    expect(html).toContain('href="/customers"');
  });

  it("APP-20 USER-21 filters without a field are cleared as well", async () => {
    const html = await table(
      {
        rows: [],
        totals: { totalItems: 0, totalPages: 0 },
        fields: [{ kind: "text", isSearch: true, name: "q", label: "Search" }],
        filters: { q: undefined, groupIds: ["g1", "g2"] },
      },
      "/customers?groupIds=g1&groupIds=g2&size=50&page=2",
    );
    expect(/href="([^"]*)"[^>]*>Clear all filters/.exec(html)?.[1]).toBe("/customers?size=50");
  });

  it("SESS-32 CUST-14 a failed load replaces rows, paging and bulk actions", async () => {
    const problem = {
      tone: "warning",
      title: "No permission",
      description: "Failed to load customers list. Please contact support.",
    } as const;
    const html = await table({ ...bulk, problem });
    expect(text(html)).toBe("No permission Failed to load customers list. Please contact support.");
    expect(html).toContain('role="alert"');
  });
});

describe("GEN-92 cells", () => {
  it("leave out an empty second line, and mark empty values for the cards", async () => {
    const html = await table({
      columns: [
        linkColumn<Row>({ id: "name", header: "Customer", value: (row) => row.name }),
        textColumn<Row>({
          id: "note",
          header: "Note",
          under: "name",
          value: (row) => row._id === "c1" && "vip",
        }),
        textColumn<Row>({ id: "state", header: "State", value: (row) => row._id === "c2" && "on" }),
      ],
    });
    expect(html.match(/class="under"/g)).toHaveLength(1);
    expect(html).toContain('<th scope="row" role="rowheader">Globex</th>');
    expect(html).toContain('<td role="cell" class="cell-empty" data-label="State">-</td>');
    expect(html).toContain('<td role="cell" data-label="State">on</td>');
  });

  it("are links, also for right-to-left names", async () => {
    const html = await table({
      columns: [linkColumn<Row>({ id: "name", header: "Customer", value: (row) => <bdi>{row.name}</bdi> })],
      rowHref: (row) => `/customers/${row._id}`,
    });
    expect(html).toContain('href="customers/c2"><bdi>Globex</bdi></a>');
  });
});

describe("GEN-90 one bar of filters", () => {
  const choice = (name: string, isRequired = false): FilterField => ({
    kind: "choice",
    name,
    label: name,
    ...(isRequired ? { isRequired } : { placeholder: "Any" }),
    options: [{ value: "a", label: "Alpha" }],
  });
  const bar = (fields: FilterField[], values: FilterValues, path: string) =>
    render(<FilterBar {...{ fields, values }} />, { path });

  it("an active filter shows its value on the button and has a cross; a required one has none", async () => {
    const html = await bar(
      [choice("One"), choice("Two", true)],
      { One: "a", Two: "a" },
      "/l?One=a&Two=a&size=50",
    );
    expect(text(html)).toContain("One: Alpha");
    expect(text(html)).toContain("Two: Alpha");
    expect([...html.matchAll(/<a class="filter-clear[^"]*" href="([^"]*)"/g)].map((link) => link[1])).toEqual(
      ["/l?Two=a&size=50"],
    );
  });

  it("with more than four the rest fold, and unfold when one of them is active", async () => {
    const names = ["A", "B", "C", "D", "E"].map((name) => choice(name));
    expect(await bar(names.slice(0, 4), {}, "/l")).not.toContain("filter-more");
    const unset = await bar(names, {}, "/l");
    expect(text(unset)).toContain("More filters (2)");
    expect(unset).toContain('<details class="filter-more">');
    expect(await bar(names, { E: "a" }, "/l?E=a")).toContain('<details class="filter-more" open="">');
    expect(await bar(names, { A: "a" }, "/l?A=a")).toContain('<details class="filter-more">');
  });
});

describe("FilterBar without scripts", () => {
  const fields: FilterField[] = [
    { kind: "text", isSearch: true, name: "q", label: "Search people" },
    {
      kind: "choices",
      name: "status",
      label: "Status",
      options: [
        { value: "A", label: "Active" },
        { value: "B", label: "Blocked" },
      ],
    },
    { kind: "days", name: "from", label: "Joined", zone: "UTC" },
    { kind: "flag", name: "mine", label: "Mine only" },
  ];
  const bar = (values: FilterValues, path: string) => render(<FilterBar {...{ fields, values }} />, { path });
  const chips = (html: string) =>
    [...html.matchAll(/<a class="filter-chip[^"]*" href="([^"]*)".*?<bdi>(.*?)<\/bdi>/g)].map(
      ([, href, words]) => [words, href],
    );

  it("APP-19 GEN-05 is a GET form that keeps sort and size and drops the page", async () => {
    const html = await bar({ q: "old" }, "/users?page=4&size=50&sort=email&q=old");
    expect(html).toContain('<form method="get" action="/users" role="search" class="filters"');
    expect(tags(html, "input").filter((tag) => tag.includes('type="hidden"'))).toEqual([
      '<input type="hidden" name="size" value="50"/>',
      '<input type="hidden" name="sort" value="email"/>',
      '<input type="hidden" name="tz" value="UTC"/>',
    ]);
    expect(text(html)).toContain("Apply Clear");
  });

  it("every active filter is a link that removes only that one, and Clear removes all", async () => {
    const path = "/users?page=2&q=ann&status=A&status=B&from=2026-01-01&tz=UTC&mine=1&size=50";
    const values = { q: "ann", status: ["A", "B"], from: "2026-01-01", to: undefined, mine: true };
    const html = await bar(values, path);
    expect(chips(html)).toEqual([
      ["Status: Active", "/users?q=ann&from=2026-01-01&tz=UTC&mine=1&size=50&status=B"],
      ["Status: Blocked", "/users?q=ann&from=2026-01-01&tz=UTC&mine=1&size=50&status=A"],
      ["Joined: 2026-01-01 – … (UTC)", "/users?q=ann&status=A&status=B&mine=1&size=50"],
      ["Mine only", "/users?q=ann&status=A&status=B&from=2026-01-01&tz=UTC&size=50"],
    ]);
    expect(html).toMatch(/<a href="\/users\?size=50"[^>]*>Clear/);
    expect(text(html)).toContain("Filters (4)");
  });

  it("APP-19 each filter is a details element in the form and shows its value; a checkbox and the search are always visible", async () => {
    const menus = (html: string) =>
      [...html.matchAll(/<details name="filter" class="([^"]*)"( open="")?>.*?<bdi[^>]*>(.*?)<\/bdi>/g)].map(
        ([, name, open, words]) => [words, name === "filter drop-down filter-set", open !== undefined],
      );
    const unset = await bar({}, "/users");
    expect(menus(unset)).toEqual([
      ["Status", false, false],
      ["Joined", false, false],
    ]);
    expect(unset).not.toMatch(/popover/);
    const [status = "", joined = ""] = unset.match(/<details name="filter".*?<\/details>/g) ?? [];
    expect(tags(status, "input").map((tag) => /name="(\w+)"/.exec(tag)?.[1])).toEqual(["status", "status"]);
    expect(joined).toContain('type="date"');
    expect(status + joined).not.toMatch(/name="(mine|q)"/);
    const set = await bar({ status: ["A", "B"], from: "2026-01-01", mine: true }, "/users?status=A&status=B");
    expect(menus(set)).toEqual([
      ["Status: Active, Blocked", true, false],
      ["Joined: 2026-01-01 – …", true, false],
    ]);
    expect(text(set)).toContain("Clear Status");
  });

  it("filters with errors are unfolded", async () => {
    const html = await bar({ from: "2026-02-01", to: "2026-01-01" }, "/users?from=2026-02-01&to=2026-01-01");
    expect(html.match(/<details[^>]* open="">/g)).toHaveLength(2);
  });

  it("without filters there is nothing to clear", async () => {
    const html = await bar({ q: undefined, status: [], mine: false }, "/users");
    expect(chips(html)).toEqual([]);
    expect(text(html)).not.toContain("Clear");
  });

  it("a reversed date range is reported next to the field and kept", async () => {
    const html = await bar({ from: "2026-02-01", to: "2026-01-01" }, "/users?from=2026-02-01&to=2026-01-01");
    expect(text(html)).toContain("The first day must not be after the last day.");
    const [from = "", to = ""] = tags(html, "input").filter((tag) => tag.includes('type="date"'));
    expect(from).toContain('value="2026-02-01"');
    expect(from).toContain('aria-invalid="true"');
    expect(to).toContain('value="2026-01-01"');
  });
});

describe("paging", () => {
  const foot = (totalItems: number, totalPages: number, page = 1) =>
    table({ totals: { totalItems, totalPages }, list: { page, size: 30, sort: "createdAt", order: "desc" } });

  it("a single page has no pager, and a list of 30 rows or fewer no page size", async () => {
    expect(await foot(30, 1)).not.toMatch(/class="pages"|page-size/);
    expect(await foot(31, 2)).toMatch(/class="pages"/);
    expect(await foot(31, 2)).toMatch(/page-size/);
  });
});

describe("the person's columns", () => {
  const headings = (html: string) =>
    [...html.matchAll(/<th scope="col"[^>]*>(.*?)<\/th>/g)].map(([, heading = ""]) => text(heading));
  const columns = [
    linkColumn<Row>({ id: "name", header: "Customer", value: (row) => row.name }),
    textColumn<Row>({ id: "email", header: "Email", under: "name", value: () => "a@mail.example" }),
    textColumn<Row>({ id: "created", header: "Created", value: (row) => row.created }),
    actionsColumn<Row>({ id: "more", header: "Actions", value: () => "…" }),
  ];
  const shown = async (view: Partial<ListView>, path?: string) =>
    table({ columns, name: "customers", view: { ...defaultListView, ...view } }, path);

  it("a column below another shares its cell and keeps its heading", async () => {
    const html = await shown({});
    expect(headings(html)).toEqual(["Customer Email", "Created", "Actions"]);
    expect(html).toContain('<div class="under" data-label="Email">a@mail.example</div>');
  });

  it("hides, orders and pins; the row's name cannot be hidden and actions stay last", async () => {
    expect(headings(await shown({ hidden: ["email", "name", "more"] }))).toEqual([
      "Customer",
      "Created",
      "Actions",
    ]);
    expect(headings(await shown({ order: ["more", "created", "name"] }))).toEqual([
      "Created",
      "Customer Email",
      "Actions",
    ]);
    expect(headings(await shown({ pinned: ["created"] }))).toEqual(["Created", "Customer Email", "Actions"]);
  });

  it("a column below a hidden one has a cell of its own", async () => {
    const note = textColumn<Row>({ id: "note", header: "Note", under: "created", value: () => "x" });
    const view = { ...defaultListView, hidden: ["created"] };
    expect(headings(await table({ columns: [...columns, note], name: "customers", view }))).toEqual([
      "Customer Email",
      "Note",
      "Actions",
    ]);
  });

  it("a column that is empty on the whole page gives up its space, its heading and dashes stay", async () => {
    const html = await shown({});
    expect(html).not.toContain("col-empty");
    const empty = textColumn<Row>({ id: "note", header: "Note", value: () => null });
    const half = textColumn<Row>({ id: "half", header: "Half", value: (row) => row._id === "c1" && "x" });
    const lines = [
      textColumn<Row>({ id: "a", header: "A", value: () => undefined }),
      textColumn<Row>({ id: "b", header: "B", under: "a", value: () => "b" }),
    ];
    const aside = await table({ columns: [...columns, empty, half, ...lines], rows });
    expect(aside.match(/class="col-empty"[^>]*>[^<]*/g)).toEqual([
      'class="col-empty">Note',
      ...rows.map(() => 'class="col-empty" data-label="Note">-'),
    ]);
  });

  it("unknown column names change nothing", async () => {
    const odd = ["constructor", "nothing"];
    expect(headings(await shown({ hidden: odd, order: odd, pinned: odd }))).toEqual([
      "Customer Email",
      "Created",
      "Actions",
    ]);
  });

  it("are chosen in a form that works without scripts; only one link contains them", async () => {
    const chosen = { hidden: ["created"], density: "compact" } as const;
    const closed = await shown(chosen);
    // A closed list contains only the link to it.
    expect(closed).toContain('href="?q=a&choose=customers&page=2#columns-customers"');
    expect(closed).not.toContain('name="shown"');
    const html = await shown(chosen, "/customers?page=2&q=a&choose=customers");
    const [form = ""] = /<form[^>]*class="columns-panel".*?<\/form>/.exec(html) ?? [];
    expect(form).toContain('method="post" action="/preferences"');
    expect(form).toContain('name="csrf" value="form-token"');
    expect(form).toContain('name="returnTo" value="/customers?q=a&choose=customers&page=2"');
    expect(form).toContain('name="density" value="compact" aria-pressed="true"');
    expect(form).toContain('name="columns" value="up:email"');
    expect(text(form)).toContain("Customer");
    const boxes = tags(form, "input").filter((tag) => tag.includes('name="shown"'));
    expect(boxes.map((tag) => /value="(\w+)"/.exec(tag)?.[1])).toEqual(["name", "email", "created"]);
    expect(boxes[0]).toContain('type="hidden"');
    expect(boxes[2]).not.toContain("checked");
    const links = tags(html, "a").filter((link) => /density|columns|hidden/.test(link));
    // The link that includes them on request (GEN-30).
    expect(links).toEqual([expect.stringContaining("columns=name%2Cemail&page=2")]);
  });
});

describe("GEN-30 columns of the address", () => {
  const view: ListView = { ...defaultListView, hidden: ["name"], order: ["name", "created"] };
  const chosen = { name: "customers", view: { ...view, only: ["created"] } };

  it("override the person's own, and the column that names the rows stays", async () => {
    const html = await table(chosen, "/customers?columns=created&q=a");
    expect(tags(html, "th").length).toBeGreaterThan(2);
    const head = html.slice(html.indexOf("<thead"));
    expect(head.indexOf(">Created")).toBeLessThan(head.indexOf(">Customer"));
  });

  it("are only added by a link, and dropped when others are chosen", async () => {
    const address = "/customers?page=2&q=a&choose=customers";
    expect(await table({ name: "customers", view: defaultListView }, address)).toContain(
      'href="/customers?q=a&columns=name%2Ccreated&page=2"',
    );
    const html = await table(chosen, `${address}&columns=created`);
    expect(html).toContain('name="returnTo" value="/customers?q=a&choose=customers&page=2"');
    expect(text(html)).toContain("Link without columns");
  });
});

describe("GEN-29 preset date ranges", () => {
  const days: FilterField = { kind: "days", name: "from", label: "Created", zone: "UTC" };
  const today = new Date().toISOString().slice(0, 10);
  const before = (count: number) => new Date(Date.now() - count * 86_400_000).toISOString().slice(0, 10);
  const bar = (field: FilterField) =>
    render(<FilterBar fields={[field]} values={{}} />, { path: "/list?q=a&page=3" });

  it("are links to the dates they currently mean", async () => {
    const html = await bar(days);
    for (const from of [today, before(6), before(29)])
      expect(html).toContain(`href="?q=a&from=${from}&to=${today}&tz=UTC"`);
  });

  it("match the allowed range, and are times for time fields", async () => {
    const html = await bar({ ...days, kind: "times", maxDays: 7 });
    expect(html).toContain(`from=${before(6)}T00%3A00&to=${today}T23%3A59&tz=UTC`);
    expect(text(html)).not.toContain("Last 30 days");
  });

  it("are left out for fields without dates", async () => {
    expect(text(await bar({ ...days, disabled: true }))).not.toContain("Last 7 days");
  });
});
