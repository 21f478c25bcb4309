import { BulkBar } from "~/components/applications/bulk-bar";
import { ColumnChooser } from "~/components/table/column-chooser";
import {
  actionsColumn,
  type Column,
  linkColumn,
  numberColumn,
  textColumn,
  timeColumn,
} from "~/components/table/columns";
import { DataTable } from "~/components/table/data-table";
import { ExportLink } from "~/components/table/export-link";
import { ListScreen } from "~/components/table/list-screen";
import { MoreActions } from "~/components/table/more-actions";
import { Pagination } from "~/components/table/pagination";
import { PlaceInList } from "~/components/table/place-in-list";
import { AllMatch } from "~/components/table/all-match";
import { BulkButton } from "~/components/table/bulk-button";
import { SortMenu } from "~/components/table/sort-menu";
import type { DataTableProps } from "~/components/table/table-props";
import { columnsOf } from "~/components/table/use-columns";
import { Button } from "~/components/ui/button";
import { StateText } from "~/components/ui/state-text";
import { useTime } from "~/components/ui/time";
import { defaultListView } from "~/models/list/list-view";
import { filterFields as fields } from "./filters";
import { longText, rightToLeftText, type Stories, storyIntent } from "./specimen";

type Row = { _id: string; name: string; email: string; count: number; createdAt: string; open: boolean };

const rows: Row[] = ["Christmas casuals", "Store manager", longText, rightToLeftText].map((name, index) => ({
  _id: `row-${index}`,
  name,
  email: `manager.${index}@acme.example`,
  count: index * 617,
  createdAt: `2026-03-0${index + 1}T09:30:00.000Z`,
  open: index % 2 === 0,
}));
const fewRows = rows.slice(0, 2);
const list = { page: 2, size: 30, sort: "name", order: "asc" } as const;
const defaults = { sort: "createdAt", order: "desc" } as const;
const totals = { totalItems: 1234, totalPages: 42 };

function useColumns(): Column<Row>[] {
  const time = useTime();
  return [
    linkColumn({ id: "name", header: "Title", sort: "name", value: ({ name }) => <bdi>{name}</bdi> }),
    textColumn({ id: "email", header: "Manager", under: "name", value: ({ email }) => email }),
    textColumn({
      id: "state",
      header: "State",
      value: ({ open }) => <StateText text={open ? "Open" : "Closed"} tone={open ? "green" : "gray"} />,
    }),
    numberColumn({ id: "count", header: "Applications", value: ({ count }) => count }),
    timeColumn({ id: "createdAt", header: "Created", sort: "createdAt", time, at: (row) => row.createdAt }),
    actionsColumn({
      id: "actions",
      header: "Actions",
      value: () => (
        <Button variant="ghost" size="small" icon="edit" iconOnly>
          Edit
        </Button>
      ),
    }),
  ];
}

/** A list with a story's variation. */
function StoryTable(props: Partial<DataTableProps<Row>>) {
  return (
    <DataTable label="Vacancies" columns={useColumns()} rows={fewRows} {...{ list, defaults }} {...props} />
  );
}

const selection = {
  label: ({ name }: Row) => name,
  disabledReason: ({ _id }: Row) => (_id === "row-3" ? "This is in use" : undefined),
  checkedIds: ["row-0", "row-1"],
};

const byMail = { channels: "EMAIL", smsReach: 0, delaySeconds: 0 } as const;
const bulkIntents = {
  status: storyIntent,
  move: storyIntent,
  resend: storyIntent,
  compare: storyIntent,
  report: storyIntent,
  insights: storyIntent,
};

function SortStory() {
  return <SortMenu columns={useColumns()} {...{ list, defaults }} />;
}

function ChooserStory() {
  return <ColumnChooser name="kit" label="Vacancies" view={defaultListView} columns={useColumns()} />;
}

const fieldColumns = columnsOf<Row>(({ column }) => [
  column.link("name", "Title"),
  column.date("createdAt", "Created"),
]);

function FieldsStory() {
  return <StoryTable columns={fieldColumns} sorts={["name"]} />;
}

function ScreenStory({ isEmpty = false }) {
  return (
    <ListScreen
      title="Vacancies"
      columns={useColumns()}
      rows={isEmpty ? [] : fewRows}
      filters={{ search: "" }}
      searchLabel="Search vacancies"
      create={{ href: "#create" }}
      archive={{ href: "#archive" }}
      bulk={{ intent: storyIntent, icon: "archive" }}
      selection={selection}
      {...{ list, defaults }}
    />
  );
}

/** Stories of lists, and of the parts of their bar and footer. */
export const tables: Stories = {
  "table/list-screen": {
    rows: () => <ScreenStory />,
    empty: () => <ScreenStory isEmpty />,
  },
  "table/use-columns": {
    "by field": () => <FieldsStory />,
  },
  "table/data-table": {
    rows: () => <StoryTable rows={rows} name="kit" totals={totals} rowHref={({ _id }) => `#${_id}`} />,
    selected: () => (
      <StoryTable
        {...{ rows, selection, fields, totals }}
        toolbar={
          <BulkButton intent={storyIntent} icon="archive">
            Archive
          </BulkButton>
        }
      />
    ),
    "bulk bar": () => (
      <StoryTable
        selection={selection}
        toolbarAt="bottom"
        toolbar={
          <BulkBar
            intents={bulkIntents}
            laterStages={[{ value: "video", label: "Video interview" }]}
            messages={{ decline: { ...byMail, delaySeconds: 600 }, resend: byMail, report: byMail }}
            declining={{ isRequired: false, options: [{ value: "filled", label: "Vacancy was filled" }] }}
            most={30}
          />
        }
      />
    ),
    "no rows": () => (
      <StoryTable
        rows={[]}
        empty={{ title: "No vacancies yet", text: "Create the first one.", action: <Button>Create</Button> }}
      />
    ),
    "no rows of a filter": () => <StoryTable rows={[]} fields={fields} filters={{ search: "nobody" }} />,
    failed: () => (
      <StoryTable problem={{ tone: "error", title: "Unable to load", description: "Try again later." }} />
    ),
    "wide, scrolling in its frame": () => <StoryTable minWidth="100rem" />,
    "right to left": () => (
      <div dir="rtl">
        <StoryTable rows={rows.slice(3)} totals={{ totalItems: 4, totalPages: 1 }} />
      </div>
    ),
  },
  "table/table-head": {
    "pinned and sorted downwards": () => (
      <StoryTable
        list={{ ...list, sort: "createdAt", order: "desc" }}
        view={{ ...defaultListView, pinned: ["name"] }}
      />
    ),
  },
  "table/table-row": {
    "compact, one asked for": () => (
      <StoryTable
        view={{ ...defaultListView, density: "compact" }}
        isCurrent={({ _id }) => _id === "row-1"}
      />
    ),
  },
  "table/selection": {
    "nothing chosen": () => (
      <StoryTable
        selection={{ ...selection, checkedIds: [] }}
        toolbar={<BulkButton intent={storyIntent}>Archive</BulkButton>}
      />
    ),
  },
  "table/bulk-button": {
    "for one row": () => (
      <StoryTable
        selection={{ ...selection, checkedIds: [] }}
        toolbar={
          <BulkButton intent={storyIntent} icon="copy" needsOne>
            Duplicate
          </BulkButton>
        }
      />
    ),
  },
  "table/all-match": {
    chosen: () => (
      <StoryTable
        {...{ rows, selection, totals }}
        allMatch={{ isChosen: true }}
        toolbar={<BulkButton intent={storyIntent}>Archive</BulkButton>}
      />
    ),
    offered: () => <AllMatch allMatch={{ isChosen: false }} totals={totals} path="#" shown={4} />,
  },
  "table/more-actions": {
    "a row, on a phone one button": () => (
      <MoreActions>
        <ExportLink totals={totals} />
      </MoreActions>
    ),
  },
  "table/export-link": { "of many": () => <ExportLink totals={totals} /> },
  "table/place-in-list": {
    "between two": () => (
      <PlaceInList
        place={{ position: 3, total: 1234, previous: { _id: "a", page: 1 }, next: { _id: "b", page: 1 } }}
        hrefOf={({ _id }) => `#${_id}`}
      />
    ),
  },
  "table/sort-menu": { closed: () => <SortStory /> },
  "table/column-chooser": { closed: () => <ChooserStory /> },
  "table/pagination": {
    many: () => <Pagination {...{ list, totals, defaults }} />,
    few: () => <Pagination list={{ ...list, page: 1 }} totals={{ totalItems: 31, totalPages: 2 }} />,
  },
};
