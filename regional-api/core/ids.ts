import { randomBytes, randomInt, randomUUID } from "node:crypto";

const processPart = randomBytes(5).toString("hex");
let counter = randomInt(0x800000);

/** A new id: 24 lower-case hex characters (time in seconds, process, counter), ascending within a process. */
export function newId(now: number): string {
  counter = (counter + 1) % 0x1000000;
  const seconds = Math.floor(now / 1000);
  return seconds.toString(16).padStart(8, "0") + processPart + counter.toString(16).padStart(6, "0");
}

/** A new policy id (POL-16). */
export const newUuid = (): string => randomUUID();
