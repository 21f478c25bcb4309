import { useTexts } from "~/components/context/console-context";
import { PostForm, SubmitButton } from "~/components/form/post-form";
import { Callout } from "~/components/ui/callout";
import { Time } from "~/components/ui/time";
import { retention } from "~/i18n/retention";
import type { RetentionChange } from "~/models/settings/customer-setting.server";
import type { Intent } from "~/services/intents";
import { useUtcDay } from "./utc-day";

type ChangeNoticeProps = {
  change: RetentionChange;
  /** Intent that cancels the change; null if not permitted. */
  cancel: Intent | null;
};

/** A pending reduction of retention: author, date and effect, with a cancel button (RET-04). */
export function ChangeNotice({ change, cancel }: ChangeNoticeProps) {
  const t = useTexts(retention);
  const dayOf = useUtcDay();
  const { candidatePiiRetentionPeriod: candidates, videoRetentionPeriod: videos } = change;
  const who = change.requestedBy ?? t("change.removedUser");
  const [before = "", after = ""] = t("change.text", { who, at: "\u0000" }).split("\u0000");
  return (
    <Callout
      tone="warning"
      title={t("change.title", { day: dayOf(change.takesEffectAt) })}
      action={
        cancel && (
          <PostForm intent={cancel} className="row">
            <input type="hidden" name="change" value={change._id} />
            <SubmitButton variant="outline">{t("change.cancel")}</SubmitButton>
          </PostForm>
        )
      }
    >
      <p>
        {candidates !== null && <>{t("change.candidates", { count: candidates })} </>}
        {videos !== null && <>{t("change.videos", { count: videos })} </>}
        {before}
        <Time at={change.requestedAt} kind="dateTime" />
        {after}
      </p>
    </Callout>
  );
}
