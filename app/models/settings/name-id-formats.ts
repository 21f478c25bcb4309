/** What the identity provider may be asked to name people by. */
export const nameIdFormats = ["EMAIL", "PERSISTENT", "TRANSIENT", "UNSPECIFIED"] as const;
