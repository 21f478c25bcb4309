import { useLoaderData } from "@remix-run/react";
import { useTexts } from "~/components/context/console-context";
import { ComplianceViews } from "~/components/retention/compliance-views";
import { PlanView } from "~/components/retention/plan-view";
import styles from "~/components/retention/retention.css?url";
import { fixedTitle } from "~/components/shell/page-title";
import { Notices } from "~/components/ui/notices";
import { stylesheets } from "~/components/ui/stylesheets";
import { retention } from "~/i18n/retention";
import { viewsOf } from "~/models/retention/compliance-screen.server";
import { getPlan } from "~/models/retention/retention.server";
import { loaded } from "~/services/failure.server";
import { isGateOpen, screenGates } from "~/services/gates";
import { consoleLoader } from "~/services/guard.server";

export const links = stylesheets(styles);

export const handle = fixedTitle(retention, "plan.title");

/** Preview of what retention will remove (RET-02). */
export const loader = consoleLoader(screenGates["settings/compliance/plan"], async (args) => {
  const { api, base, flags, rights, translate } = args;
  const [{ data: plan, error }, views, held] = await Promise.all([
    loaded(getPlan(api), args, translate(retention)("plan.loadFailed")),
    viewsOf(args),
    rights(),
  ]);
  const mayOpen = isGateOpen(screenGates["vacancies/:vacancyId"], { flags, rights: held });
  return { base, plan, problem: error, views, vacanciesHref: mayOpen ? `${base}/vacancies` : null };
});

export default function RetentionPlan() {
  const { base, plan, problem, views, vacanciesHref } = useLoaderData<typeof loader>();
  const t = useTexts(retention);
  return (
    <div className="settings-tab">
      {views && <ComplianceViews base={base} current="plan" mayHolds={views.mayHolds} />}
      <Notices notices={problem ? [problem] : []} />
      {plan && <PlanView plan={plan} vacanciesHref={vacanciesHref} />}
      <p className="small muted">{t("clock")}</p>
    </div>
  );
}
