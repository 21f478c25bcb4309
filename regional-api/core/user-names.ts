import { searchKey } from "./text";

/** What users are sorted and searched by: the whole name, else the username (USER-03, USER-11). */
export const userNameKey = (user: { firstName: string; lastName: string; username: string }): string =>
  searchKey(`${user.firstName} ${user.lastName}`) || searchKey(user.username);
