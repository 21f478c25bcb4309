import { nullOn } from "~/services/api-messages";
import type { Scope, ScopeIds } from "~/services/console-args";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { RegionalApi } from "~/services/regional-api.server";
import { type BrandingValues, defaultTheme, hasLink, partNames, type Theme } from "./branding-theme";

const brandingFields = graphql(`
  fragment BrandingFields on FIBranding @_unmask {
    _id
    title
    logoUrl
    theme {
      name
      type
      value {
        backgroundColor
        fontColor
        linkColor
      }
    }
    version
  }
`);
const askGet = queryOf("FIGetBranding", brandingFields);

const sendAdd = mutationOf("FIAddBranding", "_id");

const sendEdit = mutationOf("FIEditBranding", "_id");

export type Branding = BrandingValues & { version: number };

/** A customer's branding, null when there is none (BRAND-03). Throws ApiError. */
export async function getBranding(api: RegionalApi, customerId: string): Promise<Branding | null> {
  const branding = await nullOn("brandingNotFound", askGet(api, { customerId }));
  if (!branding) return null;
  const saved = new Map(branding.theme.map(({ name, value }) => [name, value]));
  const theme = Object.fromEntries(
    partNames.map((part) => {
      const { linkColor, ...colours } = { ...saved.get(part) };
      return [part, { ...defaultTheme[part], ...colours, ...(hasLink(part) && linkColor && { linkColor }) }];
    }),
  ) as Theme;
  const { logoUrl, title, version } = branding;
  return { logoUrl: logoUrl ?? "", title: title ?? "", theme, version };
}

/** The theme as the API has it: a list of named objects (BRAND-04). */
const listed = (theme: Theme) => partNames.map((name) => ({ name, type: "object", value: theme[name] }));

/** Makes the customer's branding (BRAND-16); refused as a conflict when there is one by now. Throws ApiError. */
export async function addBranding(
  api: RegionalApi,
  {
    organizationId,
    customerId,
    hierarchyId,
    customerDisplayName: customerName,
  }: ScopeIds & Pick<Scope, "customerDisplayName">,
  { logoUrl, title, theme }: BrandingValues,
  idempotencyKey: string,
): Promise<void> {
  const place = { organizationId, customerId, hierarchyId, customerName };
  await sendAdd(api, { input: { ...place, logoUrl, title, theme: listed(theme) } }, idempotencyKey);
}

/** Changes the customer's branding as it was read in `version` (BRAND-16). Throws ApiError. */
export async function editBranding(
  api: RegionalApi,
  customerId: string,
  { logoUrl, title, theme }: BrandingValues,
  version: number,
  idempotencyKey: string,
): Promise<void> {
  const input = { logoUrl, title, theme: listed(theme) };
  await sendEdit(api, { customerId, input, version }, idempotencyKey);
}
