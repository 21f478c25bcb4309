import { expect, test } from "vitest";
import { CandidateSideList } from "~/components/applications/candidate-side-list";
import { loadPlaceInList } from "~/models/applications/thread-screen.server";
import { ApiError } from "~/services/regional-api.server";
import { render, text } from "../components/render";
import { argsOf } from "../models/answering-api";

const vacancy = {
  externalVacancyId: "v1",
  workflow: { stages: [{ _id: "s1" }] },
} as unknown as Parameters<typeof loadPlaceInList>[1];

const named = (id: string, status: string) => ({
  _id: id,
  status,
  candidate: { personalInformation: { firstName: id.toUpperCase(), lastName: "Lee" } },
});
const pagination = { totalItems: 33, totalPages: 2, currentPage: 1, isTotalExact: true };
const data = [
  named("a", "APPS_APPLICATION_DECLINED"),
  named("b", "APPS_APPLICATION_NEW"),
  named("c", "APPS_APPLICATION_NEW"),
];
const answers = {
  NamedApplications: { AppsGetApplicationList: { data, pagination } },
  ApplicationIds: { AppsGetApplicationList: { data: data.map(({ _id }) => ({ _id })), pagination } },
};

async function openAt(search: string, answered: Parameters<typeof argsOf>[0] = answers) {
  const { args, sent } = argsOf(answered, {
    url: new URL(`http://console.example/base/vacancies/v1/applications/b${search}`),
    timeZone: "UTC",
    param: () => "b",
  });
  return { calls: sent, ...(await loadPlaceInList(args, vacancy)) };
}

test("PIPE-10 the list beside a candidate comes with the place, by the same call", async () => {
  const { calls, place, beside } = await openAt("?beside=1&decided=a");
  expect(calls.map(({ name }) => name)).toEqual(["NamedApplications"]);
  expect(calls).toMatchObject([{ variables: { filter: { keptApplicationIds: ["a"] } } }]);
  expect(place).toMatchObject({ position: 2, total: 33, decided: 1, next: { _id: "c", page: 1 } });
  expect(beside).toMatchObject({
    rows: [
      { _id: "a", name: "A Lee", status: "APPS_APPLICATION_DECLINED", isDecided: true },
      { _id: "b", isDecided: false },
      { _id: "c", isDecided: false },
    ],
    currentPage: 1,
    size: 30,
  });
});

test("PIPE-10 a page without the list asks for ids alone, and one named candidate has no list", async () => {
  const alone = await openAt("?q=lee");
  expect(alone.calls.map(({ name }) => name)).toEqual(["ApplicationIds"]);
  expect(alone.beside).toBeUndefined();
  expect((await openAt("?beside=1&applicationId=b")).calls).toEqual([]);
});

test("PIPE-10 a list that fails to load says so, and the candidate is still shown", async () => {
  const { place, beside = null } = await openAt("?beside=1", {
    NamedApplications: new ApiError("UNAVAILABLE", "broken", "eu-west-1", "NamedApplications"),
  });
  expect(place).toBeNull();
  expect(beside).toBeNull();
  const html = await render(<CandidateSideList list={beside} currentId="b" hrefOf={() => "/"} />);
  expect(text(html)).toContain("Failed to load applications. Please contact support.");
});

test("PIPE-10 the open candidate is marked, and each row leads to its candidate", async () => {
  const { beside = null } = await openAt("?beside=1&decided=a");
  const hrefOf = ({ _id, page }: { _id: string; page: number }) => `/of/${_id}?page=${page}`;
  const html = await render(<CandidateSideList list={beside} currentId="b" hrefOf={hrefOf} />);
  expect(html.match(/aria-current/g)).toHaveLength(1);
  expect(html).toContain('href="/of/b?page=1" aria-current="page"');
  expect(html.match(/aria-label="Decided"/g)).toHaveLength(1);
  expect(text(html)).toContain("1–3 of 33");
});
