/** Truncates a text to the API's limit, in UTF-16 units, without splitting a surrogate pair. */
export const truncateText = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : text;
