/** Quotes column names that contain capitals, as PostgreSQL needs; text already in quotes is unchanged. */
export const quoted = (sql: string): string =>
  sql
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\b[a-z]+[A-Z]\w*\b/g, '"$&"')))
    .join("");
