import { z } from "zod/v4";
import type { organizations } from "~/i18n/organizations";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { limitedText } from "~/models/form/text-rules";

type Texts = Translate<(typeof organizations)["en"]>;

/** Form of a new organisation (ORG-26 to ORG-29). */
export const organizationSchema = (t: Texts) =>
  z.object({
    uniqueName: limitedText(
      t,
      limits.organizationUniqueName,
      "errors.uniqueNameTooLong",
      "errors.uniqueNameRequired",
    ),
    displayName: limitedText(
      t,
      limits.organizationDisplayName,
      "errors.displayNameTooLong",
      "errors.displayNameRequired",
    ),
  });
/** Rename form: only the display name (ORG-46). */
export const renameSchema = (t: Texts) => organizationSchema(t).pick({ displayName: true });
