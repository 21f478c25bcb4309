/**
 * The only way to declare a root field. Each states its `access` and gets, in this order: argument bounds
 * (`bounds.ts`), session and anti-forgery check, permission and scope, validation, and for mutations one
 * transaction, with the answer kept per idempotency key. The server refuses to start with root fields
 * declared in any other way.
 */
import type { InputFieldMap, InputShapeFromFields, ShapeFromTypeParam, TypeParam } from "@pothos/core";
import type { GraphQLField, GraphQLResolveInfo, GraphQLSchema } from "graphql";
import type { z } from "zod/v4";
import { validate } from "./validate";
import { clientOf } from "../../shared/client-address";
import { invalid, rateLimited } from "./errors";
import { runOnce } from "./idempotency.store";
import { visibleText } from "../../shared/pasted";
import { authorize, type Access, type CallFor, type CustomerCall, type SessionCall } from "./access";
import { checkBounds } from "./bounds";
import { liveSession, userOf } from "./caller";
import { builder, type ApiSchemaTypes } from "./builder";
import type { ApiContext, WritingContext } from "./context";
import type { Reader, Writer, Async } from "../store/engine";
import { recorded, type Changes, type ChangeDeclaration } from "./record";

type Types = PothosSchemaTypes.ExtendDefaultTypes<ApiSchemaTypes>;

interface Declaration<Type extends TypeParam<Types>, Args extends InputFieldMap, A> {
  readonly type: Type;
  /** A sentence for the printed contract. */
  readonly description: string;
  readonly args?: Args;
  readonly access: A;
  /**
   * Rules beyond the types, for the arguments that have any; callers see their messages. May normalize values
   * (trim), but not change types.
   */
  readonly validate?: z.ZodType<Partial<InputShapeFromFields<Args>>>;
  /**
   * Limits calls per client address (true), or per key that the function returns; responds with 429 beyond
   * the limit.
   */
  readonly rateLimited?:
    true | ((args: InputShapeFromFields<Args>, ctx: ApiContext) => Async<readonly Limit[]>);
}

/** Calls that are counted together: by user, account or session, never by the console's own address. */
export interface Limit {
  readonly key: string;
  /** Fraction of the per-minute limit of an address; 1 if omitted. */
  readonly share?: number;
}

/** Limit for all calls of a client address together. */
export const byAddress = (ctx: ApiContext): Limit => ({ key: `address ${clientOf(ctx.remoteAddress)}` });

interface Query<
  Type extends TypeParam<Types>,
  Args extends InputFieldMap,
  A,
  Nullable extends boolean,
> extends Declaration<Type, Args, A> {
  /** True to allow null as a result, e.g. for a single number. */
  readonly nullable?: Nullable;
  /**
   * Makes the result an as-of time for the customer's rows: waits for the customer's change in progress, so
   * as to include it.
   */
  readonly asOf?: true;
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    call: CallFor<A>,
  ) => Async<ShapeFromTypeParam<Types, Type, Nullable>>;
}

interface Mutation<Type extends TypeParam<Types>, Args extends InputFieldMap, A, Ready> extends Declaration<
  Type,
  Args,
  A
> {
  /**
   * Audit entry (AUD-01): the changed objects, which are read before and after; or the reason why there is no
   * entry.
   */
  readonly changes: ChangeDeclaration<InputShapeFromFields<Args>, ShapeFromTypeParam<Types, Type, false>>;
  /**
   * Reason why no other change may run at the same time: the decision depends on other customers' data, and
   * no unique index prevents two calls from deciding alike. Mutations without a customer or user always run
   * exclusively.
   */
  readonly alone?: `because ${string}`;
  /** Slow work that must stay outside the transaction, e.g. hashing a password or calling another service. */
  readonly before?: (args: InputShapeFromFields<Args>, call: CallFor<A>) => Promise<Ready>;
  /**
   * Runs inside the region's transaction, so it must not wait for anything else; a thrown error rolls
   * everything back. Its result is stored as JSON per idempotency key; `show` adds values that JSON cannot
   * hold. "public" and "known-session" mutations get no transaction.
   */
  readonly resolve: (
    args: InputShapeFromFields<Args>,
    call: CallFor<A, A extends "public" | "known-session" ? Reader : Writer>,
    ready: Ready,
  ) => Async<ShapeFromTypeParam<Types, Type, false>>;
  /** Builds the response from the stored result, both for the original call and for repeats. */
  readonly show?: (
    kept: ShapeFromTypeParam<Types, Type, false>,
    call: CallFor<A, Writer>,
  ) => Async<ShapeFromTypeParam<Types, Type, false>>;
}

/** Clients send a UUID; any short printable string is accepted. */
const idempotencyKey = /^[\x21-\x7e]{1,200}$/;

/** Marks root fields declared by this module. */
class Operation {
  constructor(
    readonly access: Access<never>,
    readonly changes: ChangeDeclaration<never, never> | undefined,
  ) {}
}

const isOpen = (access: Access<never>) => access === "public" || access === "known-session";

/**
 * Removes invisible characters from every text in a mutation's arguments (SHELL-103), whatever the
 * operation's own rules. Passwords stay as typed.
 */
function withoutInvisible<Value>(value: Value): Value {
  if (typeof value === "string") return visibleText(value) as Value;
  if (Array.isArray(value)) return value.map(withoutInvisible) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === "password" ? one : withoutInvisible(one)]),
  ) as Value;
}

const valid = <Args>(rules: z.ZodType<Partial<Args>> | undefined, args: Args): Args =>
  rules ? { ...args, ...validate(rules, args) } : args;

async function start<Args extends InputFieldMap>(
  name: string,
  limited: Declaration<TypeParam<Types>, Args, unknown>["rateLimited"],
  args: InputShapeFromFields<Args>,
  ctx: ApiContext,
): Promise<void> {
  if (!limited) return;
  for (const { key, share = 1 } of limited === true ? [byAddress(ctx)] : await limited(args, ctx)) {
    const perMinute = Math.ceil(ctx.config.authCallsPerMinute * share);
    const waitMs = await ctx.rateLimiter.take(`${name} ${key}`, perMinute, ctx.now);
    if (waitMs > 0) throw rateLimited(waitMs);
  }
}

function declare<Args extends InputFieldMap>(
  kind: "query" | "mutation",
  name: string,
  {
    type,
    description,
    args,
    access,
    nullable = false,
    changes,
  }: Declaration<TypeParam<Types>, Args, Access<never>> & {
    nullable?: boolean;
    changes?: ChangeDeclaration<never, never>;
  },
  resolve: (args: InputShapeFromFields<Args>, ctx: ApiContext) => unknown,
): void {
  // Callers' signatures tie the resolver to the type; Pothos cannot infer that through its conditional types.
  const options = {
    type,
    description,
    args,
    nullable,
    extensions: { operation: new Operation(access, changes) },
    resolve: (
      _root: unknown,
      given: InputShapeFromFields<Args>,
      ctx: ApiContext,
      { parentType }: GraphQLResolveInfo,
    ) => {
      ctx.operations.push(name);
      checkBounds(name, parentType.getFields()[name]?.args ?? [], given);
      return resolve(given, ctx) as never;
    },
  } as const;
  if (kind === "query") builder.queryField(name, (t) => t.field(options));
  else builder.mutationField(name, (t) => t.field(options));
}

/**
 * Returns the customer of the rows that a call is about, from its arguments or its session; undefined for
 * other calls.
 */
async function whoseOf<Args>(access: Access<Args>, args: Args, ctx: ApiContext): Promise<string | undefined> {
  if (access === "session") {
    const session = await liveSession(ctx);
    return session && (await userOf(ctx, session))?.customerId;
  }
  return typeof access === "object" && "scope" in access
    ? (await access.scope(args, ctx)).customerId
    : undefined;
}

/** Declares a query. */
export function query<
  Type extends TypeParam<Types>,
  const A extends Access<InputShapeFromFields<Args>>,
  Args extends InputFieldMap = Record<never, never>,
  Nullable extends boolean = false,
>(name: string, declaration: Query<Type, Args, A, Nullable>): void {
  declare("query", name, declaration, async (given, ctx) => {
    await ctx.hold(declaration.asOf && (await whoseOf(declaration.access, given, ctx)));
    await start(name, declaration.rateLimited, given, ctx);
    const call = (await authorize(declaration.access, given, ctx)) as CallFor<A>;
    return declaration.resolve(valid(declaration.validate, given), call);
  });
}

/** Declares a mutation. */
export function mutation<
  Type extends TypeParam<Types>,
  const A extends Access<InputShapeFromFields<Args>>,
  Args extends InputFieldMap = Record<never, never>,
  Ready = undefined,
>(name: string, declaration: Mutation<Type, Args, A, Ready>): void {
  const { access, validate, before, resolve, show, changes, alone } = declaration;
  const isPublic = isOpen(access);
  if (isPublic && typeof changes !== "string")
    throw new Error(`${name} has no transaction and no caller: say who writes its entry`);
  const admit = async <Db extends Reader>(given: InputShapeFromFields<Args>, ctx: ApiContext<Db>) =>
    (await authorize(access, given, ctx)) as CallFor<A, Db>;
  type ResolveCall = Parameters<typeof resolve>[1];

  type Answer = ShapeFromTypeParam<Types, Type, false>;
  const recordedWork = async (
    ctx: WritingContext,
    call: CallFor<A, Writer>,
    args: InputShapeFromFields<Args>,
    work: () => Promise<Answer>,
  ): Promise<Answer> => {
    if (typeof changes === "string") return work();
    const { user } = (call as SessionCall).caller;
    const entry = { operation: name, actorId: user.id };
    return recorded(ctx, entry, changes as Changes<InputShapeFromFields<Args>, Answer>, args, work);
  };

  const known = async (given: InputShapeFromFields<Args>, ctx: ApiContext) => {
    if (alone !== undefined) return undefined;
    try {
      return await whoseOf<InputShapeFromFields<Args>>(access, given, ctx);
    } catch (error) {
      // Checks access first, so that a caller without access gets that error.
      await admit(given, ctx);
      throw error;
    }
  };

  const change = async (given: InputShapeFromFields<Args>, ctx: ApiContext, ready: Ready) => {
    const whose = await known(given, ctx);
    return ctx.write(async (ctx) => {
      const call = await admit(given, ctx);
      const { customer } = call as Partial<CustomerCall>;
      if (customer && whose !== undefined && customer.id !== whose)
        throw new Error(`${name} is about another customer by now`);
      const args = valid(validate, given);
      const work = () =>
        recordedWork(
          ctx,
          call,
          args,
          async () => (await resolve(args, call as ResolveCall, ready)) as Answer,
        );
      const shown = async (answer: Answer) => (show ? show(answer, call) : answer);
      if (!ctx.idempotencyKey) return shown(await work());
      if (!idempotencyKey.test(ctx.idempotencyKey)) throw invalid("The idempotency key cannot be used");
      const { user } = (call as SessionCall).caller;
      const key = { userId: user.id, operation: name, key: ctx.idempotencyKey };
      return shown(await runOnce(ctx.db, key, given, ctx.now, work));
    }, whose);
  };

  declare("mutation", name, declaration as Parameters<typeof declare<Args>>[2], async (sent, ctx) => {
    // Passwords stay as typed.
    const given = isPublic ? sent : withoutInvisible(sent);
    await start(name, declaration.rateLimited, given, ctx);
    if (!isPublic && !before) return change(given, ctx, undefined as Ready);
    const call = await admit(given, ctx);
    const args = valid(validate, given);
    const ready = before ? await before(args, call) : (undefined as Ready);
    return isPublic ? resolve(args, call as ResolveCall, ready) : change(given, ctx, ready);
  });
}

type RootField = GraphQLField<unknown, unknown>;

/** Returns the operations of a schema by name; queries and mutations share no names. */
export function rootFieldsOf(schema: GraphQLSchema): ReadonlyMap<string, RootField> {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  return new Map(roots.flatMap((root) => Object.entries(root?.getFields() ?? {})));
}

/** True if an operation may be called without signing in; false for unknown operations. */
export function isOpenToStrangers(field: RootField | undefined): boolean {
  const operation = field?.extensions["operation"];
  return operation instanceof Operation && isOpen(operation.access);
}

/** Throws unless every root field of the schema was declared by `query` or `mutation`. */
export function assertEveryRootFieldHasAccess(schema: GraphQLSchema): void {
  const fields = [...rootFieldsOf(schema).values()];
  const open = fields.filter((field) => !(field.extensions["operation"] instanceof Operation));
  if (open.length > 0) {
    throw new Error(`Root fields without declared access: ${open.map((field) => field.name).join(", ")}`);
  }
}
