import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { workflows } from "~/i18n/workflows";
import { languageName } from "~/models/workflows/languages";

type StageFactsProps = {
  product: string;
  /** Null if not known. */
  packageName: string | null;
  language: string | null;
  dayLimit?: number | null | undefined;
};

/** A stage's type, package, language and time limit. */
export function StageFacts({ product, packageName, language, dayLimit }: StageFactsProps) {
  const t = useTexts(workflows);
  return (
    <ul className="row rt-r-gap-1">
      <li className="chip">
        <Icon name={product === "SI" ? "monitor" : "message"} />
        {productName(t, product)}
      </li>{" "}
      {packageName !== null && (
        <li className="chip">
          <bdi>{packageName}</bdi>
        </li>
      )}{" "}
      {language !== null && <li className="chip">{languageName(language)}</li>}{" "}
      {dayLimit ? (
        <li className="chip">
          {t("stages.dayLimit")} {t("stages.inDays", { count: dayLimit })}
        </li>
      ) : null}
    </ul>
  );
}

type ProductTranslator = (key: "products.FI" | "products.SI") => string;

/** "Chat Interview" or "Video Interview"; other values are returned unchanged. */
export const productName = (t: ProductTranslator, product: string) =>
  product === "FI" || product === "SI" ? t(`products.${product}`) : product;
