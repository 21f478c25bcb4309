import { bytes, json, table, text, time } from "../tables/columns";
import type { Migration } from "./migration";
import { inOrder, newTable } from "./pieces";

/** Test sign-ins before single sign-on is enabled, and the settings that passed (SSO-65, SSO-66). */
export const regionSsoTests: Migration = {
  number: 226,
  name: "region-sso-tests",
  file: "region",
  ...inOrder(
    newTable(
      "sso_tests",
      table(
        {
          requestId: text().primary(),
          customerId: text(),
          userId: text(),
          loginUrl: text(),
          publicCertificates: text(),
          idpEntityId: text().optional(),
          nameIdFormat: text(),
          groupIds: json(),
          redirect: text(),
          createdAt: time(),
          expiresAt: time(),
          resultId: text().optional(),
          outcome: json().optional(),
        },
        {
          hasRowid: false,
          indexes: {
            sso_tests_result: "resultId, userId",
            sso_tests_customer: "customerId, userId, expiresAt",
            sso_tests_expiry: "expiresAt",
          },
        },
      ),
    ),
    newTable(
      "sso_passes",
      table({ customerId: text().primary(), digest: bytes(), passedAt: time() }, { hasRowid: false }),
    ),
  ),
};
