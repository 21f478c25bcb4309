import { z } from "zod/v4";
import type { organizations } from "~/i18n/organizations";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { textRule } from "~/models/form/text-rules";

type Texts = Translate<(typeof organizations)["en"]>;

/** The form of a new organisation (ORG-26..ORG-30). */
export const organizationSchema = (t: Texts) =>
  z.object({
    uniqueName: textRule({
      required: t("errors.uniqueNameRequired"),
      limit: limits.organizationUniqueName,
      tooLong: t("errors.uniqueNameTooLong", { limit: limits.organizationUniqueName }),
    }),
    displayName: textRule({
      required: t("errors.displayNameRequired"),
      limit: limits.organizationDisplayName,
      tooLong: t("errors.displayNameTooLong", { limit: limits.organizationDisplayName }),
    }),
  });
/** The form of a rename: the display name alone (ORG-46, ORG-47). */
export const renameSchema = (t: Texts) => organizationSchema(t).pick({ displayName: true });
