/**
 * The parameter of a candidate's address that names who was decided on since the list was opened: they keep their places
 * in it, although they may not match it any more (APP-88).
 */
const parameter = "decided";

/** More than these are not remembered: an address, and the notice with an Undo that leads back to it, must not grow long. */
const most = 60;

/** Who was decided on, the latest last. */
export const decidedOf = (params: URLSearchParams): string[] =>
  (params.get(parameter) ?? "")
    .split(".")
    .filter((id) => /^[\w-]{1,64}$/.test(id))
    .slice(-most);

/** The address's parameters with these decided on, each once. */
export function withDecided(search: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const params = new URLSearchParams(search);
  params.delete(parameter);
  const decided = [...new Set([...ids].reverse())].reverse().slice(-most);
  if (decided.length > 0) params.set(parameter, decided.join("."));
  return params;
}
