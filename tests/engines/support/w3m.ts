import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fields } from "../../support/console-client";

/** The text browser w3m with cookies of its own. */
export class TextBrowser {
  private readonly home = mkdtempSync(join(tmpdir(), "edge-console-w3m-"));

  constructor(
    private readonly program: string,
    private readonly origin: string,
  ) {}

  /** The page as rendered text. */
  read(path: string): string {
    return this.run(path, "-dump");
  }

  /** The page's HTML. */
  source(path: string): { html: string } {
    return { html: this.run(path, "-dump_source") };
  }

  /** Sends a form and returns the next page as rendered text. */
  post(path: string, fields: Fields): string {
    const file = join(this.home, "form");
    writeFileSync(file, new URLSearchParams(fields.map(([name, value]) => [name, value])).toString());
    return this.run(path, "-dump", "-post", file);
  }

  close(): void {
    rmSync(this.home, { recursive: true });
  }

  private run(path: string, ...options: string[]): string {
    const settings = ["accept_language=en-GB", "accept_encoding=identity", "accept_cookie=1"];
    const { stdout, error } = spawnSync(
      this.program,
      [
        ...["-no-proxy", "-cookie", "-cols", "120", "-I", "UTF-8", "-O", "UTF-8"],
        ...settings.flatMap((setting) => ["-o", setting]),
        ...options,
        new URL(path, this.origin).href,
      ],
      {
        encoding: "utf8",
        timeout: 15_000,
        env: { ...process.env, HOME: this.home, LANG: "C.UTF-8" },
      },
    );
    if (error) throw error;
    return stdout;
  }
}
