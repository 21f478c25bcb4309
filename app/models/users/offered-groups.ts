/**
 * Limit of groups offered in a filter, to keep the page small. Others are found by URL or on their own page.
 */
export const maxOfferedGroups = 500;
