/**
 * What a document may ask for: one operation, a mutation of one field, at most 10 levels and 500 fields with its
 * fragments written out, few aliases. Introspection, off in production, is exempt: it is deeper than any real query.
 */
import {
  GraphQLError,
  Kind,
  type ASTVisitor,
  type FragmentDefinitionNode,
  type SelectionSetNode,
  type ValidationContext,
} from "graphql";

export const limits = {
  depth: 10,
  fields: 500,
  aliases: 20,
  rootFields: 10,
  tokens: 2_000,
  textBytes: 20_000,
};

interface Size {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
}

const nothing: Size = { depth: 0, fields: 0, aliases: 0 };

/** Sizes with fragments written out, each fragment counted once and reused, so that nesting them costs no time. */
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
        // Stands in while the fragment is measured, should it spread itself: another rule refuses that.
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
    };
  });
  return {
    depth: Math.max(0, ...sizes.map((size) => size.depth)),
    fields: sizes.reduce((sum, size) => sum + size.fields, 0),
    aliases: sizes.reduce((sum, size) => sum + size.aliases, 0),
  };
}

/** A validation rule for the limits above. */
export function withinLimits(context: ValidationContext): ASTVisitor {
  const document = context.getDocument();
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  const refuse = (message: string) => context.reportError(new GraphQLError(message));
  return {
    Document: ({ definitions }) => {
      const operations = definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
      if (operations.length !== 1) refuse("Send one operation at a time");
    },
    OperationDefinition: ({ operation, selectionSet }) => {
      const size = measure(selectionSet, fragments, new Map());
      if (size.depth > limits.depth) refuse(`The query is deeper than ${limits.depth} levels`);
      if (size.fields > limits.fields) refuse(`The query has more than ${limits.fields} fields`);
      if (size.aliases > limits.aliases) refuse(`The query has more than ${limits.aliases} aliases`);
      const { selections } = selectionSet;
      if (selections.some((selection) => selection.kind !== Kind.FIELD))
        refuse("Write root fields without fragments");
      if (operation === "mutation" && selections.length > 1) refuse("Send one mutation at a time");
      if (selections.length > limits.rootFields) refuse(`Ask for at most ${limits.rootFields} root fields`);
    },
  };
}
