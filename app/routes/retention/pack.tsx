import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import { useBackgroundRevalidation } from "~/components/context/refetch";
import { useTexts } from "~/components/context/console-context";
import { PackList } from "~/components/retention/pack-list";
import styles from "~/components/retention/retention.css?url";
import { fixedTitle } from "~/components/shell/page-title";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { Card } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { stylesheets } from "~/components/ui/stylesheets";
import { retention } from "~/i18n/retention";
import { getThread } from "~/models/applications/thread.server";
import { getPacks, makePack } from "~/models/retention/pack.server";
import { packGate } from "~/models/retention/pack-screen.server";
import { fullName } from "~/models/users/full-name";
import { isApiMessage } from "~/services/api-messages";
import { failure, loaded, refusal } from "~/services/failure.server";
import { consoleAction, consoleLoader } from "~/services/guard.server";
import { intentsOf } from "~/services/intents";
import { notFound } from "~/services/screens.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(retention, "pack.title");

/** Poll interval of an open page until a pack is ready. */
const pollIntervalMs = 2_000;

export const loader = consoleLoader(packGate, async (args) => {
  const { api, base, param, translate, url } = args;
  const applicationId = param("applicationId");
  const [thread, { data: packs, error }] = await Promise.all([
    getThread(api, applicationId),
    loaded(getPacks(api, applicationId), args, translate(retention)("pack.loadFailed")),
  ]);
  if (thread?.application.vacancyId !== param("vacancyId")) throw notFound();
  const { candidate } = thread.application;
  const name = fullName(candidate.personalInformation);
  return {
    name,
    recordName: name,
    isGone: candidate.isDeidentified,
    packs,
    problem: error,
    here: url.pathname,
    backHref: `${base}/vacancies/${param("vacancyId")}/applications/${applicationId}`,
  };
});

export const action = consoleAction(packGate, {
  make: async (args) => {
    const { api, notify, param, translate, url } = args;
    const t = translate(retention);
    try {
      await makePack(api, { _id: param("applicationId") });
    } catch (error) {
      if (isApiMessage(error, "tooManyPacks")) return refusal(t("pack.tooMany"));
      if (isApiMessage(error, "candidateDeidentified")) return refusal(t("pack.deidentified"));
      return failure(error, args, { title: t("pack.makeFailed") });
    }
    notify({ tone: "success", title: t("pack.asked") });
    return redirect(url.pathname, 303);
  },
});

const intent = intentsOf<typeof action>();

/** Access packs of a candidate: requested, then available for seven days (RET-12). */
export default function AccessPacks() {
  const { name, isGone, packs, problem, here, backHref } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const t = useTexts(retention);
  const load = useBackgroundRevalidation();
  const isWaiting = packs?.some(({ state }) => state === "WAITING");
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(load, pollIntervalMs);
    return () => clearInterval(timer);
  }, [isWaiting, load]);
  const notices = [problem, answer && "notice" in answer ? answer.notice : null].filter((one) => one != null);
  return (
    <>
      <PageHeader title={t("pack.title")} name={name} back={{ to: backHref, label: name }} />
      <Notices notices={notices} />
      <div className="retention-stack rt-Flex rt-r-fd-column rt-r-gap-4">
        <Card>
          <p>{t("pack.intro")}</p>
          {!isGone && packs && (
            <PostForm intent={intent("make")} className="row">
              <SubmitButton icon="file">{t("pack.make")}</SubmitButton>
            </PostForm>
          )}
        </Card>
        <Card title={t("pack.title")}>{packs && <PackList packs={packs} here={here} />}</Card>
      </div>
    </>
  );
}
