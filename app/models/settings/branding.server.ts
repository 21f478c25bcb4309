import { nullOnMessage } from "~/services/api-messages";
import type { Scope } from "~/services/console-args";
import { mutationOf, queryOf } from "~/services/operation.server";
import { type BrandingValues, defaultTheme, hasLink, partNames, type Theme } from "./branding-theme";
import type { CustomerApi, FormApi } from "~/services/customer-api.server";

const fetchBranding = queryOf(
  "FIGetBranding",
  "_id title logoUrl theme { name type value { backgroundColor fontColor linkColor } } version",
);

const sendAdd = mutationOf("FIAddBranding", "_id");

const sendEdit = mutationOf("FIEditBranding", "_id");

export type Branding = BrandingValues & { version: number };

/** A customer's branding, or null (BRAND-03). Throws ApiError. */
export async function getBranding(api: CustomerApi): Promise<Branding | null> {
  const branding = await nullOnMessage("brandingNotFound", fetchBranding(api));
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

/** The theme in the API's shape: a list of named objects (BRAND-04). */
const themeObjects = (theme: Theme) =>
  partNames.map((name) => ({ name, type: "object", value: theme[name] }));

/** Creates the customer's branding (BRAND-16); a conflict if it exists by now. Throws ApiError. */
export async function addBranding(
  api: FormApi,
  { customerDisplayName: customerName }: Pick<Scope, "customerDisplayName">,
  { logoUrl, title, theme }: BrandingValues,
): Promise<void> {
  const place = { ...api.ids, customerName };
  await sendAdd(api, { input: { ...place, logoUrl, title, theme: themeObjects(theme) } });
}

/** Updates the customer's branding, based on `version` (BRAND-16). Throws ApiError. */
export async function editBranding(
  api: FormApi,
  { logoUrl, title, theme }: BrandingValues,
  version: number,
): Promise<void> {
  const input = { logoUrl, title, theme: themeObjects(theme) };
  await sendEdit(api, { input, version });
}
