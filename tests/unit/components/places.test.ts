import { describe, expect, test } from "vitest";
import { placeText } from "~/components/palette/palette-entry";
import { placesOf } from "~/components/palette/places";
import { matching } from "~/components/shell/customers";
import { type FlagName, flagNames, type Flags } from "~/flags";
import { screenGates } from "~/services/gates";
import { type Right, rightNames, type Rights } from "~/services/rights";
import { type Language, type Texts, type Translate, translator } from "~/i18n/texts";

const base = "/region/ap-southeast-2/customers/c1";

function places(
  on: (flag: FlagName) => boolean,
  language: Language = "en-GB",
  rights: Rights = new Set(rightNames),
) {
  const flags = Object.fromEntries(flagNames.map((flag) => [flag, on(flag)])) as Flags;
  const translate = <T extends Texts["en"]>(texts: Texts<T>): Translate<T> => translator(texts, language);
  const external = { talentHub: "https://talent.example/", questionBank: "https://questions.example/" };
  return placesOf({ base, flags, rights, translate, external, ssoDomain: "edge" });
}

describe("SHELL-13 the places in Go to", () => {
  test("are the menu, its archives and create pages, and the settings' tabs", () => {
    const hrefs = places(() => true).map(({ href }) => href.replace(base, ""));
    for (const path of [
      "https://talent.example/",
      "/vacancies",
      "/vacancies/archive",
      "/vacancies/create",
      "/customers/create",
      "/settings/sso?domain=edge",
      "/settings/notification?language=default",
      "/settings/ats-tenants/create",
      "/switch-customer",
      "/shortcuts",
    ])
      expect(hrefs).toContain(path);
    expect(new Set(hrefs).size).toBe(hrefs.length);
    const pages = Object.keys(screenGates).filter((path) => /\/(create|archive|upload)$/.test(path));
    expect(pages.length).toBeGreaterThan(10);
    const missing = pages.filter((path) => !hrefs.includes(`/${path}`));
    expect(
      missing,
      "give these pages a createTitle in their areas (app/areas), or an entry in app/components/palette/places.ts",
    ).toEqual([]);
  });

  test.each<[FlagName, string]>([
    ["edgeBulkJobsEnabled", "bulk-jobs"],
    ["edgeRecordEnabled", "record"],
    ["edgeVacancyCreationEnabled", "vacancies/create"],
    ["edgeVacancyArchiveListEnabled", "vacancies/archive"],
    ["edgeCustomerCreationEnabled", "customers/create"],
    ["edgeCustomerListEnabled", "customers/archive"],
    ["edgeOrgArchiveListEnabled", "organisations/archive"],
    ["edgeOrgCreationEnabled", "organisations/create"],
    ["edgeTenantsEnabled", "settings/ats-tenants/create"],
    ["edgeGroupCreationEnabled", "settings/ats-tenants/create"], // TEN-05, TEN-34
    ["edgeCustomerBrandingEditEnabled", "settings/branding"],
  ])("without %s leave out %s", (off, id) => {
    expect(places(() => true).map((place) => place.id)).toContain(id);
    expect(places((flag) => flag !== off).map((place) => place.id)).not.toContain(id);
  });

  test.each([
    ["log", "/notifications"],
    ["email", "/notifications"],
    ["sms", "/notifications?tab=sms"],
    ["invite", "/vacancies"],
    ["sign out", "/account"],
    ["log out", "/account"],
  ])("SRCH-17 are found by the names support uses: %s", (typed, href) => {
    const found = matching(
      places(() => true),
      typed,
      placeText,
    ).map((place) => place.href.replace(base, ""));
    expect(found).toContain(href);
    // Without its flag the whole area is missing.
    const closed = places((flag) => flag !== "edgeEmailEventsEnabled").map((place) => place.href);
    expect(closed.join()).not.toContain("/notifications");
  });

  test.each<[Right, string]>([
    ["apps:listVacancy somewhere", "vacancies"],
    ["apps:listVacancy somewhere", "vacancies/archive"],
    ["apps:createVacancy somewhere", "vacancies/create"],
    ["apps:listWorkflow somewhere", "workflow-sets/workflows"],
    ["org:listUser somewhere", "users"],
    ["org:createUser", "users/create"],
    ["org:createUser", "users/upload"],
    ["org:editUser", "groups/create"],
    ["provider of some organisation", "organisations"],
    ["provider of every organisation", "organisations/create"],
    ["apps:listCandidate", "notifications"],
    ["fi:viewAllInsights somewhere", "di"],
    ["ats:createTenant", "settings/ats-tenants/create"],
  ])("SHELL-13 without the right %s leave out %s", (right, id) => {
    const but = new Set(rightNames.filter((name) => name !== right));
    expect(places(() => true).map((place) => place.id)).toContain(id);
    expect(places(() => true, "en-GB", but).map((place) => place.id)).not.toContain(id);
  });

  test("SHELL-18 use American wording in American English", () => {
    const labels = places(() => true, "en-US").map(({ label }) => label);
    expect(labels).toContain("Jobs");
    expect(labels).toContain("Jobs: Archive");
    expect(labels).toContain("Create a new job");
  });
});
