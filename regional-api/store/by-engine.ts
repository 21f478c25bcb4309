/**
 * Queries with SQL fragments per engine, and compilation for PostgreSQL; Kysely's builder writes SQLite's
 * SQL.
 */
import {
  OperatorNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  sql as raw,
  type BinaryOperationNode,
  type Compilable,
  type Expression,
  type OperationNodeSource,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
} from "kysely";

/** A SQLite node with its PostgreSQL equivalent. */
interface BilingualNode extends RawNode {
  readonly postgres: RawNode;
}

const isBilingual = (node: RawNode): node is BilingualNode => "postgres" in node;

class Bilingual<Type> implements Expression<Type> {
  constructor(
    private readonly sqlite: RawNode,
    private readonly postgres: RawNode,
  ) {}

  get expressionType(): Type | undefined {
    return undefined;
  }

  toOperationNode(): BilingualNode {
    return { ...this.sqlite, postgres: this.postgres };
  }
}

const nodeOf = (words: RawBuilder<unknown>): RawNode => words.toOperationNode() as RawNode;

/** Returns a fragment with different SQL for each engine. */
export const byEngine = <Type>({
  sqlite,
  postgres,
}: {
  readonly sqlite: RawBuilder<Type>;
  readonly postgres: RawBuilder<Type>;
}): RawBuilder<Type> => raw<Type>`${new Bilingual<Type>(nodeOf(sqlite), nodeOf(postgres))}`;

class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw(isBilingual(node) ? node.postgres : node);
  }

  /** Handles an empty list, which only SQLite accepts. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    if (!PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length > 0)
      return super.visitBinaryOperation(node);
    this.append(String(OperatorNode.is(operator) && operator.operator === "not in"));
  }
}

const compiler = new PostgresCompiler();
const queryId = { queryId: "postgres" };

/** A compiled query. Its parameters are given by position. */
export interface PositionalQuery {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A query that can supply its own PostgreSQL text. */
export interface PostgresCompilable {
  inPostgres(): PositionalQuery;
}

/** Compiles a query for PostgreSQL. */
export const inPostgres = (query: Compilable<unknown> & Partial<PostgresCompilable>): PositionalQuery =>
  query.inPostgres?.() ??
  compiler.compileQuery(
    // All queries have operation nodes: the builder's, and those of `reading` and `writing`.
    (query as Compilable<unknown> & OperationNodeSource).toOperationNode() as RootOperationNode,
    queryId,
  );
