/**
 * GET /outbox: the outbox's messages, for people (HTML) and tests (JSON). Available only with OUTBOX
 * (AUTH-82).
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod/v4";
import { escapeMarkup } from "./core/markup";
import { awsRegions } from "../shared/regions";
import { htmlPage, pagePolicy } from "./core/html-page";
import type { Regions } from "./store/engine";
import { outbox } from "./core/outbox.store";
import type { Row } from "./store/tables";

const maxMessages = 200;

const parameters = z.object({
  to: z.string().trim().max(200).optional().catch(undefined),
  limit: z.coerce.number().int().min(1).max(maxMessages).catch(50),
  format: z.string().optional().catch(undefined),
});

type Entry = Row<"outbox"> & { awsRegion: string };

async function newestEntries(databases: Regions, limit: number, to: string | undefined): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const { awsRegion, reader } of databases.all())
    entries.push(...(await outbox.newest(reader, limit, to)).map((row) => ({ ...row, awsRegion })));
  return entries.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1)).slice(0, limit);
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

/** Returns escaped text with URLs as links, so that a reset link can be followed from the page. */
const linked = (text: string) =>
  escapeMarkup(text).replace(
    /https?:\/\/[^\s<>"']+/g,
    (url) => `<a href="${url}" rel="noreferrer">${url}</a>`,
  );

function renderEntry(entry: Entry): string {
  const time = new Date(entry.createdAt).toISOString();
  return `<article>
    <h2>${escapeMarkup(entry.subject || entry.channel)}</h2>
    <p>${escapeMarkup(entry.channel)} to <strong>${escapeMarkup(entry.recipient)}</strong>, <time datetime="${time}">${time}</time>,
      ${escapeMarkup(entry.awsRegion)}, ${escapeMarkup(entry.templateType)}</p>
    <pre>${linked(entry.text)}</pre>
  </article>`;
}

function page(entries: Entry[], to: string | undefined): string {
  return htmlPage(
    "Outbox",
    `<h1>Outbox</h1>
  <p>Emails and messages this installation would have sent, newest first.</p>
  <form method="get">
    <label>Recipient <input name="to" value="${escapeMarkup(to ?? "")}" autocomplete="off"></label>
    <button>Show</button>
    ${to ? '<a href="/outbox">Show all</a>' : ""}
  </form>
  ${entries.length > 0 ? entries.map(renderEntry).join("\n") : "<p>Nothing here yet.</p>"}`,
  );
}

export function registerOutbox(app: FastifyInstance, databases: Regions): void {
  app.get("/outbox", async (request, reply) => {
    const { to, limit, format } = parameters.parse(request.query);
    const entries = await newestEntries(databases, limit, to || undefined);
    const wantsJson =
      format === "json" || (format === undefined && request.headers.accept?.includes("application/json"));
    if (wantsJson) return { regions: awsRegions, messages: entries.map(asJson) };
    return reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", pagePolicy([]))
      .send(page(entries, to));
  });
}
