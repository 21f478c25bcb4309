import { useHydrated } from "remix-utils/use-hydrated";
import { useTexts } from "~/components/context/console-context";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/layout";
import { useRepeatedLoad } from "~/components/ui/use-repeated-load";
import { uploads } from "~/i18n/uploads";

/** How far a run has come; the page's data is fetched again until it is over (UPLOAD-35). */
export function UploadProgress({ done, total, here }: { done: number; total: number; here: string }) {
  const t = useTexts(uploads);
  const hydrated = useHydrated();
  useRepeatedLoad();
  return (
    <Card title={t("run.title")}>
      <div className="upload-progress">
        <progress value={done} max={total} aria-label={t("run.title")} />
        <p role="status">{t("run.progress", { done, total })}</p>
        {/* Without scripts the page loads itself again; here is the way for browsers that do not. */}
        {!hydrated && <ButtonLink to={here}>{t("run.reload")}</ButtonLink>}
      </div>
    </Card>
  );
}
