import { redirect } from "@remix-run/node";
import { regions } from "~/regions";
import { env } from "~/services/env.server";
import { consoleLoader } from "~/services/guard.server";

/** Job requisitions live in the talent hub: out of the console, to the region's part of it (SHELL-15). */
export const loader = consoleLoader({ flag: null }, ({ scope, paramIfAny }) => {
  const { shortCode } = regions[scope.awsRegion];
  const id = paramIfAny("requisitionId");
  const requisition = id === undefined ? "" : `/${encodeURIComponent(id)}`;
  return redirect(`${env.TALENT_HUB_URL}/${shortCode}/job-requisitions${requisition}`);
});

// A page, so that its refusals show as screens and not as bare answers.
export default function Nothing() {
  return null;
}
