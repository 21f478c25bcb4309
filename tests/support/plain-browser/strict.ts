/** Thrown for what this browser cannot decide; such a journey belongs to Chromium. */
export class NotHere extends Error {
  constructor(what: string) {
    super(`The plain browser has no ${what}: tag the journey @browser`);
  }
}

/** Throws on access to missing members instead of returning undefined. */
export function strict<Thing extends object>(thing: Thing, name: string): Thing {
  return new Proxy(thing, {
    get(target, property, receiver) {
      // Symbols, and the names that `await`, JSON and failed comparisons look up on any object.
      if (
        property in target ||
        typeof property === "symbol" ||
        /^(then|toJSON|asymmetricMatch|nodeType|\$\$typeof|@@.*)$/.test(property)
      )
        return Reflect.get(target, property, receiver) as unknown;
      throw new NotHere(`${name}.${property}`);
    },
  });
}

/** Throws for options that a method does not know, instead of ignoring them. */
export function onlyOptions(options: object | undefined, known: readonly string[], what: string): void {
  for (const key of Object.keys(options ?? {}))
    if (!known.includes(key) && key !== "timeout") throw new NotHere(`option "${key}" of ${what}`);
}
