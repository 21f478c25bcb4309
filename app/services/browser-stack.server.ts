import { readFile } from "node:fs/promises";
import { SourceMap, type SourceMapPayload } from "node:module";
import { resolve } from "node:path";

const mapsFolder = "build/browser-maps";
/** Stacks read in a minute, and lines of one: a map takes some 30 ms to read and is not kept. */
const perMinute = 20;
const framesRead = 7;

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
 * A stack as Chromium and Node write one, which the log and error services read: Firefox and Safari name functions before
 * the place ("name@place") and have no line of the message first.
 */
const asNodes = (stack: string): string =>
  /^[^\s@]*@https?:/.test(stack)
    ? `Error\n${stack.replace(/^([^\s@]*)@(\S+)$/gm, (_, name: string, place: string) => `    at ${name || "<anonymous>"} (${place})`)}`
    : stack;

/**
 * A browser's stack with the places of the sources instead of those of the built files, as far as they are known:
 * "at Row (app/components/table/table-row.tsx:12:5)" (SESS-35). Beyond a bounded number a minute it stays as it was.
 */
export async function sourceStack(stack: string, folder = mapsFolder): Promise<string> {
  if (!frame.test(stack) || !mayRead()) return stack;
  const maps = new Map<string, SourceMap | undefined>();
  const lines = asNodes(stack)
    .split("\n")
    .slice(0, framesRead + 1);
  for (const [index, line] of lines.entries()) {
    const [place, file, row, column] = frame.exec(line) ?? [];
    if (!place || !file) continue;
    if (!maps.has(file)) maps.set(file, await mapOf(file, folder));
    const origin = maps.get(file)?.findEntry(Number(row) - 1, Number(column) - 1);
    // Beyond its end a map answers its last place.
    if (!origin || !("originalSource" in origin) || origin.generatedLine !== Number(row) - 1) continue;
    const source = origin.originalSource.replace(/^(\.\.\/)+/, "");
    lines[index] = line.replace(
      place,
      () => `${source}:${origin.originalLine + 1}:${origin.originalColumn + 1}`,
    );
  }
  return lines.join("\n");
}
