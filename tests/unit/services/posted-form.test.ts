import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "@conform-to/react";
import {
  type FormKind,
  formLimits,
  isFieldName,
  readFields,
  UnacceptableForm,
} from "~/services/form-limits.server";
import { readForm } from "~/services/posted-form.server";
import { RequestState } from "~/services/request-state.server";
import { anonymousSession, csrfToken, sealSession } from "~/sessions.server";
import { busyFor } from "../../support/processor-time";

const session = { ...anonymousSession(), userId: "u1" };
const cookie = (await sealSession(session)).split(";")[0] ?? "";

type Body = string | URLSearchParams | FormData;
const post = (body: Body, type?: string) =>
  new Request("http://x.example/login", {
    method: "POST",
    headers: { cookie, ...(type && { "content-type": type }) },
    body,
  });
const urlencoded = "application/x-www-form-urlencoded";

/** Reads a body through the only entry point; returns the form, or the status of the refusal. */
async function read(body: Body, type?: string, kind?: FormKind): Promise<FormData | number> {
  const request = post(body, type);
  const state = await RequestState.of(request, {});
  try {
    return await readForm(state, request, kind, async () => true);
  } catch (thrown) {
    return (thrown as { init: { status: number } }).init.status;
  }
}
const form = (fields: readonly (readonly [string, string])[]) =>
  new URLSearchParams([["csrf", csrfToken(session)], ...fields.map(([name, value]) => [name, value])]);
const repeat = (name: string, times: number) =>
  Array.from({ length: times }, (_, index) => [name, `v${index}`] as const);

const part = (name: string, value: string, boundary = "x") =>
  `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const bombs: [string, Body, string?][] = [
  ["an index of a hundred millions", form([["x[100000000]", "1"]])],
  ["the same in the middle of a name", form([["people.managers[100000000].email", "a@b.example"]])],
  [
    "an index without brackets",
    form([
      ["x[0]", "1"],
      ["x.100000000", "1"],
    ]),
  ],
  ["60,000 values of one name", form(repeat("email", 60_000))],
  ["2,000 rows", form(Array.from({ length: 2000 }, (_, index) => [`people.managers[${index}]`, "1"]))],
  ["more rows than a selection has", form(repeat("ids", formLimits.ids + 1))],
  ["3,000 names", form(Array.from({ length: 3000 }, (_, index) => [`n${index}`, "1"]))],
  ["half a million separators", "&".repeat(500_000), urlencoded],
  ["half a million empty fields", "a=&".repeat(300_000), urlencoded],
  ["a name of 201 characters", form([["n".repeat(201), "1"]])],
  ["a name of many steps", form([[Array.from({ length: 60 }, () => "a").join("."), "1"]])],
  ["many brackets", form([[`a${"[0]".repeat(60)}`, "1"]])],
  ["__proto__", form([["__proto__.polluted", "1"]])],
  ["constructor", form([["a.constructor.prototype.b", "1"]])],
  ["no form at all", '{"csrf":"x"}', "application/json"],
  ["multipart without end", "--x\r\n", "multipart/form-data; boundary=x"],
  ["multipart without boundary", "x", "multipart/form-data"],
  [
    "multipart of 6 MB and nothing but parts",
    '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(100_000),
    "multipart/form-data; boundary=x",
  ],
  ...[
    "multipart/form-data; boundary=x; boundary=y",
    'multipart/form-data; boundary=x; charset=";boundary=y"',
    'multipart/form-data; charset="; boundary=y"; boundary=x',
    'multipart/form-data; boundary="x"; BOUNDARY=y',
  ].map((type): [string, Body, string] => [
    `parts by another boundary than is counted: ${type}`,
    part("a", "").repeat(18_000),
    type,
  ]),
  ...[
    "nonsense",
    "{",
    "[]",
    "null",
    "3",
    '{"type":"insert"}',
    '{"type":"explode","payload":{}}',
    '{"type":"insert","payload":{"name":"people","index":100000000}}',
    '{"type":"insert","payload":{"name":"x[100000000]"}}',
    '{"type":"remove","payload":{"name":"email","index":0}}',
    '{"type":"reorder","payload":{"name":"a","from":0,"to":1e9}}',
    '{"type":"update","payload":{"name":"__proto__","value":"x"}}',
    `{"type":"update","payload":{"name":"a","value":${"[".repeat(5000)}${"]".repeat(5000)}}}`,
    `{"type":"update","payload":{"name":"a","value":[${"1,".repeat(9000)}1]}}`,
  ].map((intent): [string, Body] => [
    `the intent ${intent.slice(0, 60)}`,
    form([
      ["email", "a"],
      ["__intent__", intent],
    ]),
  ]),
  [
    "two intents",
    form([
      ["__intent__", ""],
      ["__intent__", ""],
    ]),
  ],
  ["a state that is none", form([["__state__", '{"validated":{"x[100000000]":true}}']])],
];

describe("a post that no page of the console makes", () => {
  test.each(bombs)("%s is refused with 400 before anything is built from it", async (_, body, type) => {
    expect(await read(body, type)).toBe(400);
  });

  test("50 of the worst at once block the event loop for less than 50 ms", async () => {
    const worst = bombs.filter(([, body]) => String(body).length > 100_000);
    expect(worst.length).toBeGreaterThanOrEqual(4);
    const bodies = Array.from({ length: 50 }, (_, index) => worst[index % worst.length] ?? bombs[0]);
    // Read once each, since building them is not the console's work.
    const turns = Array.from({ length: 3 }, () =>
      bodies.map((bomb) => (bomb ? post(String(bomb[1]), bomb[2] ?? urlencoded) : post(""))),
    );
    for (const [, body, type] of worst) await read(body, type);
    const { answer, longest } = await busyFor(50, () =>
      Promise.all(
        (turns.pop() ?? []).map((request) =>
          readFields(request).then(
            () => "read",
            (error: unknown) => error,
          ),
        ),
      ),
    );
    expect(answer).toHaveLength(50);
    expect(answer.every((outcome) => outcome instanceof UnacceptableForm)).toBe(true);
    expect(longest).toBeLessThan(50);
  });
});

// Parsers accept no shorter one.
const long = "----form-of-the-console-0123456789";

test.each([
  `multipart/form-data; boundary=${long}; boundary=y`,
  `multipart/form-data; boundary=${long}; charset=";boundary=y"`,
  `multipart/form-data; charset="; boundary=y"; boundary=${long}`,
  `multipart/form-data; boundary=${long}; charset=utf-8`,
])("multipart parameters besides the boundary are refused, however small the form: %s", async (type) => {
  const body = `${part("csrf", csrfToken(session), long)}--${long}--\r\n`;
  expect(await read(body, type)).toBe(400);
  for (const plain of [`multipart/form-data; boundary=${long}`, `multipart/form-data;boundary="${long}"`])
    expect(await read(body, plain)).toBeInstanceOf(FormData);
});

describe("GEN-61 a form with a large file", () => {
  const file = new File(["a".repeat(2 * 1024 * 1024)], "people.csv");
  const upload = (...fields: [string, string | File][]) => {
    const form = new FormData();
    for (const [name, value] of fields) form.append(name, value);
    return form;
  };
  const token: [string, string] = ["csrf", csrfToken(session)];

  test("is read if it starts with its session's token", async () => {
    const got = await read(upload(token, ["file", file], ["intent", "upload"]));
    expect(got instanceof FormData && (got.get("file") as File).size).toBe(file.size);
  });

  test.each([
    ["without a token", upload(["file", file])],
    ["with the token after the file", upload(["file", file], token)],
    ["with another session's", upload(["csrf", csrfToken(anonymousSession())], ["file", file])],
  ])("%s is not kept", async (_, body) => {
    expect(await read(body)).toBe(403);
  });
});

describe("posts that pages send", () => {
  test("a full selection, repeated names, rows and their buttons are read unchanged", async () => {
    const fields = [
      ...repeat("ids", formLimits.ids),
      ...repeat("groupIds", 200),
      ["people.managers[199].email", "a@b.example"],
      ["people.managers[0].email", "\u00fc"],
      ["template.123456789012345678901234", "on"],
    ] as const;
    const got = await read(form(fields));
    expect(got).toBeInstanceOf(FormData);
    expect([...(got as FormData)].slice(1)).toEqual(fields);
  });

  test("multipart forms with a file are read, however the bytes are chunked", async () => {
    const sent = new FormData();
    sent.set("csrf", csrfToken(session));
    sent.set("file", new File(["x".repeat(300_000)], "a.csv"));
    const got = await read(sent);
    expect((got as FormData).get("file")).toMatchObject({ name: "a.csv", size: 300_000 });
  });

  test.each([
    { type: "insert", payload: { name: "people.managers", defaultValue: { email: "", roles: ["a"] } } },
    { type: "remove", payload: { name: "people.managers", index: 0 } },
    { type: "reorder", payload: { name: "people.managers", from: 0, to: 1 } },
    { type: "validate", payload: { name: "title" } },
    { type: "update", payload: { name: "title", value: "x", validated: true } },
    { type: "reset", payload: {} },
  ])("the button for $type", async (intent) => {
    const fields = [
      ["people.managers[0].email", "a"],
      ["people.managers[1].email", "b"],
      ["__intent__", JSON.stringify(intent)],
    ] as const;
    expect(await read(form(fields))).toBeInstanceOf(FormData);
  });

  test("PERM-13 PERM-63 accepts as many departments in rules as checkboxes can send without scripts, along with other fields", async () => {
    const rules = { hasRules: true };
    const half = formLimits.departments / 2;
    const fields = [
      ...repeat("department.0.0", half),
      ...repeat("department.1.0", half),
      ...repeat("ids", formLimits.ids),
      ...repeat("action.1", 200),
    ];
    const got = await read(form(fields), urlencoded, rules);
    expect([...(got as FormData)].slice(1)).toEqual(fields);
    const oneMore = form([...fields, ["department.2.0", "v"]]);
    expect(await read(oneMore, urlencoded, rules)).toBe(400);
    expect(await read(form(repeat("action.1", 201)), urlencoded, rules)).toBe(400);
    expect(await read(form(repeat("department.0.999", 2)), urlencoded, rules)).toBe(400);
  });

  test("departments have the usual limit of values per name if the row parser may read them", async () => {
    const many = repeat("department.0.0", 201);
    expect(await read(form(many), urlencoded)).toBe(400);
    const withIntent = form([...many, ["__intent__", '{"type":"reset","payload":{}}']]);
    expect(await read(withIntent, urlencoded, { hasRules: true })).toBe(400);
  });

  test("without this session's token the refusal has another status", async () => {
    expect(await read(new URLSearchParams({ email: "a" }))).toBe(403);
  });
});

test("any name that is accepted is cheap to build a form from", () => {
  const step = fc.oneof(
    fc.constantFrom("a", "b", "0", "7", "200", "201", "99999", "9999999999", ""),
    fc.string(),
  );
  const name = fc
    .array(fc.tuple(fc.constantFrom(".", "[", "]", "].", ""), step), { maxLength: 12 })
    .map((parts) => parts.flat().join(""));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      const data = new FormData();
      for (const one of names.filter(isFieldName)) data.append(one, "1");
      const { payload } = parse(data, { resolve: () => ({ value: null }) });
      const widest = (value: unknown): number =>
        Array.isArray(value)
          ? Math.max(value.length, ...Array.from(value, widest))
          : value && typeof value === "object"
            ? Math.max(0, ...Object.values(value).map(widest))
            : 0;
      // A value for the list itself is appended as a row.
      expect(widest(payload)).toBeLessThanOrEqual(201 + names.length);
      expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    }),
    { numRuns: 500, examples: [[[".7[200]a", ".7"]]] },
  );
});
