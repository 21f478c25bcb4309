/** Proxy for a variable that hooks assign, usable before it is set: each access reads the current value. */
export function live<Value extends object>(current: () => Value | undefined): Value {
  const now = () => {
    const value = current();
    if (!value) throw new Error("it is there only while tests and their hooks run");
    return value;
  };
  return new Proxy({} as Value, {
    get: (_, key) => Reflect.get(now(), key) as unknown,
    set: (_, key, value) => Reflect.set(now(), key, value),
    has: (_, key) => Reflect.has(now(), key),
  });
}
