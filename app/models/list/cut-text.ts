/** A text cut to what the API takes, which counts as JavaScript does; never within a character of two parts. */
export const cutText = (text: string, max: number): string =>
  text.length > max ? text.slice(0, max).replace(/[\uD800-\uDBFF]$/, "") : text;
