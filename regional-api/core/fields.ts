/** The kinds of fields that an entity (core/entity.ts) declares: each says once how it is sent, checked and stored. */
import type { InputType, InputTypeParam } from "@pothos/core";
import type { z } from "zod/v4";
import type { Bound } from "./bounds";
import type { builder } from "./builder";
import { enteredLines, enteredText } from "./entered";

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

interface Text<Key> {
  /** What contract/limits.ts calls its greatest length. */
  readonly limit: string;
  /** The most characters, as people count them (SHELL-32). */
  readonly max: number;
  /** What messages call it: "the group name". */
  readonly what: string;
  readonly key?: Key;
  readonly recordedAs?: string;
}

/** A text of one line; `missing` is what is said where there is none. */
export const text = <const Key extends string = never>({
  limit,
  max,
  what,
  missing,
  ...options
}: Text<Key> & { readonly missing: string }): TextField<Key> => ({
  kind: "text",
  rule: enteredText(limit, max, what, missing),
  isRequired: true,
  ...options,
});

/** A text that may be left out and may have several lines. */
export const lines = ({ limit, max, what }: Text<never>): TextField<never> => ({
  kind: "text",
  rule: enteredLines(limit, max, what),
  isRequired: false,
});

/** A value that must be sent, checked by `rule`, which has all its messages. */
export const value = <Type extends InputType<Types> | [InputType<Types>], Value>(
  type: Type,
  rule: z.ZodType<Value>,
  bound?: Bound,
): ValueField<Value> => ({ kind: "value", type, rule, bound });
