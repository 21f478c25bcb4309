import { searchKey } from "./text";

/** The key that users are sorted and searched by: of the full name, or else the username (USER-03, USER-11). */
export const userNameKey = (user: { firstName: string; lastName: string; username: string }): string =>
  searchKey(`${user.firstName} ${user.lastName}`) || searchKey(user.username);
