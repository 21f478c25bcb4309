/** The names of values that nobody may read: credentials, tokens, passwords and what else lets somebody in. */
const secretName = /credential|token|passw|pwd|secret|api[-_ ]?key|private[-_ ]?key|authori[sz]ation|cookie/i;

const mask = "••••••";

/** A JSON value with everything masked that stands under such a name, at any depth (ATSR-21). */
export function withoutSecretValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecretValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretName.test(name) && inner !== null ? mask : withoutSecretValues(inner),
    ]),
  );
}
