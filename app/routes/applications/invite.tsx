import { redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { applicationHref } from "~/components/applications/application-hrefs";
import { InvitationForm } from "~/components/applications/invitation-form";
import { useTexts } from "~/components/context/console-context";
import { fixedTitle } from "~/components/shell/page-title";
import { Dialog } from "~/components/ui/dialog";
import { applications } from "~/i18n/applications";
import { candidates } from "~/i18n/candidates";
import { regions } from "~/regions";
import { stageOf } from "~/models/applications/application-screen.server";
import { deliveryText } from "~/models/applications/candidate-messages";
import { inviteCandidate } from "~/models/applications/candidate.server";
import { candidatesHref } from "~/models/applications/candidate-screen.server";
import { invitation } from "~/models/applications/invitation.server";
import { invitationSchema } from "~/models/applications/invitation.schema";
import type { Vacancy } from "~/models/vacancies/vacancy.server";
import { vacancyOfAddress, vacancyToChange } from "~/models/vacancies/vacancy-screen.server";
import { isApiMessage } from "~/services/api-messages";
import { brandOf } from "~/services/brand.server";
import { screenGates } from "~/services/gates";
import { formAction, isFormRerendered } from "~/services/form-action.server";
import type { ConsoleArgs, FormArgs } from "~/services/console-args";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { phoneCountries, phoneCountry, phoneNumber } from "~/services/phone.server";
import { notFound } from "~/services/screens.server";
import { intentsOf } from "~/services/intents";

export const handle = fixedTitle(candidates, "invite.action");

const gate = screenGates["vacancies/:vacancyId/invite"];

/** The vacancy's stage to invite people to. */
function openStage({ url }: ConsoleArgs, vacancy: Vacancy) {
  const { stage } = stageOf(vacancy, url.searchParams.get("stageId") ?? undefined);
  if (!stage) throw notFound();
  return stage;
}

export const loader = consoleLoader(gate, async (args) => {
  const vacancy = await vacancyOfAddress(args);
  // An archived vacancy takes no invitations and says so (VAC-56); typed values stay (INV-13).
  if (vacancy.archivedAt !== null && !isFormRerendered()) {
    args.notify({ tone: "warning", title: args.translate(candidates)("invite.archived") });
    throw redirect(candidatesHref(args), 303);
  }
  const stage = openStage(args, vacancy);
  return {
    stageName: stage.name,
    countries: phoneCountries(),
    defaultCountry: regions[args.scope.awsRegion].countryCode,
    backHref: candidatesHref(args),
  };
});

/** A number of the selected country in stored form; null if invalid. */
function numberOf(form: FormData, text: string): string | null {
  const country = phoneCountry(String(form.get("country") ?? ""));
  return country && phoneNumber(text, country);
}

const schema = ({ form, translate }: FormArgs) =>
  invitationSchema(translate(candidates), (text) => numberOf(form, text) !== null);

export const action = consoleAction(gate, {
  invite: formAction(schema, (args) => {
    const { api, request, scope, user, form, idempotencyKey, translate } = args;
    const t = translate(candidates);
    return {
      save: async ({ email, firstName, lastName, phoneNumber: typed }) => {
        const vacancy = await vacancyToChange(args);
        if (vacancy.archivedAt !== null) return { notice: { tone: "warning", title: t("invite.archived") } };
        const stage = openStage(args, vacancy);
        const input = invitation({
          scope,
          vacancy,
          packageId: stage.externalAssessmentPackageId,
          person: { email, firstName, lastName, phoneNumber: typed ? numberOf(form, typed) : null },
          invitedBy: user.email,
          productName: brandOf(request).productName,
          formKey: idempotencyKey,
        });
        const sent = await inviteCandidate(api, { atsApplicationInput: input });
        const { applicationId, isNameKept, isPhoneKept } = sent;
        // Links to the new candidate, who may be on another page of the list.
        const link = applicationId && {
          to: applicationHref(`${args.base}/vacancies/${vacancy._id}`, applicationId, null, args.url.search),
          label: t("invite.open"),
        };
        const kept =
          isNameKept && isPhoneKept ? "both" : isNameKept ? "name" : isPhoneKept ? "phone" : undefined;
        const words = [deliveryText(translate(applications), [sent]), kept && t(`invite.kept.${kept}`)];
        const description = words.filter(Boolean).join(" ");
        return {
          done: { title: t("invite.done"), description, ...(link && { link }) },
          to: candidatesHref(args),
          keepsForm: args.detail === "another",
        };
      },
      failed: { title: t("invite.failed") },
      explain: (error) =>
        isApiMessage(error, "alreadyInvited") ? { fieldErrors: { email: [t("errors.invited")] } } : undefined,
    };
  }),
});

const intent = intentsOf<typeof action>();

export default function Invite() {
  const form = useLoaderData<typeof loader>();
  const t = useTexts(candidates);
  return (
    <Dialog title={t("invite.title")}>
      <InvitationForm intent={intent("invite")} {...form} />
    </Dialog>
  );
}
