import SchemaBuilder, {
  type ArgumentRef,
  type InputFieldRef,
  type InterfaceRef,
  type ObjectFieldsShape,
} from "@pothos/core";
import { GraphQLError } from "graphql";
import type { Bit } from "../store/tables/columns";
import type { ApiContext } from "./context";

export interface ApiSchemaTypes {
  Context: ApiContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Milliseconds internally, ISO 8601 UTC on the wire. */
    DateTime: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
  };
}

type Types = PothosSchemaTypes.ExtendDefaultTypes<ApiSchemaTypes>;

/** Fields and list items are non-null unless declared nullable. */
export const builder = new SchemaBuilder<ApiSchemaTypes>({ defaultFieldNullability: false });

const isoDateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Returns the time in ms; NaN if invalid. Date.parse would turn 30 February into a day in March. */
function timeOf(text: string): number {
  const [, day] = isoDateTime.exec(text) ?? [];
  if (day === undefined) return Number.NaN;
  const midnight = Date.parse(`${day}T00:00Z`);
  const isDay = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
  return isDay ? Date.parse(text) : Number.NaN;
}

builder.scalarType("DateTime", {
  serialize: (value) => new Date(value).toISOString(),
  parseValue: (value) => {
    const time = typeof value === "string" ? timeOf(value) : Number.NaN;
    if (Number.isNaN(time)) throw new GraphQLError("DateTime is an ISO 8601 time with a zone");
    return time;
  },
});

builder.scalarType("JSON", { serialize: (value) => value, parseValue: (value) => value });

builder.queryType({});
builder.mutationType({});

const requiredArgs =
  (type: "string" | "id") =>
  <const Name extends string>(...names: readonly Name[]) =>
    builder.args(
      (t) =>
        Object.fromEntries(names.map((name) => [name, t[type]({ required: true })])) as Record<
          Name,
          ArgumentRef<Types, string>
        >,
    );

/** Required string arguments. */
export const textArgs = requiredArgs("string");

/** Required id arguments. */
export const idArgs = requiredArgs("id");

interface Scalars {
  ID: string;
  String: string;
  Int: number;
  Float: number;
  Boolean: boolean;
  DateTime: number;
}
type Scalar = keyof Scalars;
/** Types of what is sent, by name: a scalar, one that may be omitted, or a list. */
type Sent = Readonly<Record<string, Scalar | `${Scalar}?` | readonly [Scalar]>>;
type ShapeOf<Type> = Type extends Scalar
  ? Scalars[Type]
  : Type extends `${infer Name extends Scalar}?`
    ? Scalars[Name] | null | undefined
    : Type extends readonly [infer Name extends Scalar]
      ? Scalars[Name][]
      : never;

/** Field options as the builder takes them for one type; the callers state the shape of each. */
const optionsOf = (type: Sent[string]) => {
  const [name, required] =
    typeof type === "string" ? [type.replace("?", ""), !type.endsWith("?")] : [[type[0]], true];
  return { type: name as "String", required };
};

/** Scalar arguments; a trailing "?" marks one that may be omitted. */
export const argsOf = <const Args extends Sent>(args: Args) =>
  builder.args(
    (t) =>
      Object.fromEntries(
        Object.entries(args).map(([name, type]) => [name, t.field(optionsOf(type))]),
      ) as unknown as {
        -readonly [Name in keyof Args]: ArgumentRef<Types, ShapeOf<Args[Name]>>;
      },
  );

/** Declares an input type of scalars; a trailing "?" marks a field that may be omitted. */
export const inputOf = <const Fields extends Sent>(name: string, fields: Fields) =>
  builder.inputType(name, {
    fields: (t) =>
      Object.fromEntries(
        Object.entries(fields).map(([field, type]) => [field, t.field(optionsOf(type))]),
      ) as unknown as {
        -readonly [Field in keyof Fields]: InputFieldRef<Types, ShapeOf<Fields[Field]>>;
      },
  });

type ScalarName<Value> = Value extends string
  ? "ID" | "String"
  : Value extends boolean | Bit
    ? "Boolean"
    : Value extends number
      ? "Int" | "Float" | "DateTime"
      : never;
/** GraphQL types that can show a property unchanged; a trailing "?" marks a nullable type. */
export type FieldType<Value> = null extends Value ? `${ScalarName<NonNullable<Value>>}?` : ScalarName<Value>;

/** Fields that show a row's properties unchanged; a trailing "?" marks a nullable field. `_id` shows `id`. */
type RowFields<Row> = { readonly [Field in keyof Row & string]?: FieldType<Row[Field]> } & {
  readonly _id?: Row extends { readonly id: string } ? "ID" : never;
};

/** The fields of a type that are not properties of its row. */
export type OtherFields<Row> = ObjectFieldsShape<Types, Row>;

/** Declares an object type with properties of a row, and with `others` derived from them. */
export const rowType =
  <Row extends object>() =>
  (
    name: string,
    fields: RowFields<Row>,
    others?: OtherFields<Row>,
    interfaces: readonly InterfaceRef<Types, object>[] = [],
  ) =>
    builder.objectRef<Row>(name).implement({
      interfaces: interfaces as [],
      fields: (t) => ({
        ...Object.fromEntries(
          Object.entries(fields as Record<string, string>).map(([field, type]) => {
            const property = (field === "_id" ? "id" : field) as keyof Row;
            const scalar = type.replace("?", "") as "String";
            const isBit = type === "Boolean";
            // Pothos cannot infer that RowFields ties each type to its property.
            return [
              field,
              t.field({
                type: scalar,
                nullable: type.endsWith("?"),
                resolve: (row) => (isBit ? Boolean(row[property]) : row[property]) as never,
              }),
            ];
          }),
        ),
        ...others?.(t),
      }),
    });
