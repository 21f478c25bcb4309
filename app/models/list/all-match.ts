/** Query parameter that selects every row matching the filters (BULK-01). */
export const allMatchParameter = "select";

/** Value of that parameter. */
export const allMatchValue = "all";

/** True if the URL selects all matching rows. */
export const isAllChosen = ({ searchParams }: URL): boolean =>
  searchParams.get(allMatchParameter) === allMatchValue;
