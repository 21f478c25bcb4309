/**
 * A SAML 2.0 identity provider for environments without one (AUTH-75): GET /demo-idp. It confirms any
 * identity, so it is never available in production, and it serves only customers of this API.
 */
import { randomBytes } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod/v4";
import { isAwsRegion } from "../../shared/regions";
import { parseXml } from "../areas/sso/saml-structure";
import { serviceProviderOf, type ServiceProvider } from "../areas/sso/service-provider";
import { formFields } from "../core/form-fields";
import { pagePolicy } from "../core/html-page";
import type { Services } from "../core/context";
import { findInDirectory } from "../core/customers.store";
import { demoIdpPath } from "./connect";
import { demoKey } from "./key";
import { identityPage, submitPage, settingsPage, unreadablePage, type Problems } from "./pages";
import { negativeResponse, positiveResponse } from "./response";

const maxRequestBytes = 64 * 1024;

const question = z.object({ SAMLRequest: z.string().min(1).max(maxRequestBytes) });

const person = z.object({
  email: z.string().trim().max(100).pipe(z.email("Please enter a valid email")),
  firstName: z.string().trim().min(1, "Please enter your first name").max(50),
  lastName: z.string().trim().min(1, "Please enter your last name").max(50),
});

const text = z.string().catch("");
const typedIdentity = z.object({ email: text, firstName: text, lastName: text });

const decision = question.extend({ decision: z.enum(["continue", "cancel"]) });

interface SignInRequest {
  readonly requestId: string;
  readonly serviceProvider: ServiceProvider;
  readonly customerName: string;
}

/**
 * Returns the request with its customer; undefined unless the customer belongs to this API. The response must
 * go only to the customer's address.
 */
async function readRequest(
  { databases, origin }: Services,
  encoded: string,
): Promise<SignInRequest | undefined> {
  try {
    const xml = inflateRawSync(Buffer.from(encoded, "base64"), { maxOutputLength: maxRequestBytes });
    const elements = parseXml(xml.toString("utf8"));
    const [request] = elements;
    const issuer = elements.find(({ localName }) => localName === "Issuer")?.textContent ?? "";
    const [customerId = "", awsRegion] = issuer.split("/").reverse();
    const requestId = request?.getAttribute("ID");
    if (request?.localName !== "AuthnRequest" || !requestId || !isAwsRegion(awsRegion)) return undefined;
    const customer = await findInDirectory(databases.region(awsRegion).reader, customerId);
    const serviceProvider = serviceProviderOf(origin(), { awsRegion, customerId });
    if (customer?.awsRegion !== awsRegion || issuer !== serviceProvider.entityId) return undefined;
    return { requestId, serviceProvider, customerName: customer.displayName };
  } catch {
    return undefined;
  }
}

function send(reply: FastifyReply, html: string, policy: string, status = 200): FastifyReply {
  return reply
    .code(status)
    .type("text/html; charset=utf-8")
    .headers({ "content-security-policy": policy, "referrer-policy": "no-referrer" })
    .send(html);
}

const problemsOf = (error: z.ZodError<z.infer<typeof person>>): Problems =>
  Object.fromEntries(error.issues.map(({ path: [field], message }) => [field, message]));

export async function registerDemoIdp(
  app: FastifyInstance,
  services: Services,
  dataDir: string,
): Promise<void> {
  const { config, clock, origin } = services;
  const key = () => demoKey(dataDir, clock());
  const loginUrl = () => `${origin()}${demoIdpPath}`;
  const unreadable = (reply: FastifyReply) =>
    send(reply, unreadablePage(config.consoleOrigin), pagePolicy([]), 400);

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: 2 * maxRequestBytes },
      (_request, body, done) => done(null, formFields(body)),
    );

    scope.get(demoIdpPath, async (request, reply) => {
      const given = question.safeParse(request.query);
      if (!given.success) {
        return send(reply, settingsPage(loginUrl(), (await key()).certificate), pagePolicy([]));
      }
      const { SAMLRequest } = given.data;
      const samlRequest = await readRequest(services, SAMLRequest);
      return samlRequest
        ? send(reply, identityPage(samlRequest.customerName, SAMLRequest), pagePolicy([]))
        : unreadable(reply);
    });

    scope.post(demoIdpPath, async (request, reply) => {
      const given = decision.safeParse(request.body);
      const samlRequest = given.success ? await readRequest(services, given.data.SAMLRequest) : undefined;
      if (!given.success || !samlRequest) return unreadable(reply);
      const { serviceProvider, requestId, customerName } = samlRequest;
      const answerTo = { serviceProvider, requestId, now: clock() };
      let response: string;
      if (given.data.decision === "cancel") {
        response = negativeResponse(answerTo);
      } else {
        const who = person.safeParse(request.body);
        if (!who.success) {
          const typed = typedIdentity.parse(request.body);
          const page = identityPage(customerName, given.data.SAMLRequest, typed, problemsOf(who.error));
          return send(reply, page, pagePolicy([]), 400);
        }
        response = positiveResponse(answerTo, who.data, await key());
      }
      const nonce = randomBytes(16).toString("base64");
      // Browsers check the redirect after the post against form-action as well.
      const targets = [new URL(serviceProvider.assertionUrl).origin, config.consoleOrigin];
      const page = submitPage(serviceProvider.assertionUrl, response, nonce);
      return send(reply, page, pagePolicy(targets, nonce));
    });
  });
}
