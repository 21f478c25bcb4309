/**
 * Query parameter with the candidates decided on since the list was opened: they keep their positions even if they no
 * longer match (APP-88).
 */
const parameter = "decided";

/** Upper bound, so the URL and the Undo notice that links back to it stay short. */
const maxDecided = 60;

/** Ids of candidates decided on, latest last. */
export const decidedOf = (params: URLSearchParams): string[] =>
  (params.get(parameter) ?? "")
    .split(".")
    .filter((id) => /^[\w-]{1,64}$/.test(id))
    .slice(-maxDecided);

/** Sets the distinct decided ids in the query parameters. */
export function withDecided(search: URLSearchParams, ids: readonly string[]): URLSearchParams {
  const params = new URLSearchParams(search);
  params.delete(parameter);
  const decided = [...new Set([...ids].reverse())].reverse().slice(-maxDecided);
  if (decided.length > 0) params.set(parameter, decided.join("."));
  return params;
}
