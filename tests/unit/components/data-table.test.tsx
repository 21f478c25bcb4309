import { describe, expect, it } from "vitest";
import { DataTable, type DataTableProps } from "~/components/table/data-table";
import { FilterBar } from "~/components/table/filter-bar";
import { BulkButton } from "~/components/table/selection";
import { render, tags, text } from "./render";

type Row = { id: string; name: string; created: string };
const rows: Row[] = [
  { id: "c1", name: "Acme Retail", created: "20 Nov 2026" },
  { id: "c2", name: "Globex", created: "19 Nov 2026" },
];
const table = (props: Partial<DataTableProps<Row>> = {}, path = "/customers?page=2&q=a") =>
  render(
    <DataTable
      label="Customers"
      columns={[
        { id: "name", header: "Customer", sort: "displayName", isRowHeader: true, cell: (row) => row.name },
        { id: "created", header: "Created", sort: "createdAt", cell: (row) => row.created },
        { id: "more", header: "Actions", headerHidden: true, align: "end", cell: () => "…" },
      ]}
      rows={rows}
      rowId={(row) => row.id}
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
    <BulkButton intent="archive" icon="archive">
      Archive
    </BulkButton>
  ),
};

describe("DataTable without scripts", () => {
  it("SHELL-28 sort headings are links that keep the address, drop the page and turn the order", async () => {
    const html = await table();
    expect(html).toContain(
      '<a class="sort-link" href="/customers?q=a&order=asc" data-keep-scroll="true">Created',
    );
    expect(html).toContain('href="/customers?q=a&sort=displayName&order=asc"');
    expect(tags(html, "th").filter((tag) => tag.includes("aria-sort"))).toEqual([
      '<th scope="col" aria-sort="descending">',
    ]);
  });

  it("GEN-01 SHELL-25 SHELL-28 pages are links and the size is a GET form with a button", async () => {
    const html = await table();
    expect(text(html)).toContain("31–60 of 182");
    expect(html).toContain('<a href="/customers?q=a">1</a>');
    expect(html).toContain('<a href="/customers?q=a&page=2" aria-current="page">2</a>');
    expect(html).toContain('<a href="/customers?q=a" aria-label="Previous page" rel="prev">');
    expect(html).toContain('<a href="/customers?q=a&page=3" aria-label="Next page" rel="next">');
    const [size = ""] = /<form class="page-size".*?<\/form>/.exec(html) ?? [];
    expect(size).toContain('method="get" action="/customers"');
    expect(size).toContain('<input type="hidden" name="q" value="a"/>');
    expect(size).not.toContain('name="page"');
    expect(text(size)).toBe("Rows per page 30 50 100 Apply");
  });

  it("SHELL-28 checkboxes and bulk buttons are one POST form with the anti-forgery token", async () => {
    const html = await table({ ...bulk, form: { idempotencyKey: "key-1" } });
    const [form = ""] = /<form method="post".*?<\/form>/.exec(html) ?? [];
    expect(form).toContain('name="csrf" value="form-token"');
    expect(form).toContain('name="idempotencyKey" value="key-1"');
    expect(tags(form, "input").filter((tag) => tag.includes('name="ids"'))).toHaveLength(2);
    expect(form).toContain('aria-label="Acme Retail"');
    expect(form).not.toContain("page-size");
  });

  it("SHELL-29 bulk buttons are enabled and nothing claims to select all", async () => {
    const html = await table(bulk);
    const [button = ""] = tags(html, "button").filter((tag) => tag.includes('value="archive"'));
    expect(button).toContain('type="submit"');
    expect(button).toContain('name="intent"');
    expect(button).not.toContain("disabled");
    expect(html).not.toContain("all-check");
  });

  it("CUST-12 a row that cannot be chosen says why", async () => {
    const disabledReason = (row: Row) => (row.id === "c1" ? "This customer is open now." : undefined);
    const html = await table({ ...bulk, selection: { ...bulk.selection, disabledReason } });
    const [box = ""] = tags(html, "input").filter((tag) => tag.includes('value="c1"'));
    expect(box).toContain("disabled");
    expect(box).toContain('aria-label="Acme Retail. This customer is open now."');
  });

  it("VAC-07 the row header is the row's link; a row without one is plain", async () => {
    const html = await table({ rowHref: (row) => (row.id === "c1" ? "/customers/c1" : undefined) });
    expect(html).toContain('<th scope="row"><a class="row-link" href="/customers/c1">Acme Retail</a></th>');
    expect(html).toContain('<th scope="row">Globex</th>');
  });

  it("draws plain cells: nothing but the row's own content inside a td", async () => {
    const html = await table();
    expect(html).toContain("<td>20 Nov 2026</td>");
    expect(html).toContain('<td class="end">…</td>');
  });

  it("CUST-21 an empty list reads No results found. and has no paging", async () => {
    const html = await table({ rows: [], totals: { totalItems: 0, totalPages: 0 } });
    expect(text(html)).toBe("No results found.");
  });

  it("APP-20 ATSR-19 an empty filtered list offers to clear the filters", async () => {
    const html = await table({
      rows: [],
      totals: { totalItems: 0, totalPages: 0 },
      empty: { clearHref: "/customers" },
    });
    expect(text(html)).toBe("No results found. Try removing some filters. Clear all filters");
    expect(html).toContain('href="/customers"');
  });

  it("SESS-32 CUST-14 a failed load stands in place of rows, paging and bulk actions", async () => {
    const problem = {
      tone: "warning",
      title: "No permission",
      description: "Failed to load customers list. Please contact support.",
    } as const;
    const html = await table({ ...bulk, problem });
    expect(text(html)).toBe("No permission Failed to load customers list. Please contact support.");
    expect(html).toContain('role="alert"');
  });

  it("ATSR-11 a wide table scrolls in a frame that the keyboard reaches", async () => {
    const html = await table({ minWidth: "2800px" });
    expect(html).toContain('style="min-width:2800px"');
    expect(html).toMatch(/class="table-scroll table-wide" tabindex="0" role="region" aria-label="Customers"/);
  });

  it("APP-10 marks the row that was asked for", async () => {
    const html = await table({ isCurrent: (row) => row.id === "c2" });
    expect(tags(html, "tr").filter((tag) => tag.includes('aria-current="true"'))).toHaveLength(1);
  });
});

describe("FilterBar without scripts", () => {
  it("APP-19 GEN-05 is a GET form that keeps sort and size and drops the page", async () => {
    const html = await render(
      <FilterBar names={["q"]} clearHref="/users">
        <input name="q" />
      </FilterBar>,
      { path: "/users?page=4&size=50&sort=email&q=old" },
    );
    expect(html).toContain('<form method="get" action="/users" role="search" class="filters"');
    expect(tags(html, "input")).toEqual([
      '<input type="hidden" name="size" value="50"/>',
      '<input type="hidden" name="sort" value="email"/>',
      '<input name="q"/>',
    ]);
    expect(text(html)).toBe("Search Clear all filters");
  });
});
