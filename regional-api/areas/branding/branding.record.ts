/** Audit fields of branding. */
import { rowKind } from "../../core/record-kinds";
import { settingsCodes } from "../../core/settings-codes";
import { findBranding } from "./branding.store";

/** Audit kind of a customer's branding; its id is the customer's. */
export const brandingKind = rowKind({
  kind: "BRANDING",
  code: settingsCodes.read,
  fields: { customerName: "shown", title: "shown", logo: "shown", theme: "shown" },
  find: findBranding,
  values: ({ logoUrl }) => ({ logo: logoUrl }),
});
