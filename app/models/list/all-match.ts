/** The parameter of a list's address that chooses every row that its filters leave (BULK-01). */
export const allMatchParameter = "select";

/** Its value. */
export const allMatchValue = "all";

/** Whether an address chooses every row that matches. */
export const isAllChosen = ({ searchParams }: URL): boolean =>
  searchParams.get(allMatchParameter) === allMatchValue;
