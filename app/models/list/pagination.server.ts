import { graphql } from "~/services/graphql";

/** Pagination fields of every list: see `Pagination` in paging.ts. */
export const paginationFields = graphql(`
  fragment PaginationFields on Pagination @_unmask {
    totalPages
    currentPage
    totalItems
    isTotalExact
  }
`);
