import { renderToString } from "react-dom/server";
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from "react-router-dom/server.js";
import { bench, describe } from "vitest";
import { ConsoleProvider } from "~/components/context/console-context";
import { layColumns } from "~/components/table/column-layout";
import { linkColumn, textColumn } from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { plainView } from "~/models/list/list-view";

// What React Table's columns cost on the server: a page of 30 rows and 6 columns (decision 0009).
type Row = { _id: string; name: string };
const rows: Row[] = Array.from({ length: 30 }, (_, n) => ({ _id: `row-${n}`, name: `Row ${n}` }));
const columns = [
  linkColumn<Row>({ id: "name", header: "Name", sort: "name", value: (row) => row.name }),
  ...["a", "b", "c", "d", "e"].map((id) =>
    textColumn<Row>({ id, header: id.toUpperCase(), value: (row) => row.name }),
  ),
];
const list = { page: 1, size: 30, sort: "name", order: "asc" } as const;
const view = { ...plainView, hidden: ["b"], order: ["e", "a"], pinned: ["c"] };
const console = {
  language: "en-GB",
  timeZone: "UTC",
  timeZoneChoice: "UTC",
  appearance: "system",
  productName: "Edge",
  logoUrl: "/logo.svg",
  supportUrl: "https://support.example/",
  csrf: "token",
  person: null,
  formKey: "key",
} as const;

const { query, dataRoutes } = createStaticHandler([
  {
    path: "*",
    element: (
      <ConsoleProvider value={console}>
        <DataTable label="Rows" {...{ columns, rows, list, view }} />
      </ConsoleProvider>
    ),
  },
]);
const answer = await query(new Request("http://console.example/list"));
if (answer instanceof Response) throw new Error("the page answered with a response");
const router = createStaticRouter(dataRoutes, answer);
const page = <StaticRouterProvider router={router} context={answer} hydrate={false} />;
let times = 0;

describe("30 rows of 6 columns on the server", () => {
  bench("the columns' layout as every request gets it", () => {
    layColumns(columns, view, list);
  });
  bench("the layout when it is new", () => {
    times += 1;
    layColumns(columns, { ...view, order: ["e", `new${times}`] }, list);
  });
  bench("the whole table", () => {
    renderToString(page);
  });
});
