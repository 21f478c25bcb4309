import { useLoaderData } from "@remix-run/react";
import { GraphQLClient } from "graphql-request";
import { readFileSync } from "node:fs";
import { httpFetch } from "../../../../app/services/http-transport.server";
import { PlainTable, type Row } from "../../plain-table.mjs";

type Sent = {
  url: string;
  headers: Record<string, string>;
  query: string;
  variables: Record<string, unknown>;
};
type Listed = { _id: string; displayName: string; uniqueName: string; createdAt: string };

/** What the console asked for its page, as it asked: calls of one step side by side, step after step. */
const steps = JSON.parse(readFileSync(process.env.BARE_REMIX_CALLS ?? "", "utf8")) as Sent[][];

/** The rows of the list, in whichever answer they stand. */
function rowsIn(answers: readonly unknown[]): Row[] {
  for (const answer of answers) {
    const { ORGGetCustomers: listed } = answer as { ORGGetCustomers?: Listed[] };
    if (listed)
      return listed.map(({ _id: id, displayName, uniqueName, createdAt }) => ({
        ...{ id, displayName, uniqueName, createdAt },
      }));
  }
  throw new Error("No answer holds the customers");
}

/** The calls of the console's customers list by its own client, and nothing else done with their answers. */
export async function loader() {
  const answers: unknown[] = [];
  for (const step of steps) {
    const asked = step.map(async ({ url, headers, query, variables }) => {
      const client = new GraphQLClient(url, { headers, fetch: httpFetch, excludeOperationName: true });
      return (await client.rawRequest({ query, variables })).data;
    });
    answers.push(...(await Promise.all(asked)));
  }
  return { rows: rowsIn(answers) };
}

export default function Calls() {
  const data = useLoaderData<typeof loader>();
  return <PlainTable rows={data.rows} />;
}
