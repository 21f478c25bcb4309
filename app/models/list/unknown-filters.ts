/** A URL value unknown to its filter. */
export type UnknownFilter = { name: string; value: string };

/** The query without those values. */
export function withoutUnknown(params: URLSearchParams, leftOut: readonly UnknownFilter[]): URLSearchParams {
  const isLeftOut = (name: string, value: string) =>
    leftOut.some((one) => one.name === name && one.value === value);
  return new URLSearchParams([...params].filter(([name, value]) => !isLeftOut(name, value)));
}
