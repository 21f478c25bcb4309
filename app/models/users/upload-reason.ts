/** What is wrong with a row of a file in one text, as the API writes it of rows that failed (UPLOAD-20). */
export const textOfProblems = (problems: readonly { text: string }[]): string =>
  problems
    .map(({ text }, index) => (index < problems.length - 1 ? text.replace(/\.$/, "") : text))
    .join("; ");
