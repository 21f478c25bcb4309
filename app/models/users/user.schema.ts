import { z } from "zod/v4";
import type { users } from "~/i18n/users";
import type { Translate } from "~/i18n/texts";
import { limits } from "~/models/form/limits";
import { phoneText } from "~/models/form/pasted";
import { emailRule, limitedText } from "~/models/form/text-rules";

type Texts = Translate<(typeof users)["en"]>;
/** True if a number is valid for a country; known to the server only. */
type CheckPhone = (country: string, text: string) => boolean;

const orEmpty = (error: string) =>
  z
    .string()
    .trim()
    .max(100, { error, abort: true })
    .optional()
    .transform((text) => text ?? "");

const nameFields = (t: Texts) => ({
  firstName: limitedText(t, limits.userFirstName, "errors.firstNameTooLong", "errors.firstName"),
  lastName: limitedText(t, limits.userLastName, "errors.lastNameTooLong", "errors.lastName"),
});

const personFields = (t: Texts) => ({
  ...nameFields(t),
  country: orEmpty(t("errors.phone")),
  phoneNumber: orEmpty(t("errors.phone")).transform(phoneText),
});

const emailField = (t: Texts) =>
  emailRule(limits.userEmail, t("errors.emailInvalid"), {
    required: t("errors.email"),
    tooLong: t("errors.emailTooLong", { limit: limits.userEmail }),
  });

/** Country code and number, or neither (USER-70, USER-71). */
const phoneRule =
  (t: Texts, checkPhone: CheckPhone) =>
  (
    { country, phoneNumber }: { country: string; phoneNumber: string },
    { addIssue }: { addIssue: (issue: { code: "custom"; path: string[]; message: string }) => void },
  ) => {
    const refuse = (message: string) => addIssue({ code: "custom", path: ["phoneNumber"], message });
    if (country === "" && phoneNumber === "") return;
    if (phoneNumber === "") refuse(t("errors.phoneMissing"));
    else if (country === "" || !checkPhone(country, phoneNumber)) refuse(t("errors.phone"));
  };

/** The edit form (USER-81). */
export const userSchema = (t: Texts, checkPhone: CheckPhone = () => true) =>
  z.object(personFields(t)).superRefine(phoneRule(t, checkPhone));

/** The create form (USER-62). */
export const newUserSchema = (t: Texts, checkPhone: CheckPhone = () => true) =>
  z
    .object({
      ...personFields(t),
      email: emailField(t),
      mfaEnabled: z.boolean().default(false),
      groupIds: z.array(z.string().max(100)).max(500),
    })
    .superRefine(phoneRule(t, checkPhone));

/** A person's own name and default customer (USER-140). */
export const profileSchema = (t: Texts) =>
  z.object({ ...nameFields(t), defaultCustomerId: z.string().max(100).optional() });

/** Form for resetting second factors (MFA-07). */
export const resetFactorsSchema = (t: Texts) =>
  z.object({
    reason: limitedText(t, limits.resetReason, "errors.reasonTooLong", "errors.reason", { hasLines: true }),
  });

/** Form of "Add to group" (USER-25). */
export const addToGroupSchema = (t: Texts) =>
  z.object({ groupIds: z.array(z.string().max(100)).min(1, t("addToGroup.required")).max(500) });
