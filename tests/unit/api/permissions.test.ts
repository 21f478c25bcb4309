import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  codesOf,
  labelsGranted,
  permissionCodes,
  roleTemplates,
  roleTemplateStatements,
  sectionActions,
  statementsFor,
} from "../../../regional-api/core/permissions";

const scope = { awsRegion: "eu-west-1", organizationId: "o", customerId: "c", hierarchyId: "h" };
const labels = Object.values(sectionActions).flat();
const template = (name: string) => new Set(roleTemplates.find((one) => one.name === name)?.actions);

/** From the fewest rights to the most. */
const growing = ["Hiring Manager", "Recruiter", "Customer Admin"] as const;

const files = readdirSync("docs/requirements").sort(
  (one, other) => Number(other === "perm.md") - Number(one === "perm.md"),
);

/** The requirement rows of a section's actions, with their codes and first template, if given: PERM, then others. */
const sectionRows = [
  ...files
    .map((file) => readFileSync(`docs/requirements/${file}`, "utf8"))
    .join("\n")
    .matchAll(/^- [A-Z]+-\d+ Section "([^"]+)": (.*?)\.(?: (.*))?$/gm),
].map(([, section = "", listed = "", rest = ""]) => ({
  section,
  actions: listed.split("; ").map((action) => {
    const [, name = "", code] = /^(.*?)(?: ([a-z]+:[A-Za-z]+))?$/.exec(action) ?? [];
    return { name, code };
  }),
  from: growing.find((name) => rest.includes(`${name} holds`)),
}));

describe("the table of actions", () => {
  test("PERM-33..39 PERM-65 sections, actions and codes match the requirements, in order", () => {
    const listed = Object.entries(sectionActions).map(([section, actions]) => [
      section,
      actions.map((label) => label.slice(section.length + 3)),
    ]);
    const rows = [...new Set(sectionRows.map(({ section }) => section))].map((section) => [
      section,
      sectionRows
        .filter((row) => row.section === section)
        .flatMap((row) => row.actions.map(({ name }) => name)),
    ]);
    expect(listed).toEqual(rows);
    for (const { section, actions } of sectionRows)
      for (const { name, code } of actions)
        if (code !== undefined) expect(codesOf(`${section} - ${name}`)).toEqual([code]);
  });

  test("PERM-46 every code reads service:action with one of the seven services", () => {
    const services = new Set(permissionCodes.map((code) => code.split(":")[0]));
    expect([...services].sort()).toEqual(["apps", "ats", "edge", "fi", "org", "si", "ti"]);
    for (const code of permissionCodes) expect(code).toMatch(/^[a-z]+:[a-z][A-Za-z]+$/);
  });

  test.each([
    ["Portal Access - Access to the console", ["edge:access"]],
    ["Portal Access - Access to Talent Insights", ["ti:access"]],
    ["Vacancy & Application Management - Edit vacancy", ["apps:editVacancy", "apps:viewVacancy"]],
    ["Vacancy & Application Management - View vacancy list", ["apps:listVacancy"]],
    ["Vacancy & Application Management - Delete application", ["apps:deleteApplication"]],
    ["User Management - View user list", ["org:listUser"]],
    ["Workflow Management - View workflow details", ["apps:viewWorkflow"]],
    ["Chat Interview Management - Talent insights (all)", ["fi:viewAllInsights"]],
    ["Video Interview Management - Assessment review (own)", ["si:reviewOwnAssessment"]],
    ["ATS - Delete tenant", ["ats:deleteTenant"]],
  ])("PERM-47..54 %s", (label, codes) => {
    expect(codesOf(label)).toEqual(codes);
  });

  test("PERM-50 PERM-55 three actions share four codes, so they tick together", () => {
    const shared = ["Resend link", "Update candidate status", "Progress candidate"].map(
      (action) => `Vacancy & Application Management - ${action}`,
    );
    const codes = [
      "apps:viewApplication",
      "apps:editApplication",
      "apps:createApplication",
      "apps:listApplication",
    ];
    for (const label of shared) expect(codesOf(label)).toEqual(codes);
    expect(labelsGranted(codes)).toEqual(expect.arrayContaining(shared));
    expect(labelsGranted(codes.slice(1))).not.toContain(shared[0]);
  });

  test("PERM-56 a wildcard ticks everything, a service's wildcard what is the service's", () => {
    expect(labelsGranted(["*"])).toEqual(labels);
    expect(labelsGranted(["ats:*"])).toEqual(sectionActions["ATS"]);
  });

  test("an unknown label has no codes and cannot be granted", () => {
    expect(codesOf("Nothing - At all")).toBeUndefined();
    expect(() => statementsFor(["Nothing - At all"], [scope], "edge")).toThrow("Nothing - At all");
  });
});

describe("role templates", () => {
  test("PERM-40 are these three", () => {
    expect(roleTemplates.map(({ key, name }) => [name, key])).toEqual([
      ["Hiring Manager", "ph-role-hiring-manager"],
      ["Recruiter", "ph-role-recruiter"],
      ["Customer Admin", "ph-role-customer-admin"],
    ]);
  });

  test("PERM-43..45 PERM-65 hold known actions, each once, growing from one to the next", () => {
    for (const { actions } of roleTemplates) {
      expect(new Set(actions).size).toBe(actions.length);
      for (const label of actions) expect(labels).toContain(label);
    }
    const hint =
      "a template of regional-api/core/permissions.ts has grown: change this and PERM-43 to PERM-45, or say who holds " +
      'the new actions in the row of their section ("Customer Admin holds …")';
    const ofRows = (holder: (typeof growing)[number]) =>
      sectionRows.flatMap(({ from, actions }) =>
        from !== undefined && growing.indexOf(from) <= growing.indexOf(holder) ? actions : [],
      ).length;
    // The counts in PERM-43 to PERM-45, plus those of the rows of later sections.
    expect(
      roleTemplates.map(({ actions }) => actions.length),
      hint,
    ).toEqual([16 + ofRows("Hiring Manager"), 23 + ofRows("Recruiter"), 32 + ofRows("Customer Admin")]);
    for (const { section, from, actions } of sectionRows)
      for (const { name } of from === undefined ? [] : actions)
        expect(
          roleTemplates.find(({ actions: held }) => new Set<string>(held).has(`${section} - ${name}`))?.name,
        ).toBe(from);
    for (const label of template("Hiring Manager")) expect(template("Recruiter")).toContain(label);
    for (const label of template("Recruiter")) expect(template("Customer Admin")).toContain(label);
  });

  test("PERM-45 Customer Admin has no Edit workflow, no delete action and no ATS action", () => {
    const missing = labels.filter((label) => !template("Customer Admin").has(label));
    expect(missing).toEqual([
      "Vacancy & Application Management - Delete vacancy",
      "Vacancy & Application Management - Delete application",
      "User Management - Delete user",
      "Workflow Management - Edit workflow",
      ...(sectionActions["ATS"] ?? []),
    ]);
  });

  test("PERM-58 PERM-59 are stored as one Allow per service", () => {
    const statements = roleTemplateStatements("ph-role-hiring-manager", scope, "edge");
    expect(statements.map(({ effect, resources }) => [effect, ...resources])).toEqual(
      ["edge", "ti", "apps", "fi", "si"].map((service) => ["Allow", `edge:${service}:eu-west-1:o:c:h`]),
    );
    for (const { actions, resources } of statements) {
      for (const action of actions) expect(resources[0]?.split(":")[1]).toBe(action.split(":")[0]);
    }
    const granted = labelsGranted(statements.flatMap(({ actions }) => actions));
    expect(new Set(granted)).toEqual(template("Hiring Manager"));
  });
});
