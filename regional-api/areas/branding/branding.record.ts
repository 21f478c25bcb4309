/** What the record of changes says of branding. */
import { recordKind } from "../../core/record";
import { settingsCodes } from "../../core/settings-codes";
import { findBranding } from "./branding.store";

/** A customer's branding; its id is the customer's. */
export const brandingKind = recordKind({
  kind: "BRANDING",
  code: settingsCodes.read,
  fields: { customerName: "shown", title: "shown", logo: "shown", theme: "shown" },
  read: async (db, customerId) => {
    const branding = await findBranding(db, customerId);
    return (
      branding && {
        name: null,
        customerId,
        version: branding.version,
        values: {
          customerName: branding.customerName,
          title: branding.title,
          logo: branding.logoUrl,
          theme: branding.theme,
        },
      }
    );
  },
});
