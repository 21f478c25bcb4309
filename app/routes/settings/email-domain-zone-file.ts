import { dnsRecordsOf, domainOf, zoneFileOf } from "~/models/settings/email-domain-records";
import { getEmailDomain } from "~/models/settings/email-domain.server";
import { env } from "~/services/env.server";
import { settingsGate } from "~/services/console-args";
import { fileLoader } from "~/services/guard.server";
import { notFound } from "~/services/screens.server";

/** The email domain's CNAME records as a zone file to import. */
export const loader = fileLoader(settingsGate, async ({ api }) => {
  const domain = await getEmailDomain(api);
  if (!domain) throw notFound();
  const { emailAddress, emailIdentity } = domain;
  const records = dnsRecordsOf(emailAddress, emailIdentity.dkimTokens, env.DKIM_HOST);
  return new Response(zoneFileOf(records), {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Content-Disposition": `attachment; filename="${domainOf(emailAddress)}.zone.txt"`,
    },
  });
});
