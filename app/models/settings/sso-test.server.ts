import { CustomerApi } from "~/services/customer-api.server";
import { graphql } from "~/services/graphql";
import { mutationOf, queryOf } from "~/services/operation.server";
import type { FormApi } from "~/services/customer-api.server";
import type { ResultOf } from "~/services/regional-api.server";
import { isAwsRegion } from "~/regions";
import type { SsoConfigValues } from "./sso-config.server";

const sendBegin = mutationOf("IDPBeginSSOTest", "redirectUrl", "BeginSsoTest");

/**
 * Starts a test sign-in with these settings, saved or not; returns the identity provider's URL (SSO-65). Each
 * press starts a new test, even from a form restored by the browser's Back. Throws ApiError.
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

/** Result of one of the user's own tests (SSO-65). Throws ApiError. */
export const getSsoTest = queryOf("IDPGetSSOTest", resultFields, "SsoTest");

export type SsoTestResult = ResultOf<typeof resultFields>;

/** Path of the test result that an identity provider's answer belongs to; null for other answers. */
export function testPageOf({ searchParams }: URL): string | null {
  const testId = searchParams.get("test") ?? "";
  const [region = "", customerId = "", ...more] = (searchParams.get("at") ?? "").split("/");
  const isId = (text: string) => /^[0-9a-f]{24}$/.test(text);
  return isId(testId) && isId(customerId) && isAwsRegion(region) && more.length === 0
    ? `/region/${region}/customers/${customerId}/settings/sso/test/${testId}`
    : null;
}
