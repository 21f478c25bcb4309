import {
  buildSchema,
  type DocumentNode,
  getNamedType,
  type GraphQLOutputType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  type SelectionSetNode,
} from "graphql";
import { z } from "zod/v4";
import sdl from "../../contract/schema.graphql?raw";

// Positions in the contract would keep all of its tokens in memory.
const schema = buildSchema(sdl, { noLocation: true, assumeValid: true });
const compiled = new WeakMap<DocumentNode, z.ZodType>();

function scalar(name: string): z.ZodType {
  if (name === "Boolean") return z.boolean();
  if (name === "Int") return z.int();
  if (name === "Float") return z.number();
  return name === "JSON" ? z.unknown() : z.string();
}

type Fragments = Map<string, SelectionSetNode>;

function checkOf(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  fragments: Fragments,
): z.ZodType {
  if (isNonNullType(type)) return checkOf(type.ofType, selections, fragments);
  if (isListType(type)) return z.array(nullable(type.ofType, selections, fragments));
  const named = getNamedType(type);
  if (isObjectType(named) && selections) return z.object(shapeOf(named.name, selections, fragments));
  if (isEnumType(named)) return z.enum(named.getValues().map((value) => value.name));
  return scalar(named.name);
}

function nullable(
  type: GraphQLOutputType,
  selections: SelectionSetNode | undefined,
  fragments: Fragments,
): z.ZodType {
  const check = checkOf(type, selections, fragments);
  return isNonNullType(type) ? check : check.nullable();
}

function shapeOf(typeName: string, selections: SelectionSetNode, fragments: Fragments) {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`No object type ${typeName} in the contract`);
  const fields = type.getFields();
  const shape: Record<string, z.ZodType> = {};
  for (const selection of selections.selections) {
    if (selection.kind !== "Field") {
      const inner =
        selection.kind === "InlineFragment" ? selection.selectionSet : fragments.get(selection.name.value);
      if (!inner) throw new Error("The document lacks a fragment that it spreads");
      Object.assign(shape, shapeOf(typeName, inner, fragments));
      continue;
    }
    const field = fields[selection.name.value];
    if (!field) throw new Error(`No field ${typeName}.${selection.name.value} in the contract`);
    const key = selection.alias?.value ?? selection.name.value;
    shape[key] = nullable(field.type, selection.selectionSet, fragments);
  }
  return shape;
}

/**
 * Schema for a document's answers, compiled once from document and contract: an answer of the wrong type becomes an
 * error here instead of crashing a screen.
 */
export function answerSchema(document: DocumentNode): z.ZodType {
  let check = compiled.get(document);
  if (!check) {
    const operation = document.definitions.find((part) => part.kind === "OperationDefinition");
    if (!operation) throw new Error("The document holds no operation");
    const root = operation.operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
    const fragments: Fragments = new Map(
      document.definitions.flatMap((part) =>
        part.kind === "FragmentDefinition" ? [[part.name.value, part.selectionSet]] : [],
      ),
    );
    check = z.object(shapeOf(root?.name ?? "", operation.selectionSet, fragments));
    compiled.set(document, check);
  }
  return check;
}
