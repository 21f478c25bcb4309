import type { ResultOf, TadaDocumentNode, VariablesOf } from "gql.tada";
import type { introspection } from "../../contract/graphql-env";
import { mutations, queries } from "../../contract/operations";
import type { CustomerApi, FormApi, Scoped } from "./customer-api.server";
import { graphql } from "./graphql";
import type { RegionalApi } from "./regional-api.server";

// Builds documents that pass every argument of an operation as a variable of the same name, known from the contract.

type Types = introspection["types"];
type Roots = Types["Query"]["fields"] & Types["Mutation"]["fields"];
type FieldsOf<T> = T extends keyof Types ? (Types[T] extends { fields: infer F } ? F : never) : never;
/** A type's name without list and non-null wrappers. */
type Named<T> = T extends { kind: "NON_NULL" | "LIST"; ofType: infer O }
  ? Named<O>
  : T extends { name: infer N }
    ? N
    : never;
type TypeOf<Name extends keyof Roots> = Named<Roots[Name]["type"]>;
type RowOf<Name extends keyof Roots> =
  FieldsOf<TypeOf<Name>> extends { data: { type: infer T } } ? Named<T> : never;
type LeavesOf<F> = {
  [K in keyof F]: F[K] extends { type: infer T } ? ([FieldsOf<Named<T>>] extends [never] ? K : never) : never;
}[keyof F] &
  string;

type Fragment<On = string, Name = string> = TadaDocumentNode<
  object,
  object,
  { fragment: Name; on: On; masked: false }
>;
type FieldsIn<Field> = Field extends { type: infer T } ? FieldsOf<Named<T>> : never;
/** True if a selection in one line names only fields of a type; those of objects have a selection in braces. */
type Selects<Text, F, Around extends readonly unknown[] = []> = Text extends `${infer Word} ${infer More}`
  ? Word extends "}"
    ? Around extends readonly [infer Outer, ...infer Others]
      ? Selects<More, Outer, Others>
      : false
    : More extends `{ ${infer Inner}`
      ? Word extends keyof F
        ? Selects<Inner, FieldsIn<F[Word]>, [F, ...Around]>
        : false
      : Word extends LeavesOf<F>
        ? Selects<More, F, Around>
        : false
  : Text extends (Around["length"] extends 0 ? LeavesOf<F> : "}")
    ? true
    : false;
/** Selection on a type: its fields in one line, or a fragment if they are many; nothing for scalars. */
type RequestedFields<T, F> = [FieldsOf<T>] extends [never]
  ? undefined
  : F extends string
    ? Selects<F, FieldsOf<T>> extends true
      ? F
      : never
    : Fragment<T>;
type Selection<F> =
  F extends Fragment<string, infer N extends string> ? `{ ...${N} }` : F extends string ? `{ ${F} }` : "";
type Kind<Name> = Name extends keyof typeof queries ? "query" : "mutation";
const operations = { ...queries, ...mutations };

const pages = "pagination { totalPages currentPage totalItems isTotalExact }";
type PageSelection<F> = `{ data ${Selection<F>} ${typeof pages} }`;

/** gql.tada's document type for a text. */
type TypedDocument<Text extends string, F> = ReturnType<
  // @ts-expect-error: gql.tada's cache overload, which is checked too, does not accept these arguments.
  typeof graphql<`${Text} }`, F extends Fragment ? readonly [F] : []>
>;
type Answer<D, Name> = ResultOf<D> extends { [K in Name & string]: infer A } ? A : never;
/** A call that adds the customer's ids that the operation takes and the caller omits. */
type Call<Api, D, Name> = (
  api: Api,
  ...variables: object extends Scoped<VariablesOf<D>>
    ? [variables?: Scoped<VariablesOf<D>>]
    : [variables: Scoped<VariablesOf<D>>]
) => Promise<Answer<D, Name>>;

/** Default name of an operation in logs and metrics. */
export const nameOf = (field: string) => field.replace(/^([A-Z]+(?=[A-Z])|[A-Z][a-z]+)(Get)?/, "");

function documentOf(text: string, asked: Fragment | string | undefined, isPage = false) {
  const fragments = typeof asked === "object" ? [asked] : [];
  const named = fragments.flatMap(({ definitions: [first] }) =>
    first?.kind === "FragmentDefinition" ? `...${first.name.value}` : [],
  );
  const fields = asked === undefined ? "" : `{ ${named[0] ?? String(asked)} }`;
  const document: string = `${text} ${isPage ? `{ data ${fields} ${pages} }` : fields} }`;
  return graphql(document, fragments) as TadaDocumentNode;
}

const querying =
  (field: string, document: TadaDocumentNode) =>
  async (api: CustomerApi, variables: object = {}) =>
    (await api.query(document, variables))[field] as unknown;

/** Creates a query function that returns the `asked` selection. Throws ApiError. */
export const queryOf = <Name extends keyof typeof queries, const F extends Fragment | string | undefined>(
  field: Name,
  asked: F & RequestedFields<TypeOf<Name>, F>,
  name = nameOf(field),
) =>
  querying(field, documentOf(`query ${name}${queries[field]}`, asked)) as Call<
    CustomerApi,
    TypedDocument<`query ${(typeof queries)[Name]} ${Selection<F>}`, F>,
    Name
  >;

/** Creates a query function for a page: rows with the `asked` selection, and totals. Throws ApiError. */
export const pageQueryOf = <Name extends keyof typeof queries, const F extends Fragment | string | undefined>(
  field: Name,
  asked: F & RequestedFields<RowOf<Name>, F>,
  name = nameOf(field),
) =>
  querying(field, documentOf(`query ${name}${queries[field]}`, asked, true)) as Call<
    CustomerApi,
    TypedDocument<`query ${(typeof queries)[Name]} ${PageSelection<F>}`, F>,
    Name
  >;

/** Creates a mutation function that uses the form's key and returns the `asked` selection. Throws ApiError. */
export function mutationOf<
  Name extends keyof typeof mutations,
  const F extends Fragment | string | undefined,
>(field: Name, asked: F & RequestedFields<TypeOf<Name>, F>, name = nameOf(field)) {
  const document = documentOf(`mutation ${name}${mutations[field]}`, asked);
  return (async (api: FormApi, variables: object = {}) =>
    (await api.mutate(document, variables))[field] as unknown) as Call<
    FormApi,
    TypedDocument<`mutation ${(typeof mutations)[Name]} ${Selection<F>}`, F>,
    Name
  >;
}

/** Creates a function for a call of the sign-in, which has neither a customer nor a form's key. Throws ApiError. */
export function authCallOf<Name extends keyof Roots, const F extends Fragment | string | undefined>(
  field: Name,
  asked: F & RequestedFields<TypeOf<Name>, F>,
  name = nameOf(field),
) {
  const kind = field in queries ? "query" : "mutation";
  const document = documentOf(`${kind} ${name}${operations[field]}`, asked);
  return (async (api: RegionalApi, variables: object) =>
    (await api.authCall(document, variables))[field] as unknown) as Call<
    RegionalApi,
    TypedDocument<`${Kind<Name>} ${(typeof operations)[Name]} ${Selection<F>}`, F>,
    Name
  >;
}
