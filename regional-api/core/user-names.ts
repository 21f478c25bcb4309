import { searchKey } from "./text";

/**
 * Returns the key that users are sorted and searched by: that of the full name, else of the username
 * (USER-03, USER-11).
 */
export const userNameKey = (user: { firstName: string; lastName: string; username: string }): string =>
  searchKey(`${user.firstName} ${user.lastName}`) || searchKey(user.username);
