import { expect, test } from "vitest";
import { currentRequest, inRequest, newRequest, traceparentOf } from "~/services/current-request.server";

const trace = "4bf92f3577b34da6a3ce929d0e0e4736";

test("a trace that the caller began goes on under a span of the call's own", () => {
  const request = newRequest(`00-${trace}-00f067aa0ba902b7-01`);
  const sent = [traceparentOf(request), traceparentOf(request)];
  for (const header of sent) expect(header).toMatch(new RegExp(`^00-${trace}-[0-9a-f]{16}-01$`));
  expect(new Set([...sent, `00-${trace}-00f067aa0ba902b7-01`]).size).toBe(3);
});

test.each([
  undefined,
  "",
  "nonsense",
  `00-${"0".repeat(32)}-00f067aa0ba902b7-01`,
  `00-${trace}-${"0".repeat(16)}-01`,
  `01-${trace}-00f067aa0ba902b7-01`,
  `00-${trace}-00f067aa0ba902b7-01\r\nx: y`,
])("%j is no trace, and nothing is handed on", (header) => {
  expect(newRequest(header).trace).toBeUndefined();
  expect(traceparentOf(newRequest(header))).toBeUndefined();
});

test("the request under way is known to all that follows from it, and to nothing else", async () => {
  const [one, two] = [newRequest(undefined), newRequest(undefined)];
  const idLater = async () => {
    await new Promise((done) => setTimeout(done, 1));
    return currentRequest()?.id;
  };
  expect(await Promise.all([inRequest(one, idLater), inRequest(two, idLater)])).toEqual([one.id, two.id]);
  expect(currentRequest()).toBeUndefined();
});
