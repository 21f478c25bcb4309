import { expect, test } from "vitest";
import { currentRequest, runInRequest, newRequest, traceparentOf } from "~/services/current-request.server";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a caller's trace is passed on unchanged if no spans are made here", () => {
  const header = `00-${trace}-00f067aa0ba902b7-01`;
  expect(traceparentOf(newRequest(header))).toBe(header);
});

test("with spans it continues under the request's span, and a new one starts if there is none", () => {
  const { trace: joined } = newRequest(`00-${trace}-00f067aa0ba902b7-01`, true);
  expect(joined).toMatchObject({ id: trace, parentId: "00f067aa0ba902b7", flags: "01" });
  expect(joined?.spanId).toMatch(/^(?!00f067aa0ba902b7)[0-9a-f]{16}$/);
  const [one, two] = [newRequest(undefined, true), newRequest(undefined, true)];
  expect(traceparentOf(one)).toBe(`00-${one.trace?.id}-${one.trace?.spanId}-01`);
  expect(one.trace?.id).not.toBe(two.trace?.id);
});

test("an unsampled trace has no spans here either, and is passed on", () => {
  const header = `00-${trace}-00f067aa0ba902b7-00`;
  const request = newRequest(header, true);
  expect(request.trace?.spanId).toBeUndefined();
  expect(traceparentOf(request)).toBe(header);
});

test.each([
  undefined,
  "",
  "nonsense",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `01-${trace}-00f067aa0ba902b7-01`,
  `00-${trace}-00f067aa0ba902b7-01\r\nx: y`,
])("%j is not a trace, and nothing is passed on", (header) => {
  expect(newRequest(header).trace).toBeUndefined();
  expect(traceparentOf(newRequest(header))).toBeUndefined();
});

test("the current request is available to everything it calls, and to nothing else", async () => {
  const [one, two] = [newRequest(undefined), newRequest(undefined)];
  const idLater = async () => {
    await new Promise((done) => setTimeout(done, 1));
    return currentRequest()?.id;
  };
  expect(await Promise.all([runInRequest(one, idLater), runInRequest(two, idLater)])).toEqual([
    one.id,
    two.id,
  ]);
  expect(currentRequest()).toBeUndefined();
});
