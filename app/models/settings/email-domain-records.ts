/** The part after the "@", normalised for DNS. */
export const domainOf = (emailAddress: string): string =>
  emailAddress.slice(emailAddress.lastIndexOf("@") + 1).toLowerCase();

export type DnsRecord = { name: string; value: string };

/** One CNAME record per DKIM token (MAIL-10). */
export function dnsRecordsOf(emailAddress: string, tokens: readonly string[], host: string): DnsRecord[] {
  const domain = domainOf(emailAddress);
  return tokens.map((token) => ({ name: `${token}._domainkey.${domain}`, value: `${token}.${host}` }));
}

/** The records as a zone file that DNS servers and providers can import (RFC 1035). */
export function zoneFileOf(records: readonly DnsRecord[]): string {
  return records.map(({ name, value }) => `${name}. 3600 IN CNAME ${value}.\n`).join("");
}
