/**
 * A customer's SAML 2.0 service provider: the data about this service that its identity provider needs
 * (SSO-10).
 */
import { escapeMarkup } from "../../core/markup";
import type { AwsRegion } from "../../../shared/regions";

export interface ServiceProvider {
  /** Serves the metadata document. */
  readonly metadataUrl: string;
  /** Identifies this service; assertions must name it as their audience. */
  readonly entityId: string;
  /** Receives posted assertions. */
  readonly assertionUrl: string;
}

/** Paths of a customer's two SAML endpoints, as Fastify routes. */
export const samlPaths = {
  metadata: "/saml/:awsRegion/:customerId/metadata",
  assertion: "/saml/:awsRegion/:customerId/acs",
} as const;

/**
 * Returns the addresses of one customer. `origin` is the API's address for browsers and identity providers.
 */
export function serviceProviderOf(
  origin: string,
  customer: { awsRegion: AwsRegion; customerId: string },
): ServiceProvider {
  const entityId = `${origin}/saml/${customer.awsRegion}/${customer.customerId}`;
  return { entityId, metadataUrl: `${entityId}/metadata`, assertionUrl: `${entityId}/acs` };
}

/** The claims that an assertion must carry, by purpose (SSO-07). */
export const attributeClaimKeys = { firstName: "firstName", lastName: "lastName", email: "email" } as const;

/** Returns the SAML 2.0 metadata document of a service provider. */
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
