import { useTexts } from "~/components/context/console-context";
import { FormSecrets } from "~/components/form/post-form";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Time } from "~/components/ui/time";
import { retention } from "~/i18n/retention";
import { fetchPackIntent } from "~/models/retention/pack-intents";
import type { Pack } from "~/models/retention/pack.server";

const tones = { WAITING: "accent", READY: "green", FAILED: "red" } as const;

/** Access packs of a candidate, with state and, once ready, a download button. */
export function PackList({ packs, here }: { packs: readonly Pack[]; here: string }) {
  const t = useTexts(retention);
  if (packs.length === 0) return <p className="muted">{t("pack.none")}</p>;
  return (
    <ul className="rt-Flex rt-r-fd-column rt-r-gap-4">
      {packs.map(({ _id, state, askedAt, askedBy, endsAt }) => {
        const [before = "", after = ""] = t("pack.ends", { day: "\u0000" }).split("\u0000");
        return (
          <li key={_id}>
            <p className="row">
              <Badge tone={tones[state]}>{t(`pack.states.${state}`)}</Badge>{" "}
              <Time at={askedAt} kind="dateTime" />{" "}
              <span>{t("pack.askedBy", { who: askedBy ?? t("change.removedUser") })}</span>{" "}
              <span className="muted">
                {before}
                <Time at={endsAt} kind="dateTime" />
                {after}
              </span>
            </p>
            {state === "READY" && (
              // A download leaves the page as it is, so no pending state.
              <form method="post" action={`${here}/${_id}`} className="row">
                <FormSecrets />
                <Button type="submit" name="intent" value={fetchPackIntent} icon="download">
                  {t("pack.fetch")}
                </Button>
              </form>
            )}
            {state === "WAITING" && <a href={here}>{t("pack.again")}</a>}
          </li>
        );
      })}
    </ul>
  );
}
