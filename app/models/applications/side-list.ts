/** Query parameter of a candidate's page that shows the list next to the candidate (PIPE-10). */
export const sideListParameter = "beside";
