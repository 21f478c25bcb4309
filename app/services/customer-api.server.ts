import type { DocumentNode } from "graphql";
import type { TadaDocumentNode } from "gql.tada";
import type { AwsRegion } from "~/regions";
import type { RegionalApi } from "./regional-api.server";

/** The ids that most operations take: of the customer, its root department and its organisation. */
export type ScopeIds = { customerId: string; hierarchyId: string; organizationId: string };
type IdKey = keyof ScopeIds;

/** The variables of a document, of which the ids may be left out. */
export type Scoped<V> = Omit<V, IdKey> & Partial<Pick<V, IdKey & keyof V>>;

const declaredIds = new WeakMap<DocumentNode, IdKey[]>();

/** The ids that a document declares as variables. */
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
 * The regional API for the customer that the address names. Each call adds the ids that its document declares and the
 * caller leaves out; an id inside of a filter or an input is the caller's, from `ids`. It reads only: see `FormApi`.
 */
export class CustomerApi {
  constructor(
    protected readonly api: RegionalApi,
    readonly ids: ScopeIds,
  ) {}

  get region(): AwsRegion {
    return this.api.region;
  }

  /** The API with the key of a posted form. */
  static ofForm({ api, ids }: CustomerApi, key: string): FormApi {
    return new FormApi(api, ids, key);
  }

  /** The API of another region. The ids stay, so a call about another customer names its own. */
  in(region: AwsRegion): CustomerApi {
    return new CustomerApi(this.api.in(region), this.ids);
  }

  /** Reads. Throws ApiError. */
  query<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): Promise<R> {
    return this.api.query(document, this.withIds(document, variables));
  }

  protected withIds<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): V {
    const ids = Object.fromEntries(idsOf(document).map((id) => [id, this.ids[id]]));
    return { ...ids, ...variables } as V;
  }
}

/** The API that an action is given: it also changes, each time under the key of the posted form (GEN-22). */
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

  /** The API for a change that is another one each time, even when the same form is sent again. */
  withKey(key: string): FormApi {
    return new FormApi(this.api, this.ids, key);
  }

  /** Changes. The same form sent again with the same values has no second effect (GEN-22). Throws ApiError. */
  mutate<R, V>(document: TadaDocumentNode<R, V>, variables: Scoped<V>): Promise<R> {
    return this.api.mutate(document, this.withIds(document, variables), this.key);
  }
}
