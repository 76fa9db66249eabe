import { type TProperties, type TSchema, Type } from 'typebox';
import { ORDER_FLAG_LIST, type OrderFlag, snakeCase } from '#contract';
import { Nullable, Time, TimeBody } from './common-schema.ts';

// Schemas of the flags of an order, and their part of its record, follow from their table.

/** The flags that have a text for a request or a record, as a schema each. The order of the first is older than the table. */
const toFlagSchemas = (
  first: readonly string[],
  toSchema: (flag: OrderFlag) => TSchema | null,
): TProperties => {
  const all = ORDER_FLAG_LIST.flatMap(([name, flag]) => {
    const schema = toSchema(flag);
    return schema === null ? [] : [[snakeCase(name), schema] as const];
  });
  const rank = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return Object.fromEntries(all.toSorted(([a], [b]) => rank(a) - rank(b)));
};

function toRequested({ kind, requested: description, choices = [], pattern }: OrderFlag): TSchema | null {
  if (description === undefined) return null;
  if (kind === 'time') return Type.Optional(TimeBody);
  if (kind === 'flag') return Type.Optional(Type.Boolean({ default: false, description }));
  if (kind === 'choice') return Type.Optional(Type.Enum([...choices], { description }));
  return Type.Optional(toText(description, pattern));
}

function toShown({ kind, shown: description, choices = [], pattern }: OrderFlag): TSchema | null {
  if (description === undefined) return null;
  if (kind === 'time') return Nullable(Time, description);
  if (kind === 'flag') return Type.Boolean({ description });
  return Nullable(
    kind === 'choice' ? Type.Enum([...choices], { description }) : toText(description, pattern),
  );
}

const toText = (description: string, pattern: RegExp | undefined): TSchema =>
  Type.String(pattern === undefined ? { description } : { pattern: pattern.source, description });

export const REQUESTED_SCHEMAS = toFlagSchemas(
  ['valid_until', 'cancel_on_pause', 'self_trade', 'reduce_only', 'tag'],
  toRequested,
);
export const SHOWN_SCHEMAS = toFlagSchemas(['post_only', 'reduce_only', 'capped_qty', 'session_id'], toShown);

/** The flags of a record, in an order without any. */
export const NONE_SHOWN: Readonly<Record<string, unknown>> = Object.fromEntries(
  ORDER_FLAG_LIST.flatMap(([name, { none, shown }]) =>
    shown === undefined ? [] : [[snakeCase(name), none]],
  ),
);
