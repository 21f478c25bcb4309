/** Joins a row's problems into one text, in the API's format for failed rows (UPLOAD-20). */
export const problemsText = (problems: readonly { text: string }[]): string =>
  problems
    .map(({ text }, index) => (index < problems.length - 1 ? text.replace(/\.$/, "") : text))
    .join("; ");
