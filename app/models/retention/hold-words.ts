import type { retention } from "~/i18n/retention";
import type { Translate } from "~/i18n/texts";
import type { Hold } from "./hold.server";

/** Text naming the subject of a hold. */
export function holdOnText(
  t: Translate<(typeof retention)["en"]>,
  { kind, name }: Pick<Hold["on"], "kind" | "name">,
): string {
  const words = t(`holds.kinds.${kind}`);
  if (name !== null) return t("holds.named", { kind: words, name });
  return kind === "CUSTOMER" ? words : t("holds.gone", { kind: words });
}

/** Link to the subject of a hold; null if it has no page. */
export function holdOnHref(base: string, { kind, vacancyId, applicationId }: Hold["on"]): string | null {
  if (kind === "CUSTOMER" || vacancyId === null) return null;
  const vacancy = `${base}/vacancies/${vacancyId}`;
  if (kind === "VACANCY") return vacancy;
  return applicationId === null ? null : `${vacancy}/applications/${applicationId}`;
}
