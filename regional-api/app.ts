/** The HTTP server: three regional GraphQL endpoints, health, and demo features. */
import { randomUUID } from "node:crypto";
import { Resolver } from "node:dns/promises";
import cookie from "@fastify/cookie";
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { NoSchemaIntrospectionCustomRule, type ExecutionResult } from "graphql";
import { z } from "zod/v4";
import type { Config } from "./config";
import { registerDemoIdp } from "./demo-idp/routes";
import { BodiesInProgress, shares } from "./bodies-in-progress";
import { DocumentErrors, Documents } from "./documents";
import { liveSession } from "./core/caller";
import { clientOf } from "../shared/client-address";
import { drainUnreadBodies, limitConnections, headerTimeouts } from "../shared/connections";
import { TellableError, invalid, notFound, rateLimited, unauthenticated } from "./core/errors";
import { RateLimiter } from "./core/rate-limiter";
import { isAwsRegion } from "../shared/regions";
import { reportableError, wireError } from "./core/error-answer";
import { checkBody, checkDocumentText } from "./json-body";
import { logOptions } from "./log";
import { OnceAMinute } from "./once-a-minute";
import { isStoreFailure } from "./store/failures";
import { registerOutbox } from "./outbox-page";
import { requestContext } from "./request-context";
import { registerSamlMetadata } from "./areas/sso/saml-metadata";
import { bulkRunner } from "./areas/bulk-jobs/bulk-runner";
import type { ApiContext, LookUpCname, Services } from "./core/context";
import { buildSchema } from "./schema";
import { limits } from "./core/limits";
import { registerSsoCallback } from "./areas/sso/sso-callback";
import type { Store, WaitListener } from "./store/engine";
import { yieldToOthers } from "./store/event-loop";

/** Limit for signed-in callers; others only sign in. */
const maxBodyBytes = 1024 * 1024;
const maxAnonymousBodyBytes = 16 * 1024;
/** Mutations that queue behind earlier ones for longer than this are logged. */
const longWaitMs = 3_000;
/** A larger clock difference makes sessions and codes expire noticeably early or late. */
const maxClockDifferenceMs = 60_000;

const graphqlBody = z.object({
  query: z.string().min(1).max(limits.textBytes),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
});

export interface AppOptions {
  readonly config: Config;
  readonly databases: Store;
  readonly clock?: () => number;
  /** Replaces DNS in tests. */
  readonly lookUpCname?: LookUpCname;
}

/** Two tries of two seconds: a page waits for the result. */
const resolver = new Resolver({ timeout: 2_000, tries: 2 });

declare module "fastify" {
  interface FastifyRequest {
    /** Set when a GraphQL call begins; the request log reads it, too. */
    apiContext: ApiContext | null;
    isOfStranger: boolean;
    errorCodes: string[];
  }
  interface FastifyInstance {
    /** Makes `/ready` report shutdown; requests are still served. */
    leave(): void;
    /** Observers of the write queue, called with the time a mutation waited in it. */
    writeWaits: WaitListener[];
  }
}

const validRequestId = /^[\w.:-]{1,100}$/;

/** Returns the error code for the log, without the default one. */
const answeredAs = ({ code, kind }: TellableError) =>
  code === "INTERNAL_SERVER_ERROR" ? kind : `${code} ${kind}`;

function statusOf(error: unknown): number {
  const known = reportableError(error);
  return known?.httpStatus ?? 200;
}

/**
 * Limits for draining an unread request body, so that its connection can be reused. `bytes` is the largest
 * permitted body.
 */
const drainLimits = { bytes: maxBodyBytes, ms: 5_000 };

/**
 * Returns the origin at which browsers and identity providers reach the API. Call after listening: the port
 * may be random.
 */
export function originOf(app: FastifyInstance, config: Config): string {
  if (config.apiOrigin) return config.apiOrigin;
  const address = app.server.address();
  if (!address || typeof address === "string") return "http://localhost";
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

/** Creates the server, without listening. Throws if an operation has no declared access. */
export async function createApp({
  config,
  databases,
  clock = Date.now,
  lookUpCname = (name) => resolver.resolveCname(name),
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...logOptions(config.logLevel),
    bodyLimit: maxAnonymousBodyBytes,
    requestTimeout: 30_000,
    http: headerTimeouts,
    forceCloseConnections: "idle",
    trustProxy: config.trustedProxies,
    genReqId: (request) => {
      const given = request.headers["x-request-id"];
      return typeof given === "string" && validRequestId.test(given) ? given : randomUUID();
    },
  });
  limitConnections(app.server);
  const services: Services = {
    config,
    databases,
    clock,
    rateLimiter: new RateLimiter(databases.counters),
    lookUpCname,
    origin: () => originOf(app, config),
    bulkRunner: bulkRunner(() => services, app.log),
  };
  // For log collectors that copy the audit log elsewhere: ids, codes and field names, no values.
  app.decorate("writeWaits", []);
  const lines = new OnceAMinute();
  databases.serve({
    clock,
    log: (line) => app.log.info(line, "recorded"),
    waited: (ms, whose) => {
      for (const hear of app.writeWaits) hear(ms, whose);
      const leftOut = ms >= longWaitMs ? lines.pass("wait") : undefined;
      if (leftOut !== undefined)
        app.log.warn({ ms: Math.round(ms), whose, leftOut }, "a change waited for its turn");
    },
    clockDiffers: (ms) => {
      const isOff = Math.abs(ms) > maxClockDifferenceMs && lines.pass("clock") !== undefined;
      if (isOff) app.log.warn({ seconds: Math.round(ms / 1000) }, "the clock is not the database's");
    },
  });
  let isStopping = false;
  app.decorate("leave", () => void (isStopping = true));
  app.addHook("preClose", async () => app.leave());
  // During shutdown, closes connections so that clients reconnect to another process.
  app.addHook("onSend", async (_request, reply) => {
    if (isStopping) void reply.header("connection", "close");
  });
  app.addHook("onReady", async () => services.bulkRunner.resume());
  app.addHook("onClose", () => services.bulkRunner.stop());

  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body: Buffer, done) => {
    // Lets other requests run before each parse, because many large bodies may arrive at once.
    yieldToOthers()
      .then(() => {
        checkBody(body);
        return parseJson(request, body.toString("utf8"), done);
      })
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error))));
  });
  app.decorateRequest("apiContext", null);
  app.decorateRequest("isOfStranger", true);
  app.addHook("onRequest", async (request, reply) => {
    drainUnreadBodies(request.raw, reply.raw, drainLimits);
    request.errorCodes = [];
    reply.header("x-request-id", request.id);
    reply.header("cache-control", "no-store");
    reply.header("x-content-type-options", "nosniff");
  });
  // One log line per request: no body, token or client address.
  app.addHook("onResponse", async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? "none",
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        region: request.apiContext?.awsRegion,
        customer: request.apiContext?.customerOfCall,
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
  /** Answers a call that was refused before its operation began, in the format of an operation's error. */
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const known = reportableError(error);
    if (!known) throw error;
    request.errorCodes.push(answeredAs(known));
    if (known.retryAfterSeconds !== undefined) reply.header("retry-after", known.retryAfterSeconds);
    return reply.code(known.httpStatus).send(answer(known, request.id));
  };
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const status = error instanceof TellableError ? 400 : (error.statusCode ?? 500);
    if (status >= 500) request.log.error({ error }, "request failed");
    const known = error instanceof TellableError || status >= 500 ? error : invalid(error.message);
    return reply.code(status).send(answer(known, request.id));
  });
  app.setNotFoundHandler(async (request, reply) => reply.code(404).send(answer(notFound(), request.id)));

  await app.register(cookie);
  const documents = new Documents(
    buildSchema({ withSimulations: !config.production }),
    config.introspection ? [] : [NoSchemaIntrospectionCustomRule],
  );

  /** Returns the response for an execution result; errors are reduced to their public form. */
  const answerOf = (
    { data = null, errors }: ExecutionResult,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (!errors) return { data };
    for (const error of errors) {
      const known = reportableError(error);
      request.errorCodes.push(known ? answeredAs(known) : "unexpected");
      const cause = error.originalError ?? error;
      if (isStoreFailure(cause)) request.log.error({ error: cause }, "the data store cannot be used");
      else if (!known) request.log.error({ error: cause }, "operation failed");
    }
    const waits = errors.flatMap((error) => reportableError(error)?.retryAfterSeconds ?? []);
    if (waits.length > 0) reply.header("retry-after", Math.max(...waits));
    reply.code(Math.max(...errors.map((error) => (error.path ? statusOf(error) : 400))));
    return { data, errors: errors.map((error) => wireError(error, request.id)) };
  };

  const bodies = {
    signedIn: new BodiesInProgress(shares.signedIn),
    strangers: new BodiesInProgress(shares.strangers),
  };

  app.post<{ Params: { awsRegion: string } }>(
    "/api/:awsRegion/graphql",
    {
      bodyLimit: maxBodyBytes,
      // The caller is identified before the body is read.
      preParsing: async (request, reply) => {
        const { awsRegion } = request.params;
        if (!isAwsRegion(awsRegion)) return reply.code(404).send(answer(notFound(), request.id));
        const context = requestContext(request, reply, awsRegion, services);
        request.apiContext = context;
        const size = Number(request.headers["content-length"] ?? maxBodyBytes);
        try {
          const session = await liveSession(context);
          request.isOfStranger = !session;
          if (!session && size > maxAnonymousBodyBytes) throw unauthenticated();
          const end = session
            ? bodies.signedIn.begin(session.userId, size)
            : bodies.strangers.begin(clientOf(request.ip), size);
          if (!end) throw rateLimited(1_000);
          reply.raw.once("finish", end).once("close", end);
        } catch (error) {
          return refuse(error, request, reply);
        }
      },
    },
    async (request, reply) => {
      const { apiContext: context, isOfStranger } = request;
      const body = graphqlBody.safeParse(request.body);
      if (!body.success || !context)
        return reply.code(400).send(answer(invalid("The body is no GraphQL request"), request.id));
      const { query: text, variables, operationName } = body.data;
      const call = { text, variables: variables ?? {}, operationName: operationName ?? undefined };
      try {
        checkDocumentText(text);
        const result = await documents.run(call, context, isOfStranger).finally(() => context.release());
        return answerOf(result, request, reply);
      } catch (error) {
        if (reportableError(error)?.code === "UNAUTHENTICATED") return refuse(error, request, reply);
        // Thrown if the document or its variables do not fit the schema; resolver errors are part of the
        // answer.
        const causes = error instanceof DocumentErrors ? error.errors : [error];
        if (!causes.every((cause) => reportableError(cause))) throw error;
        request.errorCodes.push("invalid document");
        const errors = causes.map((cause) => wireError(cause, request.id));
        return reply.code(400).send({ data: null, errors });
      }
    },
  );

  // Readiness: 503 while shutting down. A read-only store still serves reads, so it is reported separately.
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
