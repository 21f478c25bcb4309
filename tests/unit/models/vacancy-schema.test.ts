import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { translator } from "~/i18n/texts";
import { vacancies } from "~/i18n/vacancies";
import {
  vacancyInput,
  newVacancySchema,
  peopleInput,
  vacancySchema,
} from "~/models/vacancies/vacancy.schema";
import { jobFamilies } from "~/models/vacancies/vacancy-fields";
import { externalIdsOf, selectionValue } from "~/models/vacancies/vacancy-selection";

const t = translator(vacancies, "en-GB");

const right = {
  title: "Barista",
  jobFamily: "Hospitality",
  hierarchyId: "0d0000000000000000000001",
  workflowId: "4a0000000000000000000001",
};

function check(entries: Record<string, string>, schema = newVacancySchema(t)) {
  const form = new FormData();
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
  return parseWithZod(form, { schema });
}
const errorsOf = (entries: Record<string, string>) => {
  const { error } = check(entries).reply();
  return error ?? {};
};
const row = (
  list: "managers" | "recruiters",
  index: number,
  firstName: string,
  lastName: string,
  email: string,
) => ({
  [`people.${list}[${index}].firstName`]: firstName,
  [`people.${list}[${index}].lastName`]: lastName,
  [`people.${list}[${index}].email`]: email,
});

describe("a vacancy's fields", () => {
  test("VAC-25 VAC-27 VAC-28 VAC-31 an empty form names the required fields, and nothing else", () => {
    expect(
      errorsOf({ title: "", description: "", jobFamily: " ", hierarchyId: "", workflowId: "", location: "" }),
    ).toEqual({
      title: ["Please enter vacancy name"],
      jobFamily: ["Please create a job family"],
      hierarchyId: ["Please select department"],
      workflowId: ["Please select a workflow"],
    });
  });

  test.each([
    ["VAC-25", "title", 100, "Please keep the vacancy name within 100 characters"],
    ["VAC-26", "description", 700, "Please keep the description within 700 characters"],
    ["VAC-28", "jobFamily", 100, "Please keep the job family within 100 characters"],
    ["VAC-30", "location", 100, "Please keep the location within 100 characters"],
  ] as const)("%s %s holds %i characters and no more", (_row, field, limit, message) => {
    expect(check({ ...right, [field]: "x".repeat(limit) }).status).toBe("success");
    expect(errorsOf({ ...right, [field]: "x".repeat(limit + 1) })).toEqual({ [field]: [message] });
  });

  test("VAC-29 there are 25 fixed job families, each once, by name", () => {
    expect(new Set(jobFamilies).size).toBe(25);
    expect([...jobFamilies].sort()).toEqual([...jobFamilies]);
  });

  test("VAC-58 a change contains neither department nor workflow", () => {
    const submission = check(right, vacancySchema(t) as never);
    expect(submission.status === "success" && Object.keys(submission.value).sort()).toEqual([
      "jobFamily",
      "people",
      "title",
    ]);
  });

  test("VAC-26 a line break counts as one character", () => {
    const lines = (count: number) => "line 6\r\n".repeat(count).trim() + "ab";
    expect(lines(100).replaceAll("\r", "").length).toBe(701);
    expect(errorsOf({ ...right, description: lines(100) })).toHaveProperty("description");
    expect(errorsOf({ ...right, description: lines(99) })).toEqual({});
  });

  test("VAC-43 texts are trimmed and sent in the API's form", () => {
    const submission = check({
      ...right,
      title: "  Barista ",
      location: " Sydney ",
      description: " a\r\nb ",
    });
    expect(submission.status === "success" && vacancyInput(submission.value)).toEqual({
      title: "Barista",
      description: "a\nb",
      roleFamily: { name: "Hospitality" },
      location: { address: "Sydney" },
    });
  });
});

describe("people", () => {
  test("VAC-38 a blank row is valid", () => {
    expect(
      check({ ...right, ...row("managers", 0, "", " ", ""), ...row("recruiters", 0, "", "", "") }).status,
    ).toBe("success");
  });

  test("VAC-33 VAC-34 VAC-36 a row with any value needs both names and a valid email", () => {
    expect(errorsOf({ ...right, ...row("managers", 0, "", "", "ada@test.example") })).toEqual({
      "people.managers[0].firstName": ["Please enter your first name"],
      "people.managers[0].lastName": ["Please enter your last name"],
    });
    expect(
      errorsOf({ ...right, ...row("recruiters", 0, "x".repeat(51), "y".repeat(51), "not an email") }),
    ).toEqual({
      "people.recruiters[0].firstName": ["Please keep your first name within 50 characters"],
      "people.recruiters[0].lastName": ["Please keep your last name within 50 characters"],
      "people.recruiters[0].email": ["Please enter a valid email"],
    });
    expect(
      check({ ...right, ...row("managers", 0, "x".repeat(50), "y".repeat(50), "a@b.example") }).status,
    ).toBe("success");
  });

  test("VAC-35 an email may appear once in both lists, ignoring case, even while other fields are invalid", () => {
    const twice = {
      ...row("managers", 0, "Ada", "Byron", "ada@test.example"),
      ...row("managers", 1, "Bob", "Cobb", "bob@test.example"),
      ...row("recruiters", 0, "Ada", "Byron", "ADA@Test.Example"),
    };
    const message = { "people.recruiters[0].email": ["User already exist, please enter another email"] };
    expect(errorsOf({ ...right, ...twice })).toEqual(message);
    expect(errorsOf({ ...right, ...twice, title: "" })).toMatchObject(message);
  });

  test("VAC-32 a list has at most 100 rows", () => {
    const rows = (count: number) =>
      Object.assign(
        {},
        ...Array.from({ length: count }, (_, index) =>
          row("managers", index, "A", "B", `a${index}@test.example`),
        ),
      ) as Record<string, string>;
    expect(check({ ...right, ...rows(100) }).status).toBe("success");
    expect(Object.keys(errorsOf({ ...right, ...rows(101) }))).toEqual(["people.managers"]);
  });

  test("VAC-37 VAC-39 rows without an email are dropped; the external id is the email", () => {
    expect(
      peopleInput([
        { firstName: "Ada", lastName: "Byron", email: "ada@test.example" },
        { firstName: "No", lastName: "Email" },
        {},
      ]),
    ).toEqual([
      { firstName: "Ada", lastName: "Byron", email: "ada@test.example", externalId: "ada@test.example" },
    ]);
  });

  test("VAC-41 a row button keeps the input and blank rows", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ...row("managers", 0, "Ada", "", ""),
      ...row("managers", 1, "", "", ""),
    }))
      form.set(name, value);
    form.set(
      "__intent__",
      JSON.stringify({ type: "insert", payload: { name: "people.managers", defaultValue: {} } }),
    );
    const submission = parseWithZod(form, { schema: newVacancySchema(t) });
    expect(submission.status).toBeUndefined();
    expect(submission.reply().initialValue).toEqual({
      people: { managers: [{ firstName: "Ada" }, undefined, undefined] },
    });
  });
});

test("VAC-23 a selection separates vacancies without external ids", () => {
  const chosen = [
    { _id: "a1", externalVacancyId: "ACME 1 (x)" },
    { _id: "a2", externalVacancyId: null },
  ].map(selectionValue);
  expect(externalIdsOf(chosen)).toEqual(["ACME 1 (x)"]);
});
