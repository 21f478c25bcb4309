import { common } from "~/i18n/common";
import { useConsole, useTexts } from "~/components/context/console-context";

/** Logo and product name. */
export function Brand({ href }: { href: string }) {
  const t = useTexts(common);
  const { productName, logoUrl } = useConsole();
  return (
    <a
      className="brand rt-Flex rt-r-ai-center rt-r-gap-2 rt-r-fs-0 rt-r-py-1 rt-r-px-2 rt-r-weight-bold"
      href={href}
      aria-label={t("shell.home", { product: productName })}
    >
      <img src={logoUrl} alt="" width="24" height="24" />
      {productName}
    </a>
  );
}
