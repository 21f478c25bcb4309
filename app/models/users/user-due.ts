/** What users can be due for, as the address of their list says it and as the API asks for it (HOME-12). */
export const dueNames = { invitation: "INVITATION", password: "PASSWORD" } as const;
export type UserDue = keyof typeof dueNames;
export const userDues = Object.keys(dueNames) as [UserDue, ...UserDue[]];
