import type { LoaderFunctionArgs } from "@remix-run/node";
import { peopleGate, peopleNamed } from "~/models/vacancies/vacancy-people.server";
import { consoleLoader } from "~/services/guard.server";

const loaderOf = (isArchived: boolean) =>
  consoleLoader(peopleGate(isArchived), async ({ api, url }) =>
    Response.json(await peopleNamed(api, url.searchParams.get("q") ?? "", isArchived)),
  );
const active = loaderOf(false);
const archived = loaderOf(true);

/** Managers and recruiters of the list, or of the archive, for `?q=`, as JSON (VAC-71). */
export const loader = (args: LoaderFunctionArgs) =>
  /\/archive\/people\.json\/?$/i.test(new URL(args.request.url).pathname) ? archived(args) : active(args);
