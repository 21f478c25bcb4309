/** GET /outbox: what would have been sent, for people (HTML) and tests (JSON). Development only (AUTH-82). */
import type { FastifyInstance } from "fastify";
import { z } from "zod/v4";
import { awsRegions } from "./domain/regions";
import type { Databases } from "./store/database";
import { outbox } from "./store/outbox";
import type { Row } from "./store/schema";

const maxMessages = 200;

const parameters = z.object({
  to: z.string().trim().max(200).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(maxMessages).catch(50),
  format: z.string().optional().catch(undefined),
});

type Entry = Row<"outbox"> & { awsRegion: string };

function newest(databases: Databases, limit: number, to: string | undefined): Entry[] {
  return databases
    .all()
    .flatMap((db) => outbox.newest(db, limit, to).map((row) => ({ ...row, awsRegion: db.awsRegion })))
    .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
}

const asJson = (entry: Entry) => ({
  _id: entry.id,
  channel: entry.channel,
  to: entry.recipient,
  subject: entry.subject,
  text: entry.text,
  html: entry.html,
  templateType: entry.templateType,
  awsRegion: entry.awsRegion,
  customerId: entry.customerId,
  data: entry.data === null ? null : (JSON.parse(entry.data) as unknown),
  createdAt: new Date(entry.createdAt).toISOString(),
});

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

/** Escaped text with its addresses as links, so that a reset link can be followed from here. */
const linked = (text: string) =>
  escape(text).replace(/https?:\/\/[^\s<>"']+/g, (url) => `<a href="${url}" rel="noreferrer">${url}</a>`);

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 48rem; margin: 2rem auto; padding: 0 1rem }
  form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-block: 1rem 2rem }
  label { display: grid; gap: .25rem }
  input, button { font: inherit; padding: .4rem .6rem; min-height: 2.5rem }
  article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: .5rem;
    padding: 1rem; margin-block: 1rem }
  h2 { font-size: 1.1rem; margin: 0 0 .25rem }
  p { margin: 0; font-size: .9rem; opacity: .8 }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0 }
`;

function article(entry: Entry): string {
  const time = new Date(entry.createdAt).toISOString();
  return `<article>
    <h2>${escape(entry.subject || entry.channel)}</h2>
    <p>${escape(entry.channel)} to <strong>${escape(entry.recipient)}</strong>, <time datetime="${time}">${time}</time>,
      ${escape(entry.awsRegion)}, ${escape(entry.templateType)}</p>
    <pre>${linked(entry.text)}</pre>
  </article>`;
}

function page(entries: Entry[], to: string | undefined): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><style>${style}</style></head>
<body>
<main>
  <h1>Outbox</h1>
  <p>Emails and messages this installation would have sent, newest first.</p>
  <form method="get">
    <label>Recipient <input name="to" value="${escape(to ?? "")}" autocomplete="off"></label>
    <button>Show</button>
    ${to ? '<a href="/outbox">Show all</a>' : ""}
  </form>
  ${entries.length > 0 ? entries.map(article).join("\n") : "<p>Nothing here yet.</p>"}
</main>
</body>
</html>`;
}

export function registerOutbox(app: FastifyInstance, databases: Databases): void {
  app.get("/outbox", async (request, reply) => {
    const { to, limit, format } = parameters.parse(request.query);
    const entries = newest(databases, limit, to || undefined);
    const wantsJson =
      format === "json" || (format === undefined && request.headers.accept?.includes("application/json"));
    if (wantsJson) return { regions: awsRegions, messages: entries.map(asJson) };
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'")
      .send(page(entries, to));
  });
}
