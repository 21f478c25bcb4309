/** Names of values that must stay secret: credentials, tokens, passwords and anything else that grants access. */
const secretName =
  /credential|token|passw|passphrase|pwd|secret|api[-_ ]?key|private[-_ ]?key|authori[sz]ation|cookie|jwt|bearer|session|signature/i;

const mask = "••••••";

/** Masks credentials inside a text. "Basic" is also an ordinary word, so it must be followed by a credential. */
function maskProofs(text: string): string {
  return (
    text
      .replace(/\b(bearer)\s+[\w.~+/=-]+/gi, `$1 ${mask}`)
      // In URLs: user info, and the values of query parameters with a secret name.
      .replace(/(\b[a-z][a-z\d+.-]*:\/\/)[^\s/?#@]+@/gi, `$1${mask}@`)
      .replace(/([?&;]([\w.~[\]%-]+)=)[^\s&;#"'<>]*/g, (all, start: string, name: string) =>
        secretName.test(name) ? start + mask : all,
      )
      .replace(/\b(basic)\s+([\w+/-]+=*)/gi, (all, word: string, encoded: string) =>
        Buffer.from(encoded, "base64").includes(":") ? `${word} ${mask}` : all,
      )
  );
}

/** Masks a text; if the text is itself JSON, it is masked as JSON. */
function withoutSecretText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return maskProofs(text);
  try {
    return JSON.stringify(withoutSecretValues(JSON.parse(text) as unknown));
  } catch {
    return maskProofs(text);
  }
}

const isSecretName = (value: unknown) => typeof value === "string" && secretName.test(value);

/** Masks JSON values whose key, or a "name" or "key" beside them, is a secret's name, at any depth (ATSR-21). */
export function withoutSecretValues(value: unknown): unknown {
  if (typeof value === "string") return withoutSecretText(value);
  if (Array.isArray(value)) return value.map(withoutSecretValues);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  const isNamedSecret = entries.some(([name, inner]) => /^(name|key)$/i.test(name) && isSecretName(inner));
  return Object.fromEntries(
    entries.map(([name, inner]) => {
      const isSecret = secretName.test(name) || (isNamedSecret && /^value$/i.test(name));
      return [name, isSecret && inner !== null ? mask : withoutSecretValues(inner)];
    }),
  );
}
