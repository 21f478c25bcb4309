import { data } from "@remix-run/node";
import { authenticator } from "~/i18n/authenticator";
import { isApiMessage } from "~/services/api-messages";
import type { FormArgs } from "~/services/console-args";
import { failure } from "~/services/failure.server";
import type { FormApi } from "~/services/customer-api.server";
import type { Notice } from "~/sessions.server";

type Proof = { password: string; code: string };
type FactorChange = { refusal: "NOT_MATCH" | "APP_HELD" | null; recoveryCodes: string[] };

/** Page state after a post of an authenticator form. */
export type ProofAnswer = {
  notice?: Notice;
  /** The form that was posted. */
  of?: string;
  errors?: { password?: string[]; code?: string[] };
  /** New recovery codes, shown only on this page. */
  recoveryCodes?: string[];
};

const answerWith = (answer: ProofAnswer, status = 400) => data<ProofAnswer>(answer, { status });

/**
 * Form action that requires password and code: reports empty and wrong ones at their fields and calls `then` on success
 * (MFA-02, MFA-03).
 */
export const actionWithProof =
  (
    of: string,
    change: (api: FormApi, proof: Proof) => Promise<FactorChange>,
    failed: "confirmFailed" | "removeFailed" | "codes.makeFailed",
    then: (args: FormArgs, recoveryCodes: string[]) => Response | ReturnType<typeof answerWith>,
  ) =>
  async (args: FormArgs) => {
    const t = args.translate(authenticator);
    const [password = "", code = ""] = ["password", "code"].map((name) => String(args.form.get(name) ?? ""));
    const errors = {
      ...(password === "" && { password: [t("errors.password")] }),
      ...(code.trim() === "" && { code: [t("errors.code")] }),
    };
    if (Object.keys(errors).length > 0) return answerWith({ of, errors });
    try {
      const { refusal, recoveryCodes } = await change(args.api, { password, code });
      if (refusal) {
        const wrong = t(refusal === "APP_HELD" ? "errors.appHeld" : "errors.codeWrong");
        return answerWith({ of, errors: { code: [wrong] } });
      }
      return then(args, recoveryCodes);
    } catch (error) {
      if (isApiMessage(error, "wrongPassword"))
        return answerWith({ of, errors: { password: [t("errors.passwordWrong")] } });
      if (isApiMessage(error, "userLocked"))
        return answerWith({ of, errors: { password: [t("errors.locked")] } }, 403);
      return failure(error, args, { title: t(failed) });
    }
  };

/** Renders the page with the new recovery codes. */
export const withRecoveryCodes = (_args: FormArgs, recoveryCodes: string[]) =>
  answerWith({ recoveryCodes }, 200);
