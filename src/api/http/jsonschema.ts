import type { TSchema } from 'typebox';
import { RECORDS } from './schemas/records.ts';

/** The part of JSON Schema that our documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

const NAMES: ReadonlyMap<TSchema, string> = new Map(
  Object.entries(RECORDS).map(([name, schema]) => [schema, name]),
);

/** The records under the names that references use. */
export const componentSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(RECORDS).map(([name, schema]) => [name, published(schema)]));

/** A schema as the document shows it: records by reference, and without the keyword that is only ours. */
export function schemaOf(schema: TSchema): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? published(schema) : { $ref: `#/components/schemas/${name}` };
}

function published(schema: TSchema): JsonSchema {
  const entries = Object.entries(schema).filter(([key]) => key !== 'expects');
  return Object.fromEntries(entries.map(([key, value]) => [key, publishedKeyword(key, value)]));
}

function publishedKeyword(key: string, value: unknown): unknown {
  if (key === 'items') return schemaOf(value as TSchema);
  if (key === 'anyOf') return (value as readonly TSchema[]).map(schemaOf);
  if (key !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, TSchema>>).map(([name, each]) => [name, schemaOf(each)]),
  );
}
