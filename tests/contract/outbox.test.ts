import { beforeAll, expect, test } from "vitest";
import { createApp } from "../../regional-api/app";
import { readConfig } from "../../regional-api/config";
import { outbox } from "../../regional-api/core/outbox.store";
import { start } from "./fixtures/world";
import { useWorld } from "./fixtures/use-world";

const world = useWorld("all tests");
beforeAll(async () => {
  const add = (region: "ap-southeast-2" | "us-east-1", to: string, subject: string, time: number) =>
    world.databases.region(region).write((writer) =>
      outbox.add(
        writer,
        {
          channel: "EMAIL",
          to,
          subject,
          text: `See https://example.test/a?b=1&c=2 <b>${subject}</b>`,
          templateType: "T",
          data: { n: 1 },
        },
        start + time,
      ),
    );
  await add("ap-southeast-2", "One@Test.example", "first", 1);
  await add("us-east-1", "two@test.example", "second", 2);
  await add("ap-southeast-2", "one@test.example", "<script>alert(1)</script>", 3);
});

interface Entry {
  subject: string;
  to: string;
}
const json = async (query: string, headers = {}): Promise<Entry[]> =>
  (await world.app.inject({ url: `/outbox${query}`, headers })).json().messages;

test("AUTH-82 shows the messages of all regions, newest first, as JSON", async () => {
  const all = await json("?format=json");
  expect(all.map(({ subject }) => subject)).toEqual(["<script>alert(1)</script>", "second", "first"]);
  expect(all[1]).toEqual({
    _id: expect.stringMatching(/^[0-9a-f]{24}$/),
    channel: "EMAIL",
    to: "two@test.example",
    subject: "second",
    text: "See https://example.test/a?b=1&c=2 <b>second</b>",
    html: null,
    templateType: "T",
    awsRegion: "us-east-1",
    customerId: null,
    data: { n: 1 },
    createdAt: new Date(start + 2).toISOString(),
  });
  const byAccept = await json("?to=ONE@test.example", { accept: "application/json" });
  expect(byAccept.map(({ to }) => to)).toEqual(["one@test.example", "one@test.example"]);
  expect(await json("?format=json&limit=1")).toHaveLength(1);
  expect(await json("?format=json&limit=1e9")).toHaveLength(3);
});

test("AUTH-82 shows them as an HTML page with everything escaped", async () => {
  const page = await world.app.inject('/outbox?to="><script>x</script>');
  expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(page.body).not.toContain("<script>");
  const all = await world.app.inject("/outbox");
  expect(all.body).not.toContain("<script>");
  expect(all.body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(all.body).toContain('<a href="https://example.test/a?b=1&amp;c=2" rel="noreferrer">');
  expect(all.headers["content-security-policy"]).toContain("default-src 'none'");
});

test.each([
  ["production", undefined, 404],
  ["qa", undefined, 404],
  ["development", undefined, 404],
  ["qa", "true", 200],
  ["local", "false", 404],
])("AUTH-82 in %s with OUTBOX=%s it answers %i", async (environment, setting, status) => {
  const config = readConfig({ APP_ENV: environment, OUTBOX: setting, LOG_LEVEL: "silent" });
  const app = await createApp({ config, databases: world.databases });
  expect((await app.inject("/outbox")).statusCode).toBe(status);
  await app.close();
});

test("AUTH-82 concurrently written messages are stored intact", async () => {
  const subjects = [
    '"quoted" \\ {"a":[1,null]}',
    "Zoë 👋 \u202Eright to left",
    "a\nb\tc",
    "42",
    "null",
    "half \ud83d a pair",
  ];
  const region = world.databases.region("eu-west-1");
  const ids = await region.write((writer) =>
    Promise.all(
      subjects.map((subject) =>
        outbox.add(
          writer,
          { channel: "EMAIL", to: "many@test.example", subject, text: subject, templateType: "T" },
          start + 5,
        ),
      ),
    ),
  );
  const stored = await outbox.newest(region.reader, 10, "many@test.example");
  const byId = new Map(stored.map(({ id, ...message }) => [id, message]));
  expect(ids.map((id) => byId.get(id)?.subject)).toEqual(
    subjects.map((one) => one.replace(/\p{Surrogate}/u, "\ufffd")),
  );
  expect(stored.map(({ html, data, customerId, attempts }) => [html, data, customerId, attempts])).toEqual(
    subjects.map(() => [null, null, null, 0]),
  );
});
