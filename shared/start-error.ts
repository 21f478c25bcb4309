/** Why a server cannot start, in words for the person who started it: shown without a stack. */
export class StartError extends Error {
  override name = "StartError";
}

/** Why an address cannot be listened at, by the code of Node's error. */
export const listenReasons: Readonly<Record<string, string>> = {
  EADDRINUSE: "is in use",
  EACCES: "may not be used by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not an address of this machine",
};
