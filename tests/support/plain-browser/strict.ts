/** What a journey did that this browser cannot tell: it belongs to Chromium. */
export class NotHere extends Error {
  constructor(what: string) {
    super(`The plain browser has no ${what}: tag the journey @browser`);
  }
}

/** What is not there is an error as soon as it is asked for, instead of an undefined that says nothing. */
export function strict<Thing extends object>(thing: Thing, name: string): Thing {
  return new Proxy(thing, {
    get(target, property, receiver) {
      // Symbols, and what `await`, JSON and the printing of a failed comparison look for on anything.
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

/** Options that a method knows; others would be left out without a word. */
export function onlyOptions(options: object | undefined, known: readonly string[], what: string): void {
  for (const key of Object.keys(options ?? {}))
    if (!known.includes(key) && key !== "timeout") throw new NotHere(`option "${key}" of ${what}`);
}
