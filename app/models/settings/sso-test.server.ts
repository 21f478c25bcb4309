import { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { FormApi } from "~/services/customer-api.server";
import type { ResultOf } from "~/services/regional-api.server";
import { isAwsRegion } from "~/regions";
import type { SsoConfigValues } from "./sso-config.server";

const sendBegin = mutationOf("IDPBeginSSOTest", "redirectUrl", "BeginSsoTest");

/**
 * Begins a test sign-in with these settings, saved or not, and answers the identity provider's address (SSO-65). Each press
 * begins one of its own, also of a form that the browser's Back brought again. Throws ApiError.
 */
export async function beginSsoTest(
  api: FormApi,
  { customerId }: { customerId: string },
  update: SsoConfigValues,
  url: URL,
): Promise<string> {
  const filter = { customerId, isEdgeSSO: true };
  const redirect = new URL("/ssoCallback", url.origin).href;
  const own = CustomerApi.ofForm(api, crypto.randomUUID());
  const { redirectUrl } = await sendBegin(own, { update, filter, redirect });
  return new URL(redirectUrl).href;
}

const resultFields = graphql(`
  fragment SsoTestFields on IDPSSOTestResult @_unmask {
    isPassed
    steps {
      step
      state
      reason
      found
      expected
      minutes
    }
    attributes {
      name
      values
    }
    groupIds
    loginUrl
    publicCertificates
    idpEntityId
    nameIdFormat
    expiresAt
  }
`);

/** The result of a test of the person's own (SSO-65). Throws ApiError. */
export const getSsoTest = queryOf("IDPGetSSOTest", resultFields, "SsoTest");

export type SsoTestResult = ResultOf<typeof resultFields>;

/** Where the result of a test stands that the identity provider's answer leads to; null for any other answer. */
export function testPageOf({ searchParams }: URL): string | null {
  const testId = searchParams.get("test") ?? "";
  const [region = "", customerId = "", ...more] = (searchParams.get("at") ?? "").split("/");
  const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
  return isId(testId) && isId(customerId) && isAwsRegion(region) && more.length === 0
    ? `/region/${region}/customers/${customerId}/settings/sso/test/${testId}`
    : null;
}
