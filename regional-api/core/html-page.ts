/** Layout of the few pages that this API itself serves: plain, and complete without JavaScript. */
import { escapeMarkup } from "./markup";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: 1rem 2rem }
  .stacked { display: grid; gap: 1rem; max-width: 26rem; align-items: start }
  .actions { display: flex; flex-wrap: wrap; gap: .5rem }
  label, .field { display: grid; gap: .25rem }
  input, button, textarea { font: inherit; padding: .4rem .6rem; min-height: 2.5rem; box-sizing: border-box; max-width: 100% }
  textarea { font-family: ui-monospace, monospace; font-size: .85rem; width: 100% }
  [aria-invalid=true] { outline: 2px solid #d13438 }
  .error { color: #d13438; color: light-dark(#a4262c, #ff9a9e) }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem;
    padding: 1rem; margin-block: 1rem }
  h2 { font-size: 1.1rem; margin: 0 0 .25rem }
  p { margin: 0; font-size: .9rem }
  main > p { margin-block: .5rem }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
`;

/** Returns a complete page. `body` is markup; text from users or other systems must already be escaped. */
export const htmlPage = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title><style>${style}</style></head>
<body>
<main>
${body}
</main>
</body>
</html>`;

/**
 * Returns the Content-Security-Policy of a page with forms that post to `formTargets`, and with one script if
 * a nonce is given.
 */
export function pagePolicy(formTargets: readonly string[], nonce?: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    ...(nonce ? [`script-src 'nonce-${nonce}'`] : []),
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
