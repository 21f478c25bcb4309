import { useTexts } from "~/components/context/console-context";
import { CopyField } from "~/components/ui/copy-field";
import { DataList } from "~/components/ui/layout";
import { Sheet } from "~/components/ui/sheet";
import { Time } from "~/components/ui/time";
import { vacancies } from "~/i18n/vacancies";
import { People, type Person } from "./people";

/** The vacancy as the panel shows it. */
export type PanelVacancy = {
  title: string;
  description: string | null;
  createdAt: string;
  externalVacancyId: string | null;
  jobRequisitionId: string | null;
  managers: readonly (Person & { type: string })[];
  roleFamily: { name: string };
  location: { address: string } | null;
  workflow: {
    name: string;
    stages: readonly { _id: string; name: string }[];
    /** The actions of its rules, as text; null without the right to see workflows. */
    rules: readonly string[] | null;
  };
  genericAssessmentLinks: readonly {
    stageId: string;
    assessmentLink: string;
    assessmentPackageName: string;
  }[];
};

/** Everything about a vacancy, in a sheet next to its candidates (VAC-47 to VAC-49). */
export function VacancyPanel({ vacancy, open }: { vacancy: PanelVacancy; open?: boolean }) {
  const t = useTexts(vacancies);
  const { managers, workflow, roleFamily, location } = vacancy;
  const ofType = (type: string) => managers.filter((manager) => manager.type === type);
  const links = vacancy.genericAssessmentLinks.map((link) => ({
    ...link,
    stage: workflow.stages.find((stage) => stage._id === link.stageId)?.name ?? link.stageId,
  }));
  return (
    <Sheet open={open} summary={t("details")}>
      <DataList
        items={[
          { label: t("fields.title"), value: vacancy.title },
          { label: t("fields.description"), value: vacancy.description },
          { label: t("fields.jobFamily"), value: roleFamily.name },
          {
            label: t("fields.managers"),
            value: managers.length > 0 && (
              <div className="people-groups rt-r-display-grid rt-r-rg-3 rt-r-cg-5">
                <People heading={t("fields.hiringManager")} people={ofType("HIRING_MANAGER")} />
                <People heading={t("fields.recruiter")} people={ofType("RECRUITER")} />
              </div>
            ),
          },
          { label: t("fields.workflow"), value: workflow.name },
          ...(workflow.rules ? [{ label: t("fields.rules"), value: <Rules rules={workflow.rules} /> }] : []),
          { label: t("fields.location"), value: location?.address },
          { label: t("fields.externalVacancyId"), value: vacancy.externalVacancyId },
          { label: t("fields.jobRequisitionId"), value: vacancy.jobRequisitionId },
          { label: t("createdOn"), value: <Time at={vacancy.createdAt} kind="dateTime" /> },
          {
            label: t("fields.assessmentLinks"),
            value: links.length > 0 && (
              <div className="form">
                {links.map(({ stageId, stage, assessmentLink, assessmentPackageName }) => (
                  <CopyField
                    key={stageId}
                    label={t("linkOf", { stage, assessment: assessmentPackageName })}
                    value={assessmentLink}
                  />
                ))}
              </div>
            ),
          },
        ].map(({ label, value }) => ({ label, value: value || undefined }))}
      />
    </Sheet>
  );
}

/** Rules that act on the vacancy's candidates (RULE-30). */
function Rules({ rules }: { rules: readonly string[] }) {
  const t = useTexts(vacancies);
  if (rules.length === 0) return <>{t("noRules")}</>;
  return (
    <ul className="plain-list">
      {rules.map((rule) => (
        <li key={rule}>{rule}</li>
      ))}
    </ul>
  );
}
