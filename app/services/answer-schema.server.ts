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

const schema = buildSchema(sdl);
const compiled = new WeakMap<DocumentNode, z.ZodType>();

function scalar(name: string): z.ZodType {
  if (name === "Boolean") return z.boolean();
  if (name === "Int") return z.int();
  if (name === "Float") return z.number();
  return name === "JSON" ? z.unknown() : z.string();
}

function checkOf(type: GraphQLOutputType, selections: SelectionSetNode | undefined): z.ZodType {
  if (isNonNullType(type)) return checkOf(type.ofType, selections);
  if (isListType(type)) return z.array(nullable(type.ofType, selections));
  const named = getNamedType(type);
  if (isObjectType(named) && selections) return objectOf(named.name, selections);
  if (isEnumType(named)) return z.enum(named.getValues().map((value) => value.name));
  return scalar(named.name);
}

function nullable(type: GraphQLOutputType, selections: SelectionSetNode | undefined): z.ZodType {
  const check = checkOf(type, selections);
  return isNonNullType(type) ? check : check.nullable();
}

function objectOf(typeName: string, selections: SelectionSetNode): z.ZodType {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`No object type ${typeName} in the contract`);
  const fields = type.getFields();
  const shape: Record<string, z.ZodType> = {};
  for (const selection of selections.selections) {
    if (selection.kind !== "Field") throw new Error("Console documents spell their fields out");
    const field = fields[selection.name.value];
    if (!field) throw new Error(`No field ${typeName}.${selection.name.value} in the contract`);
    shape[selection.alias?.value ?? selection.name.value] = nullable(field.type, selection.selectionSet);
  }
  return z.object(shape);
}

/**
 * What an answer to this document must look like, compiled once from the document and the contract: a wrongly
 * typed answer becomes an error here instead of a crash in a screen.
 */
export function answerSchema(document: DocumentNode): z.ZodType {
  let check = compiled.get(document);
  if (!check) {
    const operation = document.definitions.find((part) => part.kind === "OperationDefinition");
    if (!operation) throw new Error("The document holds no operation");
    const root = operation.operation === "mutation" ? schema.getMutationType() : schema.getQueryType();
    check = objectOf(root?.name ?? "", operation.selectionSet);
    compiled.set(document, check);
  }
  return check;
}
