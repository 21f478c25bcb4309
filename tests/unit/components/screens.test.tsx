import { data } from "@remix-run/node";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ScreenErrorView } from "~/components/shell/screen-error";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Callout } from "~/components/ui/callout";
import { iconNames } from "~/components/ui/icon-names";
import { Icon } from "~/components/ui/icons";
import { DataList } from "~/components/ui/layout";
import { Notices } from "~/components/ui/notices";
import { PageHeader } from "~/components/ui/page-header";
import { Tabs } from "~/components/ui/tabs";
import { Time } from "~/components/ui/time";
import {
  archivedCustomer,
  denied,
  expired,
  forbiddenPost,
  noDefaultCustomer,
  notFound,
} from "~/services/screens.server";
import { render, renderThrown, tags, text } from "./render";

describe("the screen for an error thrown by a loader or action", () => {
  const region = "The region Asia Pacific (Sydney) is not responding at the moment.";
  const support = "Contact support";

  it.each([
    [
      "SHELL-05 SHELL-50",
      noDefaultCustomer(),
      404,
      /^Not able to get default customer .* Contact support Log Out$/,
    ],
    [
      "CUST-56",
      noDefaultCustomer("Acme Logistics"),
      404,
      /^The customer Acme Logistics is archived .* Contact support Log Out$/,
    ],
    [
      "SHELL-37",
      notFound(),
      404,
      new RegExp(`^Sorry, we couldn't find this page\\. The address .* Go to the start page ${support}$`),
    ],
    [
      "SHELL-39",
      denied(),
      403,
      new RegExp(
        `^Nothing to see here You are successfully logged in but do not have access to this page\\. Links may be shared with you outside of the system\\. ${support}$`,
      ),
    ],
    [
      "SHELL-41",
      archivedCustomer("Acme", undefined),
      403,
      new RegExp(`^The customer Acme is archived Its pages .* ${support}$`),
    ],
    [
      "SHELL-41 for who may restore it",
      archivedCustomer("Acme", "/archive"),
      403,
      /^The customer Acme is archived Its pages .* restored\. Open archived customers$/,
    ],
    ["SESS-16", expired(), 401, /^Your session is expired! Please login again Confirm$/],
    ["SESS-40", forbiddenPost(), 403, /^This form could not be accepted .* Open the page again$/],
    ["SHELL-35 SHELL-36", new Error("boom"), 500, /^Oops~Edge seems to have something wrong Refresh$/],
    [
      "SHELL-36 SESS-34",
      data({ screen: "failed", region: "Asia Pacific (Sydney)" }, { status: 503 }),
      503,
      new RegExp(
        `^Something went wrong: An error occurred while loading this page, try again later\\. If the error persists, please contact the provider's support\\. ${region.replace(/[()]/g, "\\$&")} Refresh Log Out$`,
      ),
    ],
  ])("%s", async (_, thrown, status, shown) => {
    const page = await renderThrown(thrown, <ScreenErrorView isWholePage />);
    expect(page.status).toBe(status);
    expect(text(page.html)).toMatch(shown);
    expect(page.html).not.toContain("boom");
  });
});

it("SHELL-54 after losing access with a form open, a person sees the input, and can send it again", async () => {
  const post = {
    csrf: "token",
    fields: [["name", "Typed"]],
    typed: [{ label: "Name", value: "Typed" }],
    isIncomplete: false,
    draft: null,
  };
  for (const { data: screen } of [denied(), archivedCustomer("Acme", undefined)]) {
    const { html } = await renderThrown(data({ ...screen, post }, { status: 403 }), <ScreenErrorView />);
    expect(text(html)).toMatch(/Contact support What you sent was not saved\. .* Try again .* Name Typed$/);
    expect(tags(html, "input").join()).toContain('name="name" value="Typed"');
  }
});

it("SHELL-50 Log Out is a form that works without scripts", async () => {
  const { html } = await renderThrown(noDefaultCustomer(), <ScreenErrorView isWholePage />);
  expect(html).toContain(
    '<form method="post" action="/logout"><input type="hidden" name="csrf" value="form-token"/>',
  );
});

describe("parts of a page", () => {
  it("SHELL-31 notices are in the server's HTML, in a live region, and can be closed", async () => {
    const html = await render(
      <Notices
        notices={[
          {
            tone: "success",
            title: "1 customer has been archived.",
            link: { to: "/archive", label: "View Archive" },
          },
          { tone: "error", title: "Unexpected error", description: "Failed to load." },
        ]}
      />,
      { path: "/list?page=2" },
    );
    expect(html).toMatch(/^<div class="notices" role="status">/);
    expect(text(html)).toBe("1 customer has been archived. View Archive Unexpected error Failed to load.");
    expect(tags(html, "a").filter((tag) => tag.includes('aria-label="Dismiss"'))).toHaveLength(2);
    expect(html).toContain('href="/list?page=2"');
    expect(await render(<Notices notices={[]} />)).toBe('<div class="notices" role="status"></div>');
  });

  it("SHELL-20 SHELL-21 a time is UTC for machines and in the person's zone for people", async () => {
    const at = "2026-11-20T20:30:00.000Z";
    expect(await render(<Time at={at} />)).toBe(
      `<time dateTime="2026-11-20T20:30:00Z" title="2026-11-21 07:30:00">21 Nov 2026</time>`,
    );
    expect(await render(<Time at={at} kind="dateTime" />, { console: { timeZone: "UTC" } })).toBe(
      `<time dateTime="2026-11-20T20:30:00Z">2026-11-20 20:30:00</time>`,
    );
    expect(await render(<Time at={at} />, { console: { language: "en-US", timeZone: "UTC" } })).toContain(
      "Nov 20, 2026",
    );
    expect(await render(<Time at="2026-11-21T07:30:00+11:00" />)).toContain(
      `dateTime="2026-11-20T20:30:00Z"`,
    );
    expect(await render(<Time at={null} />)).toBe("-");
    expect(await render(<Time at="nonsense" />)).toBe("-");
  });

  it("GEN-94 has real spaces between its buttons, including those in fragments, and between tabs", async () => {
    const html = await render(
      <PageHeader
        title="Customers"
        actions={
          <>
            <Button>Edit</Button>
            {false}
            <>
              <Button>Export</Button>
            </>
            <Button>Create</Button>
          </>
        }
      />,
    );
    expect(html.replace(/<[^>]*>/g, "")).toContain("Edit Export Create");
    const tabs = await render(
      <Tabs
        label="Parts"
        tabs={[
          { to: "/a", label: "One", count: 3 },
          { to: "/b", label: "Two" },
        ]}
      />,
    );
    expect(tabs.replace(/<[^>]*>/g, "")).toContain("One 3 Two");
  });

  it("has one h1 and a back link", async () => {
    const html = await render(
      <PageHeader
        title="Acme"
        back={{ to: "/customers", label: "Customers" }}
        tags={<Badge tone="amber">Archived</Badge>}
        meta={["Created", null, false]}
      />,
    );
    expect(tags(html, "h1")).toHaveLength(1);
    expect(html).toMatch(/<a class="back-link[^"]*" href="\/customers"/);
    expect(html.match(/<div>/g)).toHaveLength(1);
  });

  it("VAC-47 an empty value shows as -, zero does not", async () => {
    const items = [
      { label: "Notes", value: "" },
      { label: "Users", value: 0 },
    ];
    expect(text(await render(<DataList items={items} />))).toBe("Notes - Users 0");
  });

  it("GEN-22 a busy button says so and is disabled for people, but keeps the focus", async () => {
    const [button = ""] = tags(await render(<Button busy>Save</Button>), "button");
    expect(button).toContain('aria-busy="true"');
    expect(button).toContain('aria-disabled="true"');
    expect(button).toContain('type="button"');
    expect(button).not.toContain(" disabled");
  });

  it("an icon-only button has a name", async () => {
    const html = await render(
      <Button icon="trash" iconOnly>
        Delete
      </Button>,
    );
    expect(text(html)).toBe("Delete");
  });

  it("SESS-32 a callout with a role is announced, one without is not", async () => {
    expect(await render(<Callout title="A" />)).not.toContain("role=");
    expect(await render(<Callout role="alert" title="A" />)).toContain('role="alert"');
  });

  it("hides an icon without a label from assistive technology", async () => {
    expect(await render(<Icon name="trash" />)).toMatch(
      /aria-hidden="true"><use href="[^"]*icons[^"]*#trash">/,
    );
  });

  it("draws every icon that has a name", () => {
    const file = readFileSync("app/components/ui/icons.svg", "utf8");
    const drawn = [
      ...file.matchAll(
        /<symbol id="([a-z-]+)" viewBox="0 0 16 16"><path [^>]*d="[Mm][\d\sA-Za-z.,-]+"\/><\/symbol>/g,
      ),
    ];
    expect(drawn.map(([, name]) => name)).toEqual(iconNames);
  });
});
