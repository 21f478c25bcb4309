import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { InviteForm } from "~/components/applications/invite-form";
import { useTexts } from "~/components/context/console-context";
import { titled } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { regions } from "~/regions";
import { stageOf } from "~/models/applications/application-screen.server";
import { inviteCandidate } from "~/models/applications/candidate.server";
import { candidatesHref } from "~/models/applications/candidate-screen.server";
import { invitation } from "~/models/applications/invite.server";
import { inviteSchema } from "~/models/applications/invite.schema";
import { vacancyOfAddress } from "~/models/vacancies/vacancy-screen.server";
import { isApiMessage } from "~/services/api-messages";
import { brandOf } from "~/services/brand.server";
import { failureNotice } from "~/services/failure.server";
import type { ConsoleArgs, Gate } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { phoneCountries, phoneCountry, phoneNumber } from "~/services/phone.server";
import { notFound } from "~/services/screens.server";
import type { Notice } from "~/sessions.server";

export const handle = titled(candidates, "invite.action");

const gate: Gate = {
  flag: ["edgeVacancyDetailEnabled", "oldEdgeFeaturesEnabled", "edgeCandidateInviteEnabled"],
};

/** The vacancy and the stage that people can be invited to; an archived one takes nobody (VAC-56). */
async function placeOf({ api, scope, params, url }: ConsoleArgs) {
  const vacancy = await vacancyOfAddress(api, scope, params.vacancyId);
  const { stage } = stageOf(vacancy, url.searchParams.get("stageId") ?? undefined);
  if (vacancy.archivedAt !== null || !stage) throw notFound();
  return { vacancy, stage };
}

export const loader = consoleLoader(gate, async (args) => {
  const { stage } = await placeOf(args);
  return {
    stageName: stage.name,
    countries: phoneCountries(),
    defaultCountry: regions[args.scope.awsRegion].countryCode,
    backHref: candidatesHref(args),
  };
});

type Answer = { lastResult: SubmissionResult<string[]>; notice: Notice | null };

const again = (answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) =>
  data<Answer>({ notice: null, ...answer }, { status });

export const action = consoleAction(gate, {
  invite: async (args) => {
    const { api, request, scope, user, form, idempotencyKey, translate, notify } = args;
    const t = translate(candidates);
    const country = phoneCountry(String(form.get("country") ?? ""));
    const numberOf = (text: string) => (country ? phoneNumber(text, country) : null);
    const schema = inviteSchema(t, (text) => numberOf(text) !== null);
    const submission = parseWithZod(form, { schema });
    if (submission.status !== "success") return again({ lastResult: submission.reply() });
    const { email, firstName, lastName, phoneNumber: typed } = submission.value;
    const { vacancy, stage } = await placeOf(args);
    const person = { email, firstName, lastName, phoneNumber: typed ? numberOf(typed) : null };
    try {
      const input = invitation({
        scope,
        vacancy,
        packageId: stage.externalAssessmentPackageId,
        person,
        invitedBy: user.email,
        productName: brandOf(request).productName,
        formKey: idempotencyKey,
      });
      await inviteCandidate(api, input, idempotencyKey);
    } catch (error) {
      if (isApiMessage(error, "alreadyInvited")) {
        return again({ lastResult: submission.reply({ fieldErrors: { email: [t("errors.invited")] } }) });
      }
      const { notice, status } = failureNotice(error, args, { title: t("invite.failed") });
      return again({ lastResult: submission.reply(), notice }, status);
    }
    notify({ tone: "success", title: t("invite.done") });
    return redirect(candidatesHref(args), 303);
  },
});

export default function Invite() {
  const { backHref, ...form } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(candidates);
  return (
    <Dialog title={t("invite.title")}>
      <Notices notices={answer?.notice ? [answer.notice] : []} />
      <InviteForm {...form} backHref={backHref} lastResult={answer?.lastResult} />
    </Dialog>
  );
}
