import SchemaBuilder from "@pothos/core";
import { GraphQLError } from "graphql";
import type { ApiContext } from "./context";

export interface ApiSchemaTypes {
  Context: ApiContext;
  DefaultFieldNullability: false;
  Scalars: {
    ID: { Input: string; Output: string };
    /** Milliseconds inside, ISO 8601 UTC on the wire. */
    DateTime: { Input: number; Output: number };
    JSON: { Input: unknown; Output: unknown };
  };
}

/** Fields and list items are non-null unless they say so. */
export const builder = new SchemaBuilder<ApiSchemaTypes>({ defaultFieldNullability: false });

const isoDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

builder.scalarType("DateTime", {
  serialize: (value) => new Date(value).toISOString(),
  parseValue: (value) => {
    const time = typeof value === "string" && isoDateTime.test(value) ? Date.parse(value) : Number.NaN;
    if (Number.isNaN(time)) throw new GraphQLError("DateTime is an ISO 8601 time with a zone");
    return time;
  },
});

builder.scalarType("JSON", { serialize: (value) => value, parseValue: (value) => value });

builder.queryType({});
builder.mutationType({});
