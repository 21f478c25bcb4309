/**
 * Limits of a GraphQL document: one operation, one field per mutation, at most 10 levels and 500 fields with
 * fragments expanded, and few aliases, fragments and repetitions. They are checked before GraphQL's own
 * rules, some of which compare every field with every other. Introspection, which production disables, is
 * exempt because it is deeper than any real query.
 */
import {
  Kind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { invalid } from "./errors";

export const limits = {
  depth: 10,
  fields: 500,
  aliases: 20,
  /** Maximum fields that repeat a name within a selection. */
  repetitions: 20,
  fragments: 30,
  rootFields: 10,
  tokens: 2_000,
  textBytes: 20_000,
};

interface Size {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly repetitions: number;
}

const nothing: Size = { depth: 0, fields: 0, aliases: 0, repetitions: 0 };

/** Returns the number of fields in a selection that repeat another field's name. */
function countRepetitions({ selections }: SelectionSetNode): number {
  const names = selections.flatMap((selection) =>
    selection.kind === Kind.FIELD ? (selection.alias ?? selection.name).value : [],
  );
  return names.length - new Set(names).size;
}

/**
 * Returns sizes with fragments expanded. Each fragment is measured once and memoized, so nesting them costs
 * no time.
 */
function measure(
  selections: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  known: Map<string, Size>,
): Size {
  const sizes = selections.selections.map((selection): Size => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const name = selection.name.value;
      let size = known.get(name);
      if (!size) {
        const fragment = fragments.get(name);
        // Placeholder in case the fragment spreads itself, which GraphQL's own rules refuse later.
        known.set(name, nothing);
        size = fragment ? measure(fragment.selectionSet, fragments, known) : nothing;
        known.set(name, size);
      }
      return size;
    }
    if (selection.kind === Kind.FIELD && selection.name.value.startsWith("__")) return nothing;
    const inner = selection.selectionSet ? measure(selection.selectionSet, fragments, known) : nothing;
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner;
    return {
      depth: inner.depth + 1,
      fields: inner.fields + 1,
      aliases: inner.aliases + (selection.alias ? 1 : 0),
      repetitions: inner.repetitions,
    };
  });
  const sum = (part: keyof Size) => sizes.reduce((total, size) => total + size[part], 0);
  return {
    depth: Math.max(0, ...sizes.map((size) => size.depth)),
    fields: sum("fields"),
    aliases: sum("aliases"),
    repetitions: sum("repetitions") + countRepetitions(selections),
  };
}

function refuseIf(isBeyond: boolean, message: string): void {
  if (isBeyond) throw invalid(message);
}

/** Returns the operation and its field count, with fragments expanded. Throws a Validation Error beyond limits. */
export function checkDocument({ definitions }: DocumentNode): {
  operation: OperationDefinitionNode;
  fields: number;
} {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  refuseIf(definitions.length - 1 > limits.fragments, `Write at most ${limits.fragments} fragments`);
  const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const [first] = operations;
  if (!first || operations.length > 1) throw invalid("Send one operation at a time");
  const known = new Map<string, Size>();
  const size = measure(first.selectionSet, fragments, known);
  refuseIf(size.depth > limits.depth, `The query is deeper than ${limits.depth} levels`);
  refuseIf(size.fields > limits.fields, `The query has more than ${limits.fields} fields`);
  refuseIf(size.aliases > limits.aliases, `The query has more than ${limits.aliases} aliases`);
  // Unused fragments count as well, because GraphQL's rules compare them, too.
  const all = [...fragments.values()].map(({ selectionSet }) => measure(selectionSet, fragments, known));
  const maxRepeated = Math.max(size.repetitions, ...all.map(({ repetitions }) => repetitions));
  refuseIf(maxRepeated > limits.repetitions, "The query names the same fields too often");
  refuseIf(Math.max(0, ...all.map(({ fields }) => fields)) > limits.fields, "A fragment has too many fields");
  const { selections } = first.selectionSet;
  refuseIf(
    selections.some((selection) => selection.kind !== Kind.FIELD),
    "Write root fields without fragments",
  );
  refuseIf(first.operation === "mutation" && selections.length > 1, "Send one mutation at a time");
  refuseIf(selections.length > limits.rootFields, `Ask for at most ${limits.rootFields} root fields`);
  return { operation: first, fields: size.fields };
}
