// Loaded into the servers of the pictures before anything else: for them it is always the same moment.
import process from "node:process";

const now = Number(process.env.FIXED_TIME);

globalThis.Date = new Proxy(Date, {
  construct: (real, given, target) => Reflect.construct(real, given.length > 0 ? given : [now], target),
  get: (real, name, receiver) => (name === "now" ? () => now : Reflect.get(real, name, receiver)),
});
