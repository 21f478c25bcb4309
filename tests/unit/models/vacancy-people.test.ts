import { expect, test } from "vitest";
import { type Flags, flagNames } from "~/flags";
import { peopleGate, peopleNamed } from "~/models/vacancies/vacancy-people.server";
import { hasFlags } from "~/services/gates";
import { argsOf } from "./answering-api";

const person = (firstName: string, lastName: string, email: string) => ({ firstName, lastName, email });

test("VAC-71 people whose name or email contains the text are suggested, each name once, by name", async () => {
  const managers = [
    [person("Zoë", "Ann", "z@x.example"), person("Bo", "Li", "bo@x.example")],
    [person("Ann", "Lee", "one@x.example"), person("ann", "lee", "two@x.example")],
    [person("Bo", "Chan", "joanne@x.example")],
  ];
  const { args, sent } = argsOf({
    VacancyPeople: {
      AppsGetVacancyListV2: {
        data: managers.map((some) => ({ managers: some })),
        pagination: { totalItems: 3, totalPages: 1, currentPage: 1 },
      },
    },
  });
  expect((await peopleNamed(args.api, " ANN ", true)).map(({ name }) => name)).toEqual([
    "ann lee",
    "Bo Chan",
    "Zoë Ann",
  ]);
  expect(sent[0]?.variables).toMatchObject({
    filter: { managerText: "ANN", isArchived: true, limitEq: 100 },
  });
  expect(await peopleNamed(args.api, " a ", false)).toEqual([]);
  expect(sent).toHaveLength(1);
  // What is typed of an email may look like a whole one, which the list would look up as such.
  expect((await peopleNamed(args.api, "joanne@x.ex", false)).map(({ name }) => name)).toEqual(["Bo Chan"]);
  expect(sent[1]?.variables).toMatchObject({ filter: { managerText: "joanne@x" } });
});

test("VAC-71 people are suggested only where their list is open", () => {
  const all = Object.fromEntries(flagNames.map((name) => [name, true])) as Flags;
  const without = (flag: string) =>
    [false, true].map((isArchived) => hasFlags(peopleGate(isArchived), { ...all, [flag]: false }));
  expect(without("")).toEqual([true, true]);
  expect(without("edgeVacancyListEnabled")).toEqual([false, true]);
  expect(without("edgeVacancyArchiveListEnabled")).toEqual([true, false]);
  expect(without("edgeVacancyFiltersEnabled")).toEqual([false, false]);
});
