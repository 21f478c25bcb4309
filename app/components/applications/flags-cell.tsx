import { Badge } from "~/components/ui/badge";
import type { applications } from "~/i18n/applications";
import type { Translate } from "~/i18n/texts";
import type { ApplicationRow } from "~/models/applications/application.server";

/** Flags as text where there is room, otherwise a count with the text as tooltip. */
export function flagsCell(
  flags: NonNullable<ApplicationRow["flags"]>,
  t: Translate<(typeof applications)["en"]>,
) {
  const words = flags.map((flag) => t(`flags.${flag}`));
  return (
    <>
      <span className="flag-words">
        {words.map((word) => (
          <Badge key={word} tone="amber">
            {word}
          </Badge>
        ))}
      </span>
      <span className="flag-count" title={words.join(", ")}>
        {t("flagCount", { count: flags.length })}
      </span>
    </>
  );
}
