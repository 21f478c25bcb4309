import { plain } from "~/i18n/plain";
import { translator } from "~/i18n/texts";
import { env } from "./env.server";

/** Reasons to answer a request before it reaches the application. */
export type PlainPage =
  "badAddress" | "foreignPost" | "method" | "tooLarge" | "tooSlow" | "fileTooLarge" | "busy" | "broken";

const t = translator(plain, "en");
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * A standalone page in the console's design: no session, script or region. `back` is the path of its link,
 * `styles` the stylesheet's URL. Neutral English, because nothing is known about the reader.
 */
export function plainPage(reason: PlainPage, { back, styles }: { back: string; styles?: string }): string {
  const title = escaped(t(reason));
  return `<!DOCTYPE html>
<html lang="en" class="radix-themes" data-appearance="system" data-accent-color="indigo" data-gray-color="slate" data-radius="medium" data-scaling="100%">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} | ${escaped(env.BRAND_NAME)}</title>
${styles ? `<link rel="stylesheet" href="${escaped(styles)}">` : ""}
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<main id="main" class="app-main" tabindex="-1">
<div class="screen-state">
<h1 class="rt-Heading rt-r-size-5">${title}</h1>
<p>${escaped(t(`${reason}Text`))}</p>
<div class="row"><a class="btn btn-solid" href="${escaped(back)}">${escaped(t("back"))}</a></div>
</div>
</main>
</body>
</html>
`;
}

/** Content security policy of these pages: stylesheet, fonts and icon only. */
export const plainPagePolicy =
  "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
