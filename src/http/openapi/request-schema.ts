import { type TObject, type TSchema, Type } from 'typebox';
import { isJsonObject } from '#contract';

/**
 * Closes the schema of a request body: the service refuses unknown fields and reads null in an optional field as
 * absent. A schema that already states `additionalProperties`, and one that is no object, stays as it is.
 */
export function closeRequest(schema: TSchema): TSchema {
  if (!isObjectSchema(schema) || 'additionalProperties' in schema) return schema;
  const required = new Set<string>(schema.required ?? []);
  const properties = Object.entries(schema.properties).map(([name, field]) => [
    name,
    required.has(name) ? field : toNullable(field),
  ]);
  return { ...schema, properties: Object.fromEntries(properties), additionalProperties: false };
}

const isObjectSchema = (schema: TSchema): schema is TObject =>
  isJsonObject(Reflect.get(schema, 'properties'));

/** A default would make the field required in generated clients, so it is stated in the description only. */
function toNullable(field: TSchema): TSchema {
  const { description, default: byDefault, ...rest } = field as FieldKeywords;
  const isNullable = rest.anyOf?.some(({ type }) => type === 'null') === true;
  const text = [
    description ?? '',
    byDefault === undefined ? '' : `Default: \`${JSON.stringify(byDefault)}\`.`,
  ];
  const shown = text.filter((part) => part !== '').join(' ');
  const value = isNullable ? rest : Type.Union([rest, Type.Null()]);
  return shown === '' ? value : { ...value, description: shown };
}

interface FieldKeywords {
  readonly description?: string;
  readonly default?: unknown;
  readonly anyOf?: readonly { readonly type?: string }[];
}

const NOTHING = { type: 'null' };
const enumOf = (...values: readonly string[]) => ({ type: 'string', enum: values });
const oneOfOrNull = (...values: readonly string[]) => ({ anyOf: [enumOf(...values), NOTHING] });

/** The field is there and is not null. */
const isSet = (field: string, ...types: readonly string[]) => ({
  properties: { [field]: { type: types } },
  required: [field],
});

const differentOutcomes = (outcome: string, binaryOutcome: string) => ({
  properties: { outcome: { const: outcome }, binary_outcome: { const: binaryOutcome } },
  required: ['outcome', 'binary_outcome'],
});

/**
 * The rules of `parseNewOrder` about combinations of fields: type, time in force, routing, outcome and flags.
 *
 * Generators of clients make a union of `anyOf` and ignore `not`. So `anyOf` says which fields are required,
 * and `not` the rest: with many unions, or with a field that only accepts null, the generated client does not
 * accept a variable of the generated type of an order.
 */
export const ORDER_RULES = [
  {
    anyOf: [
      {
        title: 'LIMIT',
        properties: { type: enumOf('LIMIT'), price: { type: 'string' } },
        required: ['price'],
      },
      {
        title: 'MARKET',
        properties: { type: enumOf('MARKET'), tif: oneOfOrNull('GTC', 'IOC', 'FOK') },
        not: isSet('price', 'string'),
      },
    ],
  },
  {
    anyOf: [
      {
        title: 'GTD',
        properties: { tif: enumOf('GTD'), expires_at: { type: ['integer', 'string'] } },
        required: ['tif', 'expires_at'],
      },
      {
        title: 'Not GTD',
        properties: { tif: oneOfOrNull('GTC', 'IOC', 'FOK') },
        not: isSet('expires_at', 'integer', 'string'),
      },
    ],
  },
  {
    anyOf: [
      {
        title: 'DIRECT',
        properties: {
          instrument_id: { type: ['integer', 'string'] },
          routing: {
            anyOf: [
              { type: 'object', properties: { mode: oneOfOrNull('DIRECT') }, not: isSet('venues', 'array') },
              NOTHING,
            ],
          },
        },
        required: ['instrument_id'],
        not: isSet('generic_asset_id', 'integer', 'string'),
      },
      {
        title: 'BEST_PRICE or SPLIT',
        properties: {
          generic_asset_id: { type: ['integer', 'string'] },
          routing: {
            anyOf: [{ type: 'object', properties: { mode: oneOfOrNull('BEST_PRICE', 'SPLIT') } }, NOTHING],
          },
        },
        required: ['generic_asset_id'],
        not: isSet('instrument_id', 'integer', 'string'),
      },
    ],
  },
  {
    not: {
      title: 'outcome and binary_outcome differ',
      anyOf: [differentOutcomes('YES', 'NO'), differentOutcomes('NO', 'YES')],
    },
  },
  {
    not: {
      title: 'Post-only order that can take liquidity',
      properties: { post_only: { const: true } },
      required: ['post_only'],
      anyOf: [
        { properties: { type: { const: 'MARKET' } }, required: ['type'] },
        { properties: { tif: enumOf('IOC', 'FOK') }, required: ['tif'] },
        {
          properties: {
            routing: { type: 'object', properties: { mode: { const: 'SPLIT' } }, required: ['mode'] },
          },
          required: ['routing'],
        },
      ],
    },
  },
  {
    not: {
      title: 'Reduce-only order over several venues',
      properties: {
        reduce_only: { const: true },
        routing: { type: 'object', properties: { mode: { const: 'SPLIT' } }, required: ['mode'] },
      },
      required: ['reduce_only', 'routing'],
    },
  },
];

/** An amend changes at least one field. */
export const AMENDMENT_RULE = ['price', 'qty', 'tif', 'expires_at'].map((field) => ({
  title: field,
  properties: { [field]: { type: field === 'expires_at' ? ['integer', 'string'] : 'string' } },
  required: [field],
}));
