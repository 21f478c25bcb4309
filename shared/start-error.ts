/** The reason why a server cannot start, worded for the operator and shown without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Reasons why an address cannot be listened on, by Node's error code. */
export const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not an address of this machine",
};
