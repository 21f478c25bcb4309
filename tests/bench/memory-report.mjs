// Loaded into a measured server before its own code: writes what its memory is used for to the file MEMORY_REPORT.
import { writeFileSync } from "node:fs";
import process from "node:process";
import { setInterval } from "node:timers";

const everyMs = 2_000;
const file = process.env.MEMORY_REPORT;
if (file) setInterval(() => writeFileSync(file, JSON.stringify(process.memoryUsage())), everyMs).unref();
