/** Most characters that vacancies are searched by (VAC-67). */
export const longestSearch = 200;
