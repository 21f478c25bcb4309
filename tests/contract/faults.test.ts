import { expect, test } from "vitest";
import { leaveOutOnPostgres } from "./fixtures/engine";
import { documentOf } from "./fixtures/operations";
import { ids } from "./fixtures/world";
import { useClient, useWorld } from "./fixtures/use-world";

const world = useWorld("each test");
const staff = useClient(world, "staff", "each test");

const create = (number: number) =>
  staff.send("ORGCreateCustomer", {
    organizationId: ids.acme,
    uniqueName: `full-${number}`,
    displayName: "x".repeat(100),
  });
const read = () => staff.send("ORGGetCustomer", { filter: { _id: ids.retail } });

test("a full disk is reported as such; reads continue, and writes resume once there is room", async () => {
  leaveOutOnPostgres("the size of its file");
  const { sqlite } = world.databases.region("ap-southeast-2");
  const pages = Number(sqlite.pragma("main.page_count", { simple: true }));
  sqlite.pragma(`main.max_page_count = ${pages}`);
  let answer = await create(0);
  let number = 1;
  for (; number < 500 && answer.error === undefined; number += 1) answer = await create(number);
  expect(answer).toMatchObject({
    status: 200,
    error: "Unexpected Error",
    message: "The data store is not available",
  });
  expect((await read()).error).toBeUndefined();
  sqlite.pragma("main.max_page_count = 1000000");
  expect((await create(number - 1)).error).toBeUndefined();
});

test("a read-only store is reported as such, and reads continue", async () => {
  leaveOutOnPostgres("its connection's mode");
  const { sqlite } = world.databases.region("ap-southeast-2");
  sqlite.pragma("query_only = ON");
  expect(await create(1)).toMatchObject({
    error: "Unexpected Error",
    message: "The data store is not available",
  });
  expect((await read()).error).toBeUndefined();
  sqlite.pragma("query_only = OFF");
  expect((await create(1)).error).toBeUndefined();
});

test("an unexpected error reveals only the request id", async () => {
  world.databases.region("ap-southeast-2").sqlite.exec("ALTER TABLE customers RENAME TO customers_elsewhere");
  const response = await world.app.inject({
    method: "POST",
    url: "/api/ap-southeast-2/graphql",
    headers: {
      "x-request-id": "shown",
      "x-csrf-token": staff.cookies.get("csrf-token") ?? "",
      cookie: [...staff.cookies].map((pair) => pair.join("=")).join("; "),
    },
    payload: { query: documentOf("ORGGetCustomer"), variables: { filter: { _id: ids.retail } } },
  });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({
    data: null,
    errors: [
      {
        message: "Unexpected error",
        path: ["ORGGetCustomer"],
        extensions: {
          code: "INTERNAL_SERVER_ERROR",
          exception: { name: "Unexpected Error" },
          requestId: "shown",
        },
      },
    ],
  });
});
