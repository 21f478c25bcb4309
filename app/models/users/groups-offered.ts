/** More groups than these would make the page heavy for a filter; whose group is not among them, an address or its own page shows. */
export const groupsOffered = 500;
