import { createHash, randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { InviteForm } from "~/components/applications/invite-form";
import { useTexts } from "~/components/shell/console-context";
import { titled } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { Notices } from "~/components/ui/notices";
import { candidates } from "~/i18n/candidates";
import { regions } from "~/i18n/regions";
import { stageOf } from "~/models/application-screen.server";
import { inviteCandidate } from "~/models/candidate.server";
import { listHref } from "~/models/candidate-screen.server";
import { enclosedLimits, inviteSchema } from "~/models/invite.schema";
import type { Vacancy } from "~/models/vacancy.server";
import { vacancyOfAddress } from "~/models/vacancy-screen.server";
import { brandOf } from "~/services/brand.server";
import { failureNotice } from "~/services/failure.server";
import { type ConsoleArgs, consoleAction, consoleLoader, type Gate } from "~/services/guard.server";
import { phoneCountries, phoneCountry, phoneNumber } from "~/services/phone.server";
import { ApiError } from "~/services/regional-api.server";
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
    backHref: listHref(args),
    idempotencyKey: randomUUID(),
  };
});

type Answer = { lastResult: SubmissionResult<string[]>; notice: Notice | null };

const again = (answer: Partial<Answer> & Pick<Answer, "lastResult">, status = 400) =>
  data<Answer>({ notice: null, ...answer }, { status });

/** Cuts a text without leaving half a character (INV-08). */
const cut = (text: string, limit: number) => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/u, "");

/** One id for one form and purpose: a repeated post is the same invite (INV-12, GEN-22). */
function idFor(formKey: string, purpose: string): string {
  const hex = createHash("sha256").update(`${formKey} ${purpose}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type Person = { email: string; firstName: string; lastName: string; phoneNumber: string | null };

/** What the provider is told about the invite (INV-11, INV-12). */
function invitation(
  { request, scope, user }: ConsoleArgs,
  formKey: string,
  vacancy: Vacancy,
  packageId: string,
  person: Person,
) {
  const { customerId, hierarchyId, organizationId } = scope;
  return {
    predictorMasterId: packageId,
    hierarchyId,
    organizationId,
    externalApplicantId: createHash("sha256").update(`${customerId}${person.email}`).digest("hex"),
    externalApplicationId: idFor(formKey, "application"),
    externalAssessmentId: idFor(formKey, "assessment"),
    cohortInfo: {
      customerId,
      externalId: vacancy.externalVacancyId,
      title: cut(vacancy.title, enclosedLimits.title),
      description: cut(vacancy.description ?? "", enclosedLimits.description),
      hiringManagers: vacancy.managers
        .filter(({ type }) => type === "HIRING_MANAGER")
        .map(({ firstName, lastName, email, externalId }) => ({ firstName, lastName, email, externalId })),
    },
    candidateInfo: { personalInformation: person },
    atsInfo: {
      name: brandOf(request).productName,
      metadata: { invitedBy: user.email, workflowId: vacancy.workflow._id },
    },
  };
}

export const action = consoleAction(gate, {
  invite: async (args) => {
    const { api, form, idempotencyKey, translate, notify } = args;
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
      const packageId = stage.externalAssessmentPackageId;
      const input = invitation(args, idempotencyKey, vacancy, packageId, person);
      await inviteCandidate(api, input, idempotencyKey);
    } catch (error) {
      if (error instanceof ApiError && error.message.includes("already been invited")) {
        return again({ lastResult: submission.reply({ fieldErrors: { email: [t("errors.invited")] } }) });
      }
      const { notice, status } = failureNotice(error, args, { title: t("invite.failed") });
      return again({ lastResult: submission.reply(), notice }, status);
    }
    notify({ tone: "success", title: t("invite.done") });
    return redirect(listHref(args), 303);
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
