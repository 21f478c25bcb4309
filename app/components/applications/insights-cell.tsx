import type { useTexts } from "~/components/context/console-context";
import type { applications } from "~/i18n/applications";
import type { ApplicationsData } from "~/models/applications/application-screen.server";
import { type Intent, withDetail } from "~/services/intents";
import { insightsFormId } from "./insights-form";

type Row = ApplicationsData["rows"][number];
type Translator = ReturnType<typeof useTexts<(typeof applications)["en"]>>;

/** A button, not a link: opening the insights marks them as viewed, which a GET must not do (APP-34). */
export function insightsCell(
  row: Pick<Row, "_id" | "name" | "isReportGone" | "hasInsights">,
  t: Translator,
  open: Intent,
  look: { className: string } = { className: "link-button" },
) {
  if (row.isReportGone)
    return (
      <span className="candidate-note muted small" title={t("insightsDeleted")}>
        {t("insightsDeleted")}
      </span>
    );
  if (!row.hasInsights) return null;
  return (
    <button
      form={insightsFormId}
      name="intent"
      value={withDetail(open, row._id)}
      {...look}
      aria-label={t("openInsightsOf", { name: row.name })}
    >
      {t("openInsights")}
    </button>
  );
}
