import { graphql } from "~/services/graphql";

/** What every list asks of its pages: see `Pagination` of paging.ts. */
export const paginationFields = graphql(`
  fragment PaginationFields on Pagination @_unmask {
    totalPages
    currentPage
    totalItems
    isTotalExact
  }
`);
