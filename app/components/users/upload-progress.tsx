import { useTexts } from "~/components/context/console-context";
import { FormActions } from "~/components/form/post-form";
import { useReloadLinks } from "~/components/shell/reloading";
import { Card } from "~/components/ui/layout";
import { useRepeatedLoad } from "~/components/ui/use-repeated-load";
import { uploads } from "~/i18n/uploads";

/** Progress of a run; the page polls until it is finished (UPLOAD-35). */
export function UploadProgress({ done, total, here }: { done: number; total: number; here: string }) {
  const t = useTexts(uploads);
  const reload = useReloadLinks(here);
  useRepeatedLoad();
  return (
    <Card title={t("run.title")}>
      <div className="rt-r-display-grid rt-r-gap-3 rt-r-ji-start">
        <progress value={done} max={total} aria-label={t("run.title")} />
        <p>{t("run.progress", { done, total })}</p>
        {reload && <FormActions>{reload}</FormActions>}
      </div>
    </Card>
  );
}
