import { useForm } from "@conform-to/react";
import { expect, test } from "vitest";
import { RowList } from "~/components/form/row-list";
import { render, tags, text } from "./render";

type Row = { name: string };

function Rows({ rows, limit }: { rows: Row[]; limit: number }) {
  const [form, fields] = useForm<{ rows: Row[] }>({ id: "form", defaultValue: { rows } });
  return (
    <RowList<Row>
      form={form}
      list={fields.rows}
      limit={limit}
      limitText="Two at most"
      addLabel="Add"
      rowLabel={(number) => `Row ${number}`}
      removeLabel={(row) => `Remove ${row}`}
    >
      {(row) => <input name={row.getFieldset().name.name} />}
    </RowList>
  );
}

const drawn = (count: number) =>
  render(<Rows rows={Array.from({ length: count }, (_, at) => ({ name: `n${at}` }))} limit={2} />);
const addButton = (html: string) => tags(html, "button").at(-1);

test("GEN-21 at the limit the button that adds a row is disabled in the server's HTML, which states the limit", async () => {
  const room = await drawn(1);
  expect(addButton(room)).not.toContain("disabled");
  expect(text(room)).not.toContain("Two at most");
  const full = await drawn(2);
  expect(addButton(full)).toMatch(/disabled="".*data-add/);
  expect(full).toContain('<p class="field-hint">Two at most</p>');
  // If someone else has added rows, exceeding the limit is an error.
  expect(await drawn(3)).toContain('<p class="field-error">Two at most</p>');
});
