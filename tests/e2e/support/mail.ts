import type { Page } from "@playwright/test";

type Mail = { to: string; subject: string; text: string };

/** The newest mail to a person, from the API's outbox. */
export async function mailTo(page: Page, to: string): Promise<Mail> {
  const response = await page.request.get(
    `${process.env.API_ADDRESS}/outbox?format=json&to=${encodeURIComponent(to)}`,
  );
  const messages = (await response.json()) as Mail[] | { messages: Mail[] };
  const [newest] = Array.isArray(messages) ? messages : messages.messages;
  if (!newest) throw new Error(`no mail to ${to}`);
  return newest;
}

/** The one-time code in a mail. */
export const codeIn = (mail: Mail) => /\b\d{6}\b/.exec(`${mail.subject} ${mail.text}`)?.[0] ?? "";
