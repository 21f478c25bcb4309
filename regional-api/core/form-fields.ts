import { parse } from "node:querystring";

/**
 * The first 20 fields of a posted form, a field that comes more than once as a list. Node 24 needs 100 ms to make
 * URLSearchParams of 100,000 fields, in the thread that answers everybody.
 */
export const formFields = (body: string | Buffer): Record<string, unknown> =>
  parse(String(body), "&", "=", { maxKeys: 20 });
