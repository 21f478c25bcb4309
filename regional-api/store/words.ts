/** One meaning in the words of each engine, and queries in those of PostgreSQL; SQLite's are what the builder writes. */
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

/** A node of SQLite's with what PostgreSQL says in its place. */
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

/** What is said in other words by each engine. */
export const words = <Type>({
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

  /** A list without anything in it, which only SQLite takes. */
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    if (!PrimitiveValueListNode.is(rightOperand) || rightOperand.values.length > 0)
      return super.visitBinaryOperation(node);
    this.append(String(OperatorNode.is(operator) && operator.operator === "not in"));
  }
}

const compiler = new PostgresCompiler();
const queryId = { queryId: "postgres" };

/** A query as an engine runs it: `parameters` by their places. */
export interface Written {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What has its text in PostgreSQL's words already. */
export interface WrittenOnce {
  inPostgres(): Written;
}

/** A query in PostgreSQL's words. */
export const inPostgres = (query: Compilable<unknown> & Partial<WrittenOnce>): Written =>
  query.inPostgres?.() ??
  compiler.compileQuery(
    // All that is compiled is made of nodes: the builder's queries, and those of `reading` and `writing`.
    (query as Compilable<unknown> & OperationNodeSource).toOperationNode() as RootOperationNode,
    queryId,
  );
