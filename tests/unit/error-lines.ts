import { beforeEach, vi } from "vitest";

/** Captures what a file's tests write to stderr; returns a mock, reset for each test. */
export function errorLines() {
  const written = vi.fn();
  beforeEach(() => {
    written.mockReset();
    vi.spyOn(process.stderr, "write").mockImplementation((line) => {
      written(String(line));
      return true;
    });
  });
  return written;
}
