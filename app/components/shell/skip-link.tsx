import { common } from "~/i18n/common";
import { useTexts } from "~/components/context/console-context";

/** First keyboard stop: skips everything repeated on every page. */
export function SkipLink() {
  const t = useTexts(common);
  return (
    <a className="skip-link" href="#main">
      {t("shell.skipToContent")}
    </a>
  );
}
