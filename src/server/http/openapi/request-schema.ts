import { type TObject, type TSchema, Type } from 'typebox';
import { isJsonObject } from '../../../domain/model/body-fields.ts';

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
const UNSET = { type: ['boolean', 'null'], enum: [false, null] };
const oneOf = (...values: readonly string[]) => ({ type: 'string', enum: values });
const oneOfOrNull = (...values: readonly string[]) => ({ anyOf: [oneOf(...values), NOTHING] });

/** What `parseNewOrder` requires of fields together: by type, time in force, routing, outcome and flags. */
export const ORDER_RULES = [
  {
    anyOf: [
      {
        title: 'LIMIT',
        properties: { type: oneOf('LIMIT'), price: { type: 'string' } },
        required: ['price'],
      },
      {
        title: 'MARKET',
        properties: { type: oneOf('MARKET'), price: NOTHING, tif: oneOfOrNull('GTC', 'IOC', 'FOK') },
      },
    ],
  },
  {
    anyOf: [
      {
        title: 'GTD',
        properties: { tif: oneOf('GTD'), expires_at: { type: ['integer', 'string'] } },
        required: ['tif', 'expires_at'],
      },
      {
        title: 'Not GTD',
        properties: { tif: oneOfOrNull('GTC', 'IOC', 'FOK'), expires_at: NOTHING },
      },
    ],
  },
  {
    anyOf: [
      {
        title: 'DIRECT',
        properties: {
          instrument_id: { type: 'integer' },
          generic_asset_id: NOTHING,
          routing: {
            anyOf: [
              { type: 'object', properties: { mode: oneOfOrNull('DIRECT'), venues: NOTHING } },
              NOTHING,
            ],
          },
        },
        required: ['instrument_id'],
      },
      {
        title: 'BEST_PRICE or SPLIT',
        properties: {
          instrument_id: NOTHING,
          generic_asset_id: { type: 'integer' },
          routing: {
            anyOf: [{ type: 'object', properties: { mode: oneOfOrNull('BEST_PRICE', 'SPLIT') } }, NOTHING],
          },
        },
        required: ['generic_asset_id'],
      },
    ],
  },
  {
    anyOf: ['YES', 'NO'].map((outcome) => ({
      title: outcome,
      properties: { outcome: oneOfOrNull(outcome), binary_outcome: oneOfOrNull(outcome) },
    })),
  },
  {
    anyOf: [
      { title: 'Not post-only', properties: { post_only: UNSET } },
      {
        title: 'Post-only',
        properties: {
          type: oneOf('LIMIT'),
          tif: oneOfOrNull('GTC', 'GTD'),
          routing: { properties: { mode: oneOfOrNull('DIRECT', 'BEST_PRICE') } },
        },
      },
    ],
  },
  {
    anyOf: [
      { title: 'Not reduce-only', properties: { reduce_only: UNSET } },
      {
        title: 'Reduce-only',
        properties: { instrument_id: { type: 'integer' } },
        required: ['instrument_id'],
      },
    ],
  },
];

/** An amend changes at least one field. */
export const AMENDMENT_RULE = ['price', 'qty', 'tif', 'expires_at'].map((field) => ({
  title: field,
  properties: { [field]: { type: field === 'expires_at' ? ['integer', 'string'] : 'string' } },
  required: [field],
}));
