import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_CONFIG } from '../../config/config.ts';
import { LIMIT_LIST } from '../../contract/model/limits.ts';
import { openApiDocument } from './openapi.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly [word: string]: unknown;
}

/**
 * Every bound and default of a field that a caller may send. A bound only ever widens within /v1, except that
 * times from the year 2100 on, which are a wrong unit, are refused.
 */
const BOUNDS = `
after_id: minimum 0, maximum 9007199254740991
asset: minimum 1, maximum 9007199254740991
body: minItems 1
by: default day
by: default venue
category: minLength 1, maxLength 128
category: minLength 1, maxLength 256
confirm_ms: minimum 0, maximum 60000
cooldown_ms: minimum 0, maximum 2592000000
depth: minimum 1, maximum 1000, default 10
description: maxLength 256
duration_ms: minimum 1000, maximum 604800000
events: minItems 1, maxItems 17
expires_at: minimum 0, maximum 4102444799
expires_at: minimum 1000000000000, maximum 4102444799999
frozen_ms: minimum 0, maximum 86400000
generic_asset_id: minimum 1, maximum 9007199254740991
instrument_id: maxLength 512
instrument_id: minLength 1, maxLength 512
instrument_id: minimum 1, maximum 9007199254740991
instrument_ids[]: maxLength 512
instrument_ids[]: minimum 1, maximum 9007199254740991
interval: default 1h
legs: minItems 2, maxItems 2
limit: minimum 1, maximum 1000
limit: minimum 1, maximum 1000, default 100
limit: minimum 1, maximum 1000, default 200
limit: minimum 1, maximum 1000, default 500
limit: minimum 1, maximum 200
limit: minimum 1, maximum 5000, default 500
max_moves: minimum 1, maximum 10000
max_outage_ms: minimum 0, maximum 2678400000
members: minItems 2, maxItems 10
min_stay_ms: minimum 100, maximum 3600000
orders: minItems 1
overlap_after_ms: minimum 0, maximum 3600000
peg_min_stay_time_s: minimum 1, maximum 3600
percent: minimum 1, maximum 1000
q: maxLength 200
quote_seq: minimum 1, maximum 9007199254740991
quotes: minItems 1, maxItems 100
reload_delay_ms: minimum 0, maximum 3600000
reload_delay_s: minimum 0, maximum 3600
series: minLength 1, maxLength 256
slices: minimum 1, maximum 1000
slug: minLength 1, maxLength 256
subaccount_ids: maxItems 100
ticker: minLength 1, maxLength 256
timeout_ms: minimum 5000, maximum 600000
title: minLength 1, maxLength 300
to: minItems 1, maxItems 10
type: default ticks
unhedged_ms_max: minimum 0, maximum 3600000
until: minimum 0, maximum 4102444799
until: minimum 1000000000000, maximum 4102444799999
url: maxLength 2048
valid_until: minimum 0
valid_until: minimum 0, maximum 4102444799
valid_until: minimum 1000000000000, maximum 4102444799999
venue: minLength 1
venues: minItems 1
venues[]: minLength 1
why: minLength 1, maxLength 500
window_ms: minimum 100, maximum 3600000
window_ms: minimum 1000, maximum 3600000
`;

const WORDS = [
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'default',
];

test('the bounds and defaults of all request fields are those of the contract', () => {
  const document = openApiDocument(DEFAULT_CONFIG, '1.0.0');
  const schemas = (document.components as { readonly schemas: Readonly<Record<string, Schema>> }).schemas;
  const found = new Set<string>();
  const visit = (name: string, schema: Schema): void => {
    if (schema.$ref !== undefined)
      return visit(name, schemas[schema.$ref.split('/').at(-1) ?? ''] ?? assert.fail(schema.$ref));
    const bounds = WORDS.filter((word) => ['number', 'string'].includes(typeof schema[word]));
    if (bounds.length > 0)
      found.add(`${name}: ${bounds.map((word) => `${word} ${String(schema[word])}`).join(', ')}`);
    for (const [field, inner] of Object.entries(schema.properties ?? {})) visit(field, inner);
    if (schema.items !== undefined) visit(`${name}[]`, schema.items);
    for (const inner of [schema.anyOf, schema.oneOf, schema.allOf].flat())
      if (inner !== undefined) visit(name, inner);
  };
  for (const methods of Object.values(document.paths)) {
    for (const operation of Object.values(methods) as readonly Operation[]) {
      for (const { name, schema } of operation.parameters ?? []) visit(name, schema);
      const body = operation.requestBody?.content['application/json']?.schema;
      if (body !== undefined) visit('body', body);
    }
  }
  const counts = LIMIT_LIST.filter(({ kind }) => kind === 'count');
  const limits = counts.map(({ name }) => `${name}: minimum 0, maximum 9007199254740991`);
  assert.deepEqual([...found].sort(), [...limits, ...BOUNDS.trim().split('\n')].sort());
});

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
