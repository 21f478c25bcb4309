import { expect, test, vi } from "vitest";
import { flagNames } from "~/flags";
import { makeCase } from "~/models/event-logs/case-link.server";
import CaseLink, { loader } from "~/routes/event-logs/case-link";
import type { CurrentUser } from "~/services/identity.server";
import { rightNames, type Rights } from "~/services/rights";
import { render, text } from "./render";

const customer = { awsRegion: "eu-west-1", customerId: "c1", customerDisplayName: "Acme Retail" } as const;
const held = vi.hoisted(() => ({ isTheirs: true, rights: null as Rights | null, isOn: true }));

vi.mock("~/services/guard.server", () => ({ sessionLoader: (load: object) => load }));
vi.mock("~/services/access.server", () => ({
  customerOf: () => (held.isTheirs ? customer : undefined),
  rightsOf: () => Promise.resolve(held.rights),
  userFlags: () => Promise.resolve(Object.fromEntries(flagNames.map((name) => [name, held.isOn]))),
}));

const maker = { _id: "u1", firstName: "Ada", lastName: "Byron" } as CurrentUser;
const sent = new URLSearchParams("from=2026-06-14&to=2026-06-20&tz=UTC");
const token = makeCase(customer, sent, { recipient: "pat@mail.example" }, maker, Date.now());

/** Where the link leads, or what stands in its place, with its status. */
async function opened(link: string) {
  const answer = await (
    loader as unknown as (
      args: object,
    ) => Promise<Response | { data: { closed: object | null }; init: { status: number } }>
  )({ params: { token: link }, request: new Request("http://console.example/"), state: {}, user: {} });
  if (answer instanceof Response) return { to: answer.headers.get("location") ?? "" };
  const html = await render(<CaseLink />, { data: answer.data });
  return { status: answer.init.status, html, said: text(html) };
}

test("LOG-50 who works for the customer and may not see its logs reads what the link is, who made it and whom to ask", async () => {
  const without = new Set(rightNames.filter((right) => right !== "apps:listCandidate"));
  for (const [rights, isOn] of [
    [without, true],
    [new Set(rightNames), false],
  ] as const) {
    Object.assign(held, { isTheirs: true, rights, isOn });
    const { status, html, said } = await opened(token);
    expect(status).toBe(403);
    expect(said).toContain("This case link leads to a page that you do not have access to");
    expect(said).toMatch(/Ada Byron created it on \d\d \w{3} \d{4}\./);
    expect(said).toContain("view candidates in all departments of Acme Retail: ask an administrator");
    expect(said).toContain("Ada Byron can tell you what was found.");
    expect(html).not.toMatch(/pat@|mail\.example|2026-06/);
  }
});

test("LOG-44 LOG-50 everybody else is led on, and what is not whole is not found", async () => {
  for (const other of [
    { isTheirs: true, rights: new Set(rightNames), isOn: true },
    // The customer's own screen tells strangers, and who is let in nowhere (SHELL-39).
    { isTheirs: false, rights: null, isOn: true },
    { isTheirs: true, rights: null, isOn: true },
  ]) {
    Object.assign(held, other);
    expect((await opened(token)).to).toMatch(/^\/region\/eu-west-1\/customers\/c1\/notifications\?.*case=/);
  }
  const { status, said } = await opened(`${token.slice(0, -4)}abcd`);
  expect(status).toBe(404);
  expect(said).toContain("This case link no longer works");
});
