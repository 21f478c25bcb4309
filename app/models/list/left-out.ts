/** A value of a list's address that the list does not know, and the filter that it was given to. */
export type LeftOut = { name: string; value: string };

/** An address without those values. */
export function without(params: URLSearchParams, leftOut: readonly LeftOut[]): URLSearchParams {
  const isLeftOut = (name: string, value: string) =>
    leftOut.some((one) => one.name === name && one.value === value);
  return new URLSearchParams([...params].filter(([name, value]) => !isLeftOut(name, value)));
}
