/** A query that needs no session. */
export const query = "{ AuthCheckToken { logout } }";
/** The body of that query with these variables, given as JSON text. */
export const withVariables = (variables: string) =>
  `{"query": ${JSON.stringify(query)}, "variables": {"x": ${variables}}}`;
export const kilobyte = 1024;
/** Bodies within the size limit that are slow to parse or process. */
export const bombs: Record<string, string> = {
  "arrays 800 KB deep": withVariables("[".repeat(400 * kilobyte) + "]".repeat(400 * kilobyte)),
  "arrays 800 KB deep without an end": withVariables("[".repeat(800 * kilobyte)),
  "objects 800 KB deep": withVariables('{"a":'.repeat(130 * kilobyte) + "1" + "}".repeat(130 * kilobyte)),
  "5,000 arrays": withVariables("[".repeat(5_000) + "]".repeat(5_000)),
  "5,000 objects": withVariables('{"a":'.repeat(5_000) + "1" + "}".repeat(5_000)),
  "33 arrays": withVariables("[".repeat(31) + "]".repeat(31)),
  "500,000 numbers": withVariables(`[${"1,".repeat(500_000)}1]`),
  "100,000 variables": `{"query": "{ a }", "variables": {${Array.from({ length: 60_000 }, (_, at) => `"v${at}":1`).join()}}}`,
  "100,000 equal names": `{"query": "{ a }", "variables": {${'"a":1,'.repeat(100_000)}"a":1}}`,
  "100,000 names of numbers": `{"query": "{ a }", "variables": {${Array.from({ length: 60_000 }, (_, at) => `"${at * 1000}":1`).join()}}}`,
  "one text of 900 KB": withVariables(`"${"x".repeat(900 * kilobyte)}"`),
  "one text of escapes": withVariables(`"${"\\u0022".repeat(150 * kilobyte)}"`),
  "quotes and backslashes": withVariables(`"${"\\\\".repeat(400 * kilobyte)}"`),
};
