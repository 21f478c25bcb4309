import { redirect } from "@remix-run/node";
import { regions } from "~/regions";
import { env } from "~/services/env.server";
import { consoleLoader } from "~/services/guard.server";

/** Job requisitions are in the talent hub: redirects to the region's part of it (SHELL-15). */
export const loader = consoleLoader({ flag: null }, ({ scope, paramIfAny }) => {
  const { shortCode } = regions[scope.awsRegion];
  const id = paramIfAny("requisitionId");
  const requisition = id === undefined ? "" : `/${encodeURIComponent(id)}`;
  return redirect(`${env.TALENT_HUB_URL}/${shortCode}/job-requisitions${requisition}`);
});

// A component, so that errors are rendered as screens, not as bare responses.
export default function EmptyPage() {
  return null;
}
