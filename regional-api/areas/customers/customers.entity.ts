/** The customer entity (CUST-26 to CUST-32), managed by the staff of its organisation. */
import { z } from "zod/v4";
import { lineRule } from "../../core/text-rules";
import { entity } from "../../core/entity";
import { text, value } from "../../core/fields";
import { accountName } from "./account-name";

export const customers = entity("customers", {
  what: "customer",
  fields: {
    organizationId: value("ID", z.string().trim().min(1, "Please select an organisation")),
    uniqueName: text(accountName, { recordedAs: "accountName" }),
    displayName: text(
      lineRule("customerDisplayName", 100, "the display name", "Please enter a display customer name"),
      { key: "nameKey", recordedAs: "name" },
    ),
  },
  record: {
    kind: "CUSTOMER",
    code: "wildcard",
    place: ({ organizationId }) => ({ organizationId }),
  },
});
