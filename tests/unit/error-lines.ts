import { beforeEach, vi } from "vitest";

/** Keeps what a file's tests write to stderr from it: told by the mock, anew for each test. */
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
