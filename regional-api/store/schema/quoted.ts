/** Names of columns with capitals in quotes, as PostgreSQL wants them; what stands in quotes already stays as it is. */
export const quoted = (sql: string): string =>
  sql
    .split(/('(?:[^']|'')*'|"[^"]*")/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/\b[a-z]+[A-Z]\w*\b/g, '"$&"')))
    .join("");
