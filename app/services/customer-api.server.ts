import type { DocumentNode } from "graphql";
import type { TadaDocumentNode } from "gql.tada";
import type { AwsRegion } from "~/regions";
import type { RegionalApi } from "./regional-api.server";

/** Ids that most operations take: customer, its root department and its organisation. */
export type ScopeIds = { customerId: string; hierarchyId: string; organizationId: string };
type IdKey = keyof ScopeIds;

/** A document's variables, with the scope ids optional. */
export type Scoped<V> = Omit<V, IdKey> & Partial<Pick<V, IdKey & keyof V>>;

const declaredIds = new WeakMap<DocumentNode, IdKey[]>();

/** Scope ids that a document declares as variables. */
function idsOf(document: DocumentNode): IdKey[] {
  const known = declaredIds.get(document);
  if (known) return known;
  const names = document.definitions.flatMap((part) =>
    part.kind === "OperationDefinition"
      ? (part.variableDefinitions ?? []).map(({ variable }) => variable.name.value)
      : [],
  );
  const ids = (["customerId", "hierarchyId", "organizationId"] as const).filter((id) => names.includes(id));
  declaredIds.set(document, ids);
  return ids;
}

/**
 * API client for the customer in the URL. Adds the scope ids that a document declares and the caller omits;
 * ids inside a filter or input are the caller's job, from `ids`. Read-only: see `FormApi`.
 */
export class CustomerApi {
  constructor(
    protected readonly api: RegionalApi,
    readonly ids: ScopeIds,
  ) {}

  get region(): AwsRegion {
    return this.api.region;
  }

  /** Client for changes, using a posted form's idempotency key. */
  static ofForm({ api, ids }: CustomerApi, key: string): FormApi {
    return new FormApi(api, ids, key);
  }

  /** Client for another region. The ids stay the same, so calls about another customer must pass their own. */
  in(region: AwsRegion): CustomerApi {
    return new CustomerApi(this.api.in(region), this.ids);
  }

  /** Runs a query. Throws ApiError. */
  query<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): Promise<R> {
    return this.api.query(document, this.withIds(document, variables));
  }

  protected withIds<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): V {
    const ids = Object.fromEntries(idsOf(document).map((id) => [id, this.ids[id]]));
    return { ...ids, ...variables } as V;
  }
}

/** API client for actions: can also mutate, under the form's idempotency key (GEN-22). */
export class FormApi extends CustomerApi {
  constructor(
    api: RegionalApi,
    ids: ScopeIds,
    private readonly key: string,
  ) {
    super(api, ids);
  }

  override in(region: AwsRegion): FormApi {
    return new FormApi(this.api.in(region), this.ids, this.key);
  }

  /** Client with another key, for changes that must run again even if the form is resent. */
  withKey(key: string): FormApi {
    return new FormApi(this.api, this.ids, key);
  }

  /** Runs a mutation. Resending the same form with the same values has no second effect (GEN-22). Throws ApiError. */
  mutate<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): Promise<R> {
    return this.api.mutate(document, this.withIds(document, variables), this.key);
  }
}
