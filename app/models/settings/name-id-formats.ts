/** Name identifier formats that can be requested from the identity provider. */
export const nameIdFormats = ["EMAIL", "PERSISTENT", "TRANSIENT", "UNSPECIFIED"] as const;
