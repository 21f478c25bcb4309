/** The kinds of fields that an entity (core/entity.ts) declares: each says once how it is sent, checked and stored. */
import type { InputType, InputTypeParam } from "@pothos/core";
import type { z } from "zod/v4";
import type { Bound } from "./bounds";
import type { builder } from "./builder";

type Types = (typeof builder)["$inferSchemaTypes"];

/** A text that people enter. */
export interface TextField<Key extends string = string> {
  readonly kind: "text";
  readonly rule: z.ZodType<string, string>;
  readonly isRequired: boolean;
  /** The column with its `searchKey`: the entity is searched and sorted by this text, and named by it. */
  readonly key?: Key | undefined;
  /** Its name in the record of changes, where that is not the field's. */
  readonly recordedAs?: string | undefined;
}

/** A value of a GraphQL type of its own. What is no text is stored as JSON. */
export interface ValueField<Value = unknown> {
  readonly kind: "value";
  readonly type: InputTypeParam<Types>;
  readonly rule: z.ZodType<Value>;
  /** How many items a list may have. */
  readonly bound?: Bound | undefined;
}

export type Field<Key extends string = string> = TextField<Key> | ValueField;

/** A text that must be sent; its rule says what of one is wrong (core/entered.ts). */
export const text = <const Key extends string = never>(
  rule: TextField["rule"],
  options: Pick<TextField<Key>, "key" | "recordedAs"> = {},
): TextField<Key> => ({ kind: "text", rule, isRequired: true, ...options });

/** A text that may be left out. */
export const optionalText = (rule: TextField["rule"]): TextField<never> => ({
  kind: "text",
  rule,
  isRequired: false,
});

/** A value that must be sent, checked by `rule`, which has all its messages. */
export const value = <Type extends InputType<Types> | [InputType<Types>], Value>(
  type: Type,
  rule: z.ZodType<Value>,
  bound?: Bound,
): ValueField<Value> => ({ kind: "value", type, rule, bound });
