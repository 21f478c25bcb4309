import { readFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { resolve } from "node:path";

const mapsFolder = "build/browser-maps";
/** Stacks resolved per minute, and frames per stack: reading a source map takes some 30 ms and is not cached. */
const perMinute = 20;
const maxFrames = 7;

let readThisMinute = 0;
let minute = 0;

const frame = /https?:\/\/[^\s()/]+\/assets\/([\w-]+(?:\.[\w-]+)*\.js):(\d+):(\d+)/;

async function mapOf(file: string, folder: string): Promise<SourceMap | undefined> {
  try {
    const payload = JSON.parse(await readFile(resolve(folder, `${file}.map`), "utf8")) as SourceMapPayload;
    return new SourceMap(payload);
  } catch {
    return undefined; // of an older build
  }
}

function mayRead(): boolean {
  const now = Math.floor(Date.now() / 60_000);
  if (now !== minute) [minute, readThisMinute] = [now, 0];
  readThisMinute += 1;
  return readThisMinute <= perMinute;
}

/**
 * Converts a stack to Chromium's and Node's format, which log and error services expect: Firefox and Safari write
 * "name@place" and omit the message line.
 */
const toNodeStack = (stack: string): string =>
  /^[^\s@]*@https?:/.test(stack)
    ? `Error\n${stack.replace(/^([^\s@]*)@(\S+)$/gm, (_, name: string, place: string) => `    at ${name || "<anonymous>"} (${place})`)}`
    : stack;

/**
 * Resolves a browser stack to source positions as far as maps are available, e.g. "at Row
 * (app/components/table/table-row.tsx:12:5)" (SESS-35). Rate-limited: extra stacks are returned unmapped.
 */
export async function sourceStack(stack: string, folder = mapsFolder): Promise<string> {
  if (!frame.test(stack) || !mayRead()) return stack;
  const maps = new Map<string, SourceMap | undefined>();
  const lines = toNodeStack(stack)
    .split("\n")
    .slice(0, maxFrames + 1);
  for (const [index, line] of lines.entries()) {
    const [place, file, row, column] = frame.exec(line) ?? [];
    if (!place || !file) continue;
    if (!maps.has(file)) maps.set(file, await mapOf(file, folder));
    const origin = maps.get(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    // For positions past its end, a map returns its last entry.
    if (!origin || !("originalSource" in origin) || origin.generatedLine !== Number(row) - 1) continue;
    const source = origin.originalSource.replace(/^(\.\.\/)+/, "");
    lines[index] = line.replace(
      place,
      () => `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`,
    );
  }
  return lines.join("\n");
}
