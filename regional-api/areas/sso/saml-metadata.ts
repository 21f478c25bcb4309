/** GET a customer's metadata URL: the data its identity provider needs about this service (SSO-10). */
import type { FastifyInstance } from "fastify";
import { notFound } from "../../core/errors";
import { isAwsRegion } from "../../../shared/regions";
import { metadataXml, samlPaths, serviceProviderOf } from "./service-provider";
import { wireError } from "../../core/error-answer";
import type { Services } from "../../core/context";
import { findInDirectory } from "../../core/customers.store";

/** Public, because identity providers fetch it without signing in, before single sign-on is set up. */
export function registerSamlMetadata(app: FastifyInstance, { databases, origin }: Services): void {
  type Params = { awsRegion: string; customerId: string };
  app.get<{ Params: Params }>(samlPaths.metadata, async ({ params, id }, reply) => {
    const { awsRegion, customerId } = params;
    const customer = isAwsRegion(awsRegion)
      ? await findInDirectory(databases.region(awsRegion).reader, customerId)
      : undefined;
    if (!customer || customer.awsRegion !== awsRegion || customer.archivedAt !== null) {
      return reply.code(404).send({ data: null, errors: [wireError(notFound(), id)] });
    }
    const xml = metadataXml(serviceProviderOf(origin(), { awsRegion: customer.awsRegion, customerId }));
    return reply.type("application/samlmetadata+xml; charset=utf-8").send(xml);
  });
}
