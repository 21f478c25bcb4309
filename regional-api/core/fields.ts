/** Kinds of entity fields (core/entity.ts). A field defines how it is sent, validated and stored. */
import type { InputType, InputTypeParam } from "@pothos/core";
import type { z } from "zod/v4";
import type { Bound } from "./bounds";
import type { builder } from "./builder";

type Types = (typeof builder)["$inferSchemaTypes"];

/** A text entered by users. */
export interface TextField<Key extends string = string> {
  readonly kind: "text";
  readonly rule: z.ZodType<string, string>;
  readonly isRequired: boolean;
  /** The column of the text's `searchKey`. The entity is named, searched and sorted by this text. */
  readonly key?: Key | undefined;
  /** Name in audit entries, if it differs from the field's. */
  readonly recordedAs?: string | undefined;
}

/** A value of any GraphQL type, stored as JSON unless it is a string. */
export interface ValueField<Value = unknown> {
  readonly kind: "value";
  readonly type: InputTypeParam<Types>;
  readonly rule: z.ZodType<Value>;
  /** The bound of a list value. */
  readonly bound?: Bound | undefined;
}

/** A value stored unchanged (booleans as 0 or 1), shown and audited under its own name. */
export interface PlainField<Value = unknown> {
  readonly kind: "plain";
  readonly type: "Boolean" | "Int" | "String";
  readonly rule: z.ZodType<Value>;
}

export type Field<Key extends string = string> = TextField<Key> | ValueField | PlainField;

/** A required text, validated by a rule of core/text-rules.ts. */
export const text = <const Key extends string = never>(
  rule: TextField["rule"],
  options: Pick<TextField<Key>, "key" | "recordedAs"> = {},
): TextField<Key> => ({ kind: "text", rule, isRequired: true, ...options });

/** A text that may be omitted. */
export const optionalText = (rule: TextField["rule"]): TextField<never> => ({
  kind: "text",
  rule,
  isRequired: false,
});

/** An integer, a boolean, a day, or one of several texts: required, and validated by `rule`. */
export const plain = <Value extends boolean | number | string>(
  type: PlainField["type"],
  rule: z.ZodType<Value>,
): PlainField<Value> => ({ kind: "plain", type, rule });

/** A required value of any other type, validated by `rule`. */
export const value = <Type extends InputType<Types> | [InputType<Types>], Value>(
  type: Type,
  rule: z.ZodType<Value>,
  bound?: Bound,
): ValueField<Value> => ({ kind: "value", type, rule, bound });
