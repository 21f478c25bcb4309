import { useLoaderData } from "@remix-run/react";
import { PlainTable, rows } from "../../plain-table.mjs";

export const loader = () => ({ rows });

export default function Table() {
  const data = useLoaderData<typeof loader>();
  return <PlainTable rows={data.rows} />;
}
