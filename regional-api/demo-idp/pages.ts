/** Pages of the demo identity provider. */
import { escapeMarkup } from "../core/markup";
import { htmlPage } from "../core/html-page";
import { demoIssuer, type Person } from "./response";

const title = "Demo identity provider";

const fields = [
  ["email", "Email", "email", "email", 100],
  ["firstName", "First name", "text", "given-name", 50],
  ["lastName", "Last name", "text", "family-name", 50],
] as const;

export type Problems = Partial<Record<keyof Person, string>>;

/** Returns the page that asks for the user's identity. The form posts `samlRequest` back. */
export function identityPage(
  customerName: string,
  samlRequest: string,
  typed: Partial<Person> = {},
  problems: Problems = {},
): string {
  const isWrong = Object.keys(problems).length > 0;
  const rows = fields.map(([name, label, type, autocomplete, maxLength]) => {
    const problem = problems[name];
    const description = problem ? ` aria-invalid="true" aria-describedby="${name}-problem"` : "";
    return `<div class="field"><label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required maxlength="${maxLength}" value="${escapeMarkup(typed[name] ?? "")}"${description}>
      ${problem ? `<p class="error" id="${name}-problem">${escapeMarkup(problem)}</p>` : ""}</div>`;
  });
  return htmlPage(
    isWrong ? `Error: ${title}` : title,
    `<h1>${title}</h1>
  <p>On this machine it stands in for the identity provider of <strong>${escapeMarkup(customerName)}</strong> and confirms whatever identity you enter.</p>
  ${isWrong ? '<p class="error" role="alert">Please check the fields below.</p>' : ""}
  <form class="stacked" method="post" action="/demo-idp">
    <input type="hidden" name="SAMLRequest" value="${escapeMarkup(samlRequest)}">
    ${rows.join("\n    ")}
    <div class="actions">
      <button name="decision" value="continue">Continue</button>
      <button name="decision" value="cancel" formnovalidate>Cancel</button>
    </div>
  </form>`,
  );
}

/** Returns the page that submits the response: automatically with JavaScript, by a button without. */
export const submitPage = (assertionUrl: string, samlResponse: string, nonce: string): string =>
  htmlPage(
    title,
    `<h1>${title}</h1>
  <p>You are being sent back to the console.</p>
  <form method="post" action="${escapeMarkup(assertionUrl)}">
    <input type="hidden" name="SAMLResponse" value="${escapeMarkup(samlResponse)}">
    <button>Continue to the console</button>
  </form>
  <script nonce="${nonce}">document.forms[0].submit()</script>`,
  );

const shown = (id: string, label: string, value: string, rows: number) =>
  `<div class="field"><label for="${id}">${label}</label>
    <textarea id="${id}" rows="${rows}" readonly>${escapeMarkup(value)}</textarea></div>`;

/**
 * Returns the page with the values to paste into the settings of a customer that uses this identity provider.
 */
export const settingsPage = (loginUrl: string, certificate: string): string =>
  htmlPage(
    title,
    `<h1>${title}</h1>
  <p>For local use. Put these values into the single sign-on settings of a customer, and its people sign in here.</p>
  <div class="stacked">
    ${shown("login-url", "Login URL", loginUrl, 1)}
    ${shown("certificate", "Public certificate (Base64)", certificate, 14)}
    ${shown("issuer", "Entity ID of this identity provider", demoIssuer, 1)}
  </div>`,
  );

/** Returns the page for an invalid request. */
export const unreadablePage = (consoleOrigin: string): string =>
  htmlPage(
    `Error: ${title}`,
    `<h1>${title}</h1>
  <p role="alert">This sign-in request cannot be read.</p>
  <p><a href="${escapeMarkup(`${consoleOrigin}/loginWithSSO`)}">Start again in the console</a></p>`,
  );
