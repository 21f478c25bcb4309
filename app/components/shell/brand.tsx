import { common } from "~/i18n/common";
import { useConsole, useTexts } from "./console-context";

/** The first stop of the keyboard: past everything that is on every page. */
export function SkipLink() {
  const t = useTexts(common);
  return (
    <a className="skip-link" href="#main">
      {t("shell.skipToContent")}
    </a>
  );
}

/** Logo and name of the product. */
export function Brand({ href }: { href: string }) {
  const t = useTexts(common);
  const { productName, logoUrl } = useConsole();
  return (
    <a className="brand" href={href} aria-label={t("shell.home", { product: productName })}>
      <img src={logoUrl} alt="" width="24" height="24" />
      {productName}
    </a>
  );
}
