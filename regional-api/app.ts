/** The HTTP side: three regional GraphQL endpoints, health, and what is open for trying out. */
import { randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import cookie from "@fastify/cookie";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import { NoSchemaIntrospectionCustomRule } from "graphql";
import mercurius from "mercurius";
import { z } from "zod/v4";
import type { Config } from "./config";
import { registerDemoIdp } from "./demo-idp/routes";
import { TellableError, invalid, notFound } from "./core/errors";
import { RateLimiter } from "./core/rate-limiter";
import { isAwsRegion } from "./regions";
import { tellable, wireError } from "./core/error-answer";
import { checkBody, checkDocumentText } from "./json-body";
import { logOptions } from "./log";
import { registerOutbox } from "./outbox-page";
import { requestContext } from "./request-context";
import { registerSamlMetadata } from "./areas/sso/saml-metadata";
import { bulkRunner } from "./areas/bulk-jobs/bulk-runner";
import type { ApiContext, LookUpCname, Services } from "./core/context";
import { buildSchema } from "./schema";
import { checkDocument, limits } from "./core/limits";
import { registerSsoCallback } from "./areas/sso/sso-callback";
import type { Store } from "./store/engine";
import { letOthersIn } from "./store/turn";

const maxBodyBytes = 1024 * 1024;
/** A document is compiled when it comes for the second time; this many are kept. */
const cachedDocuments = 512;

const graphqlBody = z.object({
  query: z.string().min(1).max(limits.textBytes),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface AppOptions {
  readonly config: Config;
  readonly databases: Store;
  readonly clock?: () => number;
  /** Stands in for the DNS. */
  readonly lookUpCname?: LookUpCname;
}

/** Two tries of two seconds: a page waits for it. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

declare module "fastify" {
  interface FastifyRequest {
    /** Set once a GraphQL call begins, for the log line. */
    apiContext: ApiContext | null;
    errorCodes: string[];
  }
  interface FastifyInstance {
    /** From now on `/ready` says that it should be sent no more; what is sent is answered. */
    leave(): void;
  }
}

const validRequestId = /^[\w.:-]{1,100}$/;

/** How the log line of a request names a refusal: what every refusal has as its code says nothing. */
const answeredAs = ({ code, kind }: TellableError) =>
  code === "INTERNAL_SERVER_ERROR" ? kind : `${code} ${kind}`;

function statusOf(error: unknown): number {
  const told = tellable(error);
  return told?.httpStatus ?? 200;
}

/** What is wrong with a document or its variables; undefined for an error of another kind. */
function causesOf(error: unknown): readonly unknown[] | undefined {
  if (error instanceof TellableError) return [error];
  return error instanceof Error && "errors" in error && Array.isArray(error.errors)
    ? error.errors
    : undefined;
}

/** Where browsers and identity providers reach the API. The port may be any free one: ask once it listens. */
export function originOf(app: FastifyInstance, config: Config): string {
  if (config.apiOrigin) return config.apiOrigin;
  const address = app.server.address();
  if (!address || typeof address === "string") return "http://localhost";
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Makes the server, without listening. Throws when an operation has no declared access. */
export async function createApp({
  config,
  databases,
  clock = Date.now,
  lookUpCname = (name) => resolver.resolveCname(name),
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...logOptions(config.logLevel),
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    forceCloseConnections: "idle",
    trustProxy: config.trustedProxies,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && validRequestId.test(given) ? given : randomUUID();
    },
  });
  app.server.headersTimeout = 15_000;
  const services: Services = {
    config,
    databases,
    clock,
    rateLimiter: new RateLimiter(databases.counters),
    lookUpCname,
    origin: () => originOf(app, config),
    bulkRunner: bulkRunner(() => services, app.log),
  };
  // A collector of logs takes the record elsewhere with these: ids, codes and field names, no values.
  databases.serve({ clock, log: (line) => app.log.info(line, "recorded") });
  let isStopping = false;
  app.decorate("leave", () => void (isStopping = true));
  app.addHook("preClose", async () => app.leave());
  // Whoever sends requests makes the next connection to somebody else.
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping) void reply.header("connection", "close");
  });
  app.addHook("onReady", async () => services.bulkRunner.resume());
  app.addHook("onClose", () => services.bulkRunner.stop());

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    // Many large bodies may have arrived at once.
    letOthersIn()
      .then(() => {
        checkBody(body);
        return parseJson(request, body.toString("utf8"), done);
      })
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
  });
  app.decorateRequest("apiContext", null);
  app.addHook("onRequest", async (request, reply) => {
    request.errorCodes = [];
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
  });
  // One line a request: no body, no token, no address of a person.
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        region: request.apiContext?.awsRegion,
        operations: request.apiContext?.operations,
        ...(request.errorCodes.length > 0 && { answered: request.errorCodes }),
      },
      "request",
    );
  });

  const answer = (error: unknown, requestId: string) => ({
    data: null,
    errors: [wireError(error, requestId)],
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error instanceof TellableError ? 400 : (error.statusCode ?? 500);
    if (status >= 500) request.log.error({ error }, "request failed");
    const told = error instanceof TellableError || status >= 500 ? error : invalid(error.message);
    return reply.code(status).send(answer(told, request.id));
  });
  app.setNotFoundHandler(async (request, reply) => reply.code(404).send(answer(notFound(), request.id)));

  await app.register(cookie);
  await app.register(mercurius, {
    schema: buildSchema({ withSimulations: !config.production }),
    routes: false,
    jit: 1,
    cache: cachedDocuments,
    graphql: { parseOptions: { maxTokens: limits.tokens }, validateOptions: { maxErrors: 10 } },
    validationRules: config.introspection ? [] : [NoSchemaIntrospectionCustomRule],
    errorFormatter: (execution, context) => {
      const { request, log } = context.reply;
      for (const error of execution.errors) {
        const told = tellable(error);
        request.errorCodes.push(told ? answeredAs(told) : "unexpected");
        if (!told) log.error({ error: error.originalError ?? error }, "operation failed");
      }
      const waits = execution.errors.flatMap((error) => tellable(error)?.retryAfterSeconds ?? []);
      if (waits.length > 0) context.reply.header("retry-after", Math.max(...waits));
      return {
        statusCode: Math.max(...execution.errors.map((error) => (error.path ? statusOf(error) : 400))),
        response: {
          data: execution.data ?? null,
          errors: execution.errors.map((error) => wireError(error, request.id)),
        },
      };
    },
  });

  app.graphql.addHook("preValidation", async (_schema, document) => checkDocument(document));

  app.post<{ Params: { awsRegion: string } }>("/api/:awsRegion/graphql", async (request, reply) => {
    const { awsRegion } = request.params;
    if (!isAwsRegion(awsRegion)) return reply.code(404).send(answer(notFound(), request.id));
    const body = graphqlBody.safeParse(request.body);
    if (!body.success)
      return reply.code(400).send(answer(invalid("The body is no GraphQL request"), request.id));
    const { query, variables, operationName } = body.data;
    const context = requestContext(request, reply, awsRegion, services);
    request.apiContext = context;
    try {
      checkDocumentText(query);
      return await reply
        .graphql(query, context, variables ?? {}, operationName ?? undefined)
        .finally(() => context.release());
    } catch (error) {
      // Thrown for documents and variables that do not fit the schema; resolvers' errors are part of the answer.
      const causes = causesOf(error);
      if (!causes) throw error;
      request.errorCodes.push("invalid document");
      const errors = causes.map((cause) => wireError(cause, request.id));
      return reply.code(400).send({ data: null, errors });
    }
  });

  // Whether it should be sent requests: not while it stops. Reads go on while nothing can be stored, so that is said beside.
  app.get("/ready", async (_, reply) => {
    if (isStopping) return reply.code(503).send({ status: "stopping" });
    return { status: "ready", storage: (await databases.canStore(clock())) ? "ok" : "cannot be written" };
  });

  app.get("/health", async () => {
    await databases.ping();
    return { status: "ok" };
  });

  registerSamlMetadata(app, services);
  await registerSsoCallback(app, services);
  if (config.outbox) registerOutbox(app, databases);
  if (config.demoIdp) await registerDemoIdp(app, services, config.dataDir);
  return app;
}
