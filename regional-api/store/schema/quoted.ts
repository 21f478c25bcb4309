/** Quotes column names with capitals, as PostgreSQL requires; leaves text in quotes unchanged. */
export const quoted = (sql: string): string =>
  sql
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\b[a-z]+[A-Z]\w*\b/g, '"$&"')))
    .join("");
