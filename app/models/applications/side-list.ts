/** Query parameter of a candidate's page that shows the list beside the candidate (PIPE-10). */
export const sideListParameter = "beside";
