/** Overdue actions of users: names in the list's URL and in the API (HOME-12). */
export const dueNames = { invitation: "INVITATION", password: "PASSWORD" } as const;
export type UserDue = keyof typeof dueNames;
export const userDues = Object.keys(dueNames) as [UserDue, ...UserDue[]];
