/** What a customer's identity provider must know of this side (SSO-10): SAML 2.0's service provider. */
import { escapeMarkup } from "../../core/markup";
import type { AwsRegion } from "../../../shared/regions";

export interface ServiceProvider {
  /** Answers the metadata document. */
  readonly metadataUrl: string;
  /** Names this side; assertions must have it as their audience. */
  readonly entityId: string;
  /** Where assertions are posted to. */
  readonly assertionUrl: string;
}

/** Paths of a customer's two SAML addresses, as Fastify routes and to be filled in. */
export const samlPaths = {
  metadata: "/saml/:awsRegion/:customerId/metadata",
  assertion: "/saml/:awsRegion/:customerId/acs",
} as const;

/** The addresses of one customer. `origin` is where browsers and identity providers reach the API. */
export function serviceProviderOf(
  origin: string,
  customer: { awsRegion: AwsRegion; customerId: string },
): ServiceProvider {
  const entityId = `${origin}/saml/${customer.awsRegion}/${customer.customerId}`;
  return { entityId, metadataUrl: `${entityId}/metadata`, assertionUrl: `${entityId}/acs` };
}

/** The claims an assertion must carry, by what they are for (SSO-07). */
export const attributeClaimKeys = { firstName: "firstName", lastName: "lastName", email: "email" } as const;

/** The SAML 2.0 metadata document of a service provider. */
export function metadataXml({ entityId, assertionUrl }: ServiceProvider): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeMarkup(entityId)}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat>
    <AssertionConsumerService index="1" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeMarkup(assertionUrl)}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;
}
