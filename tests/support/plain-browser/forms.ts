import { randomBytes } from "node:crypto";
import type { GivenFile } from "./locator";

export type Entry = [name: string, value: string | GivenFile];

/** Forms send CRLF line ends. */
const lines = (text: string) => text.replace(/\r\n|\r|\n/g, "\r\n");
const quoted = (text: string) => lines(text).replace(/\r\n/g, "%0D%0A").replace(/"/g, "%22");

/** Encodes the body of a form post. */
export function encode(entries: readonly Entry[], enctype: string): { body: Buffer; type: string } {
  if (enctype.toLowerCase() !== "multipart/form-data") {
    const pairs = entries.map(([name, value]) => [
      lines(name),
      typeof value === "string" ? lines(value) : value.name,
    ]);
    return {
      body: Buffer.from(new URLSearchParams(pairs).toString()),
      type: "application/x-www-form-urlencoded",
    };
  }
  const boundary = `----plain${randomBytes(12).toString("hex")}`;
  const parts = entries.flatMap(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"`;
    if (typeof value === "string") return [Buffer.from(`${head}\r\n\r\n${lines(value)}\r\n`)];
    const file = `${head}; filename="${quoted(value.name)}"\r\nContent-Type: ${value.mimeType}\r\n\r\n`;
    return [Buffer.from(file), value.buffer, Buffer.from("\r\n")];
  });
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, type: `multipart/form-data; boundary=${boundary}` };
}
