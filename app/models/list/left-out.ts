/** An address value unknown to its filter. */
export type LeftOut = { name: string; value: string };

/** The query without those values. */
export function without(params: URLSearchParams, leftOut: readonly LeftOut[]): URLSearchParams {
  const isLeftOut = (name: string, value: string) =>
    leftOut.some((one) => one.name === name && one.value === value);
  return new URLSearchParams([...params].filter(([name, value]) => !isLeftOut(name, value)));
}
