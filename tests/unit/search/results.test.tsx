import { expect, test } from "vitest";
import { SearchPart } from "~/components/palette/search-part";
import { SearchResults } from "~/components/palette/search-results";
import { foundOf } from "~/components/palette/use-search";
import { search } from "~/i18n/search";
import { translator } from "~/i18n/texts";
import type { SearchData } from "~/models/search/search-screen.server";
import { render, tags, text } from "../components/render";

const nothing: SearchData = {
  q: "ann",
  tab: "all",
  more: 0,
  base: "/base",
  mayOpen: true,
  records: [],
  named: [],
  vacancies: [],
  applications: [],
  hasMore: false,
  isTooMuch: false,
  problem: null,
};
const vacancies: SearchData = {
  ...nothing,
  tab: "vacancies",
  vacancies: [
    {
      _id: "v1",
      title: "Store manager",
      externalVacancyId: "EXT-7",
      createdAt: "2026-11-20T07:05:09.000Z",
      href: "/base/vacancies/v1",
    },
  ],
};
const applications: SearchData = {
  ...nothing,
  tab: "applications",
  applications: [
    {
      _id: "a1",
      vacancyId: "v1",
      stageId: "s1",
      vacancyName: "Store manager",
      createdAt: "2026-11-20T07:05:09.000Z",
      name: "Ann Lee",
      email: "ann@mail.example",
      href: "/base/vacancies/v1?stageId=s1&applicationId=a1",
    },
  ],
};

const entries = (data: SearchData) => foundOf(data, translator(search, "en-GB")).results;
const lines = (data: SearchData) => entries(data).map(({ label, detail }) => `${label} | ${detail}`);

test("SRCH-03 SRCH-21 a vacancy shows name and external id, and links to its page: on the page and in the palette", async () => {
  const html = await render(<SearchResults {...vacancies} />);
  expect(text(html)).toContain("Name External ID Store manager EXT-7");
  expect(html).toContain('href="/base/vacancies/v1"');
  expect(lines(vacancies)).toEqual(["Store manager | Vacancy · EXT-7"]);
  expect(entries(vacancies)[0]?.href).toBe("/base/vacancies/v1");
});

test("SRCH-04 an application shows name, vacancy, email, id and creation time on the page", async () => {
  const html = await render(<SearchResults {...applications} />);
  expect(text(html)).toContain("Name Vacancy Email Application ID Created Ann Lee");
  for (const field of ["Ann Lee", "Store manager", "ann@mail.example", "a1", "2026-11-20 18:05:09"])
    expect(text(html)).toContain(field);
  expect(html).toContain('href="/base/vacancies/v1?stageId=s1&applicationId=a1"');
});

test("SRCH-21 an application in the palette shows its vacancy, or the email that was searched", () => {
  expect(lines(applications)).toEqual(["Ann Lee | Application · Store manager"]);
  expect(lines({ ...applications, q: "mail.example" })).toEqual(["Ann Lee | Application · ann@mail.example"]);
  expect(entries(applications)[0]?.href).toBe("/base/vacancies/v1?stageId=s1&applicationId=a1");
});

test("SRCH-17 SRCH-20 all kinds are one list: on the page and in the palette", async () => {
  const user = {
    kind: "USER",
    _id: "u1",
    name: "Stan Store",
    email: "s@mail.example",
    href: "/base/users/u1",
  };
  const all = {
    ...applications,
    ...{ tab: "all" as const, q: "store", vacancies: vacancies.vacancies },
    named: [{ ...user, kind: "USER" as const }],
  };
  const html = await render(<SearchResults {...all} mayOpen={false} />);
  expect(text(html)).toContain("Name Kind Vacancy Email ID Created Store manager Vacancy - EXT-7");
  expect(text(html)).toContain("Stan Store User s@mail.example");
  expect(text(html)).toContain("Ann Lee Application Store manager ann@mail.example a1");
  expect(html).toContain('href="/base/users/u1"');
  expect(lines(all)).toEqual([
    "Store manager | Vacancy · EXT-7",
    "Stan Store | User · s@mail.example",
    "Ann Lee | Application · Store manager",
  ]);
  expect(entries({ ...all, q: "ann" })[0]?.label).toBe("Ann Lee");
});

test("SRCH-03 SRCH-04 with the vacancy's page disabled results are shown, but not as links", async () => {
  for (const data of [vacancies, applications]) {
    const closed = { ...data, mayOpen: false };
    const html = await render(<SearchResults {...closed} />);
    expect(text(html)).toContain("Store manager");
    expect(html).not.toContain("/base/vacancies/");
    expect(entries(closed).map(({ href }) => href)).toEqual([undefined]);
  }
});

test("SRCH-09 SRCH-14 tabs and Load more are links with the text; the palette links to the page in its state", async () => {
  const html = await render(<SearchResults {...applications} more={1} hasMore />);
  const hrefs = tags(html, "a").map((tag) => /href="([^"]*)"/.exec(tag)?.[1]);
  expect(hrefs).toEqual(
    expect.arrayContaining([
      "/base/search?q=ann",
      "/base/search?q=ann&tab=applications",
      "/base/search?q=ann&tab=applications&more=2",
    ]),
  );
  const part = await render(
    <SearchPart
      found={{ data: applications, records: [], results: entries(applications) }}
      problem={null}
      isSearching={false}
      tab="applications"
      onTab={() => {}}
      onMore={() => {}}
      isAlone
      pageHref="/base/search?q=ann&tab=applications"
      onLeave={() => {}}
      onFocusLost={() => {}}
    />,
  );
  expect(part).toContain('href="/base/search?q=ann&tab=applications"');
  expect(text(part)).toContain("Show as a page");
});

test("SRCH-10 SRCH-12 no results and too many are reported; a blank text reports nothing", async () => {
  expect(text(await render(<SearchResults {...nothing} />))).toContain("No results found Check the spelling");
  // On the tab of all kinds "no results" is not shown if another kind has some; on a single kind's tab it is.
  const onlyOthers = { ...nothing, hasOthers: true };
  expect(text(await render(<SearchResults {...onlyOthers} tab="all" />))).not.toContain("No results found");
  expect(text(await render(<SearchResults {...onlyOthers} tab="vacancies" />))).toContain("No results found");
  expect(text(await render(<SearchResults {...vacancies} more={4} isTooMuch />))).toContain(
    "Oops, too many results, please refine your search keywords",
  );
  expect(text(await render(<SearchResults {...nothing} q="" />))).not.toContain("No results found");
});

test("SRCH-17 what one kind found is shown beside another's failure", async () => {
  const problem = { tone: "error" as const, title: "Failed to load applications", description: "" };
  const page = text(await render(<SearchResults {...vacancies} tab="all" problem={problem} />));
  expect(page).toContain("Failed to load applications");
  expect(page).toContain("Store manager");
  const none = text(await render(<SearchResults {...nothing} problem={problem} />));
  expect(none).not.toContain("No results found");
});
