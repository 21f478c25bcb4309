import { useTexts } from "~/components/context/console-context";
import { Callout } from "~/components/ui/callout";
import { Time } from "~/components/ui/time";
import { retention } from "~/i18n/retention";
import type { HoldSummary } from "~/models/retention/hold.server";

type HoldNoticeProps = {
  kept: HoldSummary | null;
  base: string;
  /** True if the person may open the holds screen. */
  mayOpen: boolean;
  of?: "candidate" | "vacancy";
};

/** Reports that a hold protects a candidate or a vacancy; with access to holds, adds reasons and links (RET-10). */
export function HoldNotice({ kept, base, mayOpen, of = "candidate" }: HoldNoticeProps) {
  const t = useTexts(retention);
  if (!kept?.since) return null;
  const [before = "", after = ""] = t("kept.since", { day: "\u0000" }).split("\u0000");
  return (
    <div className="notices">
      <Callout
        tone="info"
        title={
          <>
            {before}
            <Time at={kept.since} />
            {after}
          </>
        }
      >
        <p>{t(of === "vacancy" ? "kept.vacancyText" : "kept.text")}</p>
        {kept.holds?.map(({ _id, reason }) => (
          <p key={_id}>
            <bdi>{t("kept.reason", { reason })}</bdi>{" "}
            {mayOpen && <a href={`${base}/settings/compliance/holds/${_id}`}>{t("kept.link")}</a>}
          </p>
        ))}
      </Callout>
    </div>
  );
}
