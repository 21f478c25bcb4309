/** Maximum length of a vacancy search text (VAC-67). */
export const longestSearch = 200;
