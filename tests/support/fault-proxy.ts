import { type FieldNode, Kind, parse } from "graphql";
import { once } from "node:events";
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** Faults: what happens to a call instead of being passed on. */
export type Fault =
  /** The call is not passed on and never gets an answer; its connection stays open. */
  | { kind: "silence" }
  /** The call is passed on and never gets an answer; its connection stays open. */
  | { kind: "withhold" }
  /** The call is passed on once the promise settles: after a delay, or when a test releases it. */
  | { kind: "hold"; until: () => Promise<unknown> }
  /** The proxy answers this; the call is not passed on. */
  | { kind: "answer"; status: number; body: string; type?: string; headers?: Record<string, string> }
  /** The call is passed on; half of its answer arrives, then the connection breaks. */
  | { kind: "cut" }
  /** The call is passed on; its connection breaks before any of the answer arrives. */
  | { kind: "swallow" }
  /** The call is passed on; its answer arrives rewritten. */
  | { kind: "rewrite"; body: (body: string) => string };

/** Answers of a crashed server, as text and as a web page, and of one that rate-limits. */
export const broken: Fault = { kind: "answer", status: 500, type: "text/plain", body: "broken" };
export const html500: Fault = {
  kind: "answer",
  status: 500,
  type: "text/html",
  body: "<h1>Internal Server Error</h1>",
};
export const slowDown: Fault = { kind: "answer", status: 429, type: "text/plain", body: "slow down" };

/** An error in the API's format. */
export function refusal(message: string, code = "INTERNAL_SERVER_ERROR", name = "Unexpected Error"): Fault {
  const error = { message, extensions: { code, exception: { name }, requestId: "test" } };
  return { kind: "answer", status: 200, body: JSON.stringify({ data: null, errors: [error] }) };
}

/** The API's answer when the permission is missing. */
export const denied = refusal("Not allowed", "FORBIDDEN", "Forbidden Error");

/** Truncated JSON with a matching content length. */
export const garbled: Fault = { kind: "rewrite", body: (body) => body.slice(0, Math.floor(body.length / 2)) };

/** An answer with one field of a type other than the contract's. */
export function retyped(field: string, value: unknown): Fault {
  const change = (key: string, was: unknown) => (key === field ? value : was);
  return { kind: "rewrite", body: (body) => JSON.stringify(JSON.parse(body), change) };
}

/** One call that reached the proxy; times in ms of `performance.now()`. */
export type Call = {
  /** Names of the requested root fields. */
  operations: string[];
  /** Path of the endpoint. */
  path: string;
  headers: IncomingHttpHeaders;
  query: string;
  variables: Record<string, unknown>;
  /** The console closed the connection before it had the answer. */
  wasGivenUp: boolean;
  startedAt: number;
  /** Time when the answer was ready to be sent on; undefined until then. */
  endedAt: number | undefined;
};

type Which = { operation: string; isChange: boolean; times: number };
type Rule = { fault: Fault; operation: string | undefined; isChange: boolean; left: number };

type Sent = { query: string; variables?: Record<string, unknown> };

function operationsOf(query: string): string[] {
  return parse(query).definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections
          .filter((selection): selection is FieldNode => selection.kind === Kind.FIELD)
          .map((field) => field.name.value)
      : [],
  );
}

/**
 * A proxy between the console and one region's API that records every call and injects faults. The first
 * matching rule applies; without one the call passes.
 */
export class FaultProxy {
  calls: Call[] = [];
  private rules: Rule[] = [];
  private readonly agent = new Agent({ keepAlive: true });
  private readonly server: Server;
  private port = 0;

  private constructor(private readonly upstream: string | Promise<string>) {
    this.server = createServer((req, res) => {
      this.handle(req, res).catch(() => res.destroy());
    });
  }

  /** A proxy on a free loopback port; `upstream` is an origin, possibly not known yet. */
  static async start(upstream: string | Promise<string>): Promise<FaultProxy> {
    const proxy = new FaultProxy(upstream);
    await proxy.listen();
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Injects a fault into calls of one operation, mutations, or all: the next `times` calls, or all until `heal`. */
  fail(fault: Fault, { operation, isChange = false, times = Infinity }: Partial<Which> = {}): void {
    this.rules.push({ fault, operation, isChange, left: times });
  }

  /** Stops listening: new connections are refused, open ones break. */
  async refuse(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server, "close");
  }

  /** Removes all faults and clears the recorded calls. */
  async heal(): Promise<void> {
    this.rules = [];
    this.calls = [];
    if (!this.server.listening) await this.listen();
  }

  /** The recorded calls of an operation. */
  callsOf(operation: string): Call[] {
    return this.calls.filter((call) => call.operations.includes(operation));
  }

  async stop(): Promise<void> {
    await this.refuse();
    this.agent.destroy();
  }

  private async listen(): Promise<void> {
    this.server.listen(this.port, "127.0.0.1");
    await once(this.server, "listening");
    this.port = (this.server.address() as AddressInfo).port;
  }

  private faultFor({ operations, query }: Pick<Call, "operations" | "query">): Fault | undefined {
    const rule = this.rules.find(
      ({ operation, isChange, left }) =>
        left > 0 &&
        (operation === undefined || operations.includes(operation)) &&
        (!isChange || query.trimStart().startsWith("mutation")),
    );
    if (rule) rule.left -= 1;
    return rule?.fault;
  }

  private async handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const startedAt = performance.now();
    const body = await buffer(req);
    const { query, variables } = JSON.parse(body.toString()) as Sent;
    const operations = operationsOf(query);
    const call: Call = {
      operations,
      path: req.url ?? "",
      headers: req.headers,
      query,
      variables: variables ?? {},
      wasGivenUp: false,
      startedAt,
      endedAt: undefined,
    };
    res.on("close", () => {
      call.wasGivenUp = !res.writableFinished;
    });
    this.calls.push(call);
    const fault = this.faultFor(call);
    if (fault?.kind === "silence") return;
    if (fault?.kind === "answer") {
      call.endedAt = performance.now();
      const type = fault.type ?? "application/json";
      res.writeHead(fault.status, { ...fault.headers, "content-type": type }).end(fault.body);
      return;
    }
    if (fault?.kind === "hold") await fault.until();

    const answer = await this.forward(req, body);
    const received = await buffer(answer);
    if (fault?.kind === "withhold") return;
    if (fault?.kind === "swallow") {
      res.destroy();
      return;
    }
    call.endedAt = performance.now();
    const sent = fault?.kind === "rewrite" ? Buffer.from(fault.body(received.toString())) : received;
    res.writeHead(answer.statusCode ?? 502, { ...answer.headers, "content-length": sent.length });
    if (fault?.kind === "cut") res.write(sent.subarray(0, sent.length / 2), () => res.destroy());
    else res.end(sent);
  }

  private async forward(req: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const { method, headers, url = "/" } = req;
    const outgoing = request(new URL(url, await this.upstream), { method, headers, agent: this.agent });
    outgoing.end(body);
    const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
    return answer;
  }
}
