import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTexts } from "~/components/context/console-context";
import { Icon } from "~/components/ui/icons";
import { settingsBranding } from "~/i18n/settings-branding";
import { addressOf } from "~/models/form/web-address";
import { type BrandingValues, renderableTheme, type PartName } from "~/models/settings/branding-theme";

/** Preview of the candidate's chat interview (BRAND-14). */
export function BrandingPreview({ logoUrl, title, theme }: BrandingValues) {
  const t = useTexts(settingsBranding);
  const colours = renderableTheme(theme);
  const paint = (part: PartName): CSSProperties => ({
    backgroundColor: colours[part].backgroundColor,
    color: colours[part].fontColor,
  });
  const link = (part: PartName): CSSProperties => ({ color: colours[part].linkColor });
  return (
    <figure className="chat" aria-label={t("preview.label")}>
      <div
        className="chat-header rt-Flex rt-r-ai-center rt-r-gap-2 rt-r-py-2 rt-r-px-4"
        style={paint("header")}
      >
        <Logo url={logoUrl} />
        <span className="breaks rt-r-weight-bold">{title}</span>
      </div>
      <div className="rt-Flex rt-r-fd-column rt-r-gap-3 rt-r-p-4">
        <div className="chat-progress" style={paint("progressBar")}>
          <span className="visually-hidden">{t("preview.progress")}</span>
        </div>
        <p className="chat-hint rt-r-py-2 rt-r-px-3 small" style={paint("hint")}>
          {t("preview.hint")}{" "}
          <span className="chat-link" style={link("hint")}>
            {t("preview.hintLink")}
          </span>
        </p>
        <p className="chat-bubble" style={paint("question")}>
          {t("preview.question")}{" "}
          <span className="chat-link" style={link("question")}>
            {t("preview.questionLink")}
          </span>
        </p>
        <p className="chat-bubble chat-own" style={paint("response")}>
          {t("preview.response")}
        </p>
        <p className="chat-bubble" style={paint("question")}>
          {t("preview.choose")}
        </p>
        <ul className="chat-items rt-Flex rt-r-fd-column rt-r-gap-2">
          <li style={paint("selectedItem")}>{t("preview.selected")}</li>
          <li style={paint("listItem")}>{t("preview.item")}</li>
        </ul>
        <span
          className="chat-button rt-r-as-end rt-r-py-2 rt-r-px-5 rt-r-weight-medium"
          style={paint("button")}
        >
          {t("preview.button")}
        </span>
      </div>
    </figure>
  );
}

const debounceMs = 500;

/** The logo, or a frame if it cannot be shown; over http it never can. */
function Logo({ url }: { url: string }) {
  const t = useTexts(settingsBranding);
  const image = useRef<HTMLImageElement>(null);
  const [settled, setSettled] = useState(url);
  const [broken, setBroken] = useState<string>();

  // Debounced: the beginning of a URL is not a valid URL.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(url), debounceMs);
    return () => clearTimeout(timer);
  }, [url]);
  // The image may have failed to load before hydration.
  useEffect(() => {
    const { current } = image;
    if (current?.complete && current.naturalWidth === 0) setBroken(settled);
  }, [settled]);

  if (settled === "") return null;
  const canShow = addressOf(settled)?.protocol === "https:" && broken !== settled;
  return canShow ? (
    <img
      ref={image}
      className="chat-logo"
      src={settled}
      alt={t("preview.logo")}
      referrerPolicy="no-referrer"
      onError={() => setBroken(settled)}
    />
  ) : (
    <span className="chat-logo chat-logo-missing rt-r-display-grid rt-r-ai-center rt-r-ji-center">
      <Icon name="image" label={t("preview.logo")} />
    </span>
  );
}
