import { common } from "~/i18n/common";
import { useTexts } from "~/components/context/console-context";

/** The first stop of the keyboard: past everything that is on every page. */
export function SkipLink() {
  const t = useTexts(common);
  return (
    <a className="skip-link" href="#main">
      {t("shell.skipToContent")}
    </a>
  );
}
