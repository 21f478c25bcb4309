/** NameID formats to request from an identity provider. The claim "email" identifies users in any case. */
export const nameIdFormats = {
  EMAIL: "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
  PERSISTENT: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
  TRANSIENT: "urn:oasis:names:tc:SAML:2.0:nameid-format:transient",
  UNSPECIFIED: "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
} as const;

export type NameIdFormat = keyof typeof nameIdFormats;
