import type { FastifyReply, FastifyRequest } from "fastify";
import type { AwsRegion } from "../shared/regions";
import { unavailable } from "./core/errors";
import { contextIn, cookieNames, type ApiContext, type Services } from "./core/context";

const one = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);

/** Returns the context of one HTTP request for resolvers. */
export function requestContext(
  request: FastifyRequest,
  reply: FastifyReply,
  awsRegion: AwsRegion,
  services: Services,
): ApiContext {
  return contextIn(services, awsRegion, {
    requestId: request.id,
    remoteAddress: request.ip,
    userAgent: request.headers["user-agent"],
    goOn: () => {
      if (request.raw.socket.destroyed) throw unavailable();
    },
    logFailure: (error, part) => request.log.error({ error, part }, "part of an answer failed"),
    csrfHeader: one(request.headers["x-csrf-token"]),
    idempotencyKey: one(request.headers["idempotency-key"]),
    cookie: (name) => request.cookies[cookieNames[name]],
    setCookie: (name, value, maxAgeMs) => {
      void reply.setCookie(cookieNames[name], value ?? "", {
        path: "/",
        httpOnly: true,
        sameSite: "lax",
        secure: services.config.production,
        maxAge: value === null ? 0 : Math.max(0, Math.floor((maxAgeMs ?? 0) / 1000)),
      });
    },
    operations: [],
  });
}
