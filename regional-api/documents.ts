/**
 * Runs GraphQL documents. Valid documents of signed-in callers are cached, and compiled on second use.
 * Documents of other callers are never cached and may use public operations only.
 */
import {
  execute,
  getVariableValues,
  Kind,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type ValidationRule,
} from "graphql";
import { compileQuery, isCompiledQuery, type CompiledQuery } from "graphql-jit";
import { BoundedCache } from "../shared/bounded-cache";
import { invalid, unauthenticated } from "./core/errors";
import { checkDocument, limits } from "./core/limits";
import { isOpenToStrangers, rootFieldsOf } from "./core/operation";
import type { ApiContext } from "./core/context";

/**
 * Maximum length in characters for callers who are not signed in; the documents of the sign-in have about
 * 300.
 */
const maxAnonymousLength = 4_000;

/**
 * Cache size by estimated cost in bytes: a compiled document measured about 1 KB per field plus 60 bytes per
 * character. The console's documents together take a fifth of this.
 */
const keptBytes = 24 * 1024 * 1024;
const costOf = (text: string, fields: number) => 2_000 + fields * 1_000 + text.length * 60;

interface CachedDocument {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Estimated bytes; see `keptBytes`. */
  readonly cost: number;
  compiled?: CompiledQuery;
}

export interface Call {
  readonly text: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

/** Errors in a document or its variables. */
export class DocumentErrors extends Error {
  constructor(readonly errors: readonly Error[]) {
    super("The document or its variables do not fit the schema");
  }
}

function parsed(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: limits.tokens, noLocation: true });
  } catch (error) {
    throw error instanceof Error ? new DocumentErrors([error]) : error;
  }
}

const rootNamesOf = ({ definitions }: DocumentNode): string[] =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.flatMap((root) =>
          root.kind === Kind.FIELD ? [root.name.value] : [],
        )
      : [],
  );

export class Documents {
  private readonly kept = new BoundedCache<string, CachedDocument>(keptBytes, (_, { cost }) => cost);
  private readonly roots: ReturnType<typeof rootFieldsOf>;

  constructor(
    private readonly schema: GraphQLSchema,
    private readonly rules: readonly ValidationRule[],
  ) {
    this.roots = rootFieldsOf(schema);
  }

  /**
   * Executes the call. Throws DocumentErrors or a Validation Error for a violation of the schema or the limits, and
   * UNAUTHENTICATED if a caller who is not signed in uses operations that are not public.
   */
  async run(call: Call, context: ApiContext, isStranger: boolean): Promise<ExecutionResult> {
    const known = isStranger ? this.ofStranger(call.text, context) : this.ofSomebody(call.text);
    const { document, operation, compiled } = known;
    const { variables, operationName } = call;
    if (operationName !== undefined && operationName !== operation.name?.value)
      throw invalid(`There is no operation named "${operationName.slice(0, 100)}"`);
    // Stops at the first error: each quotes the input and computes suggestions for misspelt names.
    const { errors } = getVariableValues(this.schema, operation.variableDefinitions ?? [], variables, {
      maxErrors: 1,
    });
    if (errors) throw new DocumentErrors(errors);
    return compiled
      ? compiled.query({}, context, variables)
      : execute({ schema: this.schema, document, contextValue: context, variableValues: variables });
  }

  private ofStranger(text: string, { operations }: ApiContext): CachedDocument {
    if (text.length > maxAnonymousLength) throw unauthenticated();
    const document = parsed(text);
    const names = rootNamesOf(document);
    // Introspection is subject to the settings: if disabled, a validation rule refuses it.
    if (!names.every((name) => name.startsWith("__") || isOpenToStrangers(this.roots.get(name)))) {
      operations.push(...names.filter((name) => this.roots.has(name)));
      throw unauthenticated();
    }
    return this.checked(text, document);
  }

  private ofSomebody(text: string): CachedDocument {
    const known = this.kept.get(text);
    if (known === undefined) return this.kept.set(text, this.checked(text, parsed(text)));
    known.compiled ??= this.compiled(known);
    return known;
  }

  private checked(text: string, document: DocumentNode): CachedDocument {
    const { operation, fields } = checkDocument(document);
    const errors = validate(this.schema, document, [...specifiedRules, ...this.rules], { maxErrors: 10 });
    if (errors.length > 0) throw new DocumentErrors(errors);
    return { document, operation, cost: costOf(text, fields) };
  }

  private compiled({ document }: CachedDocument): CompiledQuery | undefined {
    const compiled = compileQuery(this.schema, document);
    return isCompiledQuery(compiled) ? compiled : undefined;
  }
}
