/** Presses on a list's rows, in a document of jsdom. */
import { JSDOM } from "jsdom";
import type { MouseEvent } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rowPressHandlers } from "~/components/table/table-row";

const { window } = new JSDOM(
  '<table><tr><th><a class="row-link" href="#ada">Ada</a></th><td>ada@example.com</td><td>3 days</td></tr></table>',
);
const { document } = window;
const [address, other] = document.querySelectorAll("td");
const opened = vi.fn((event: Event) => event.preventDefault());
document.querySelector("a")?.addEventListener("click", opened);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", window);
  vi.stubGlobal("Element", window.Element);
  vi.stubGlobal("getSelection", () => window.getSelection());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  window.getSelection()?.removeAllRanges();
  opened.mockClear();
});

const press = (target: Element | undefined) =>
  rowPressHandlers.onClick({ target } as unknown as MouseEvent<HTMLElement>);

test("GEN-104 a press on an address opens the row after a moment, elsewhere at once", () => {
  press(other);
  expect(opened).toHaveBeenCalledTimes(1);
  press(address);
  expect(opened).toHaveBeenCalledTimes(1);
  vi.runAllTimers();
  expect(opened).toHaveBeenCalledTimes(2);
});

test("GEN-104 a double press on an address selects it and leads nowhere", () => {
  press(address);
  // The browser selects the word with the second press.
  if (address) window.getSelection()?.selectAllChildren(address);
  press(address);
  vi.runAllTimers();
  expect(opened).not.toHaveBeenCalled();
});
