import type { JsonSchema, OpenApiDocument } from '../../src/http/openapi/openapi.ts';
import {
  attributeName,
  docstring,
  enumName,
  type Place,
  recordName,
  splitNull,
  toConstant,
} from './python-names.ts';

/** A type as Python writes it, and the function that makes it from JSON; null where JSON already is the value. */
export interface PythonType {
  readonly type: string;
  readonly decode: string | null;
}

const ID_TYPES: readonly (readonly [pattern: RegExp, type: string])[] = [
  [/^\^ord_/, 'OrderId'],
  [/^\^fil_/, 'FillId'],
  [/^\^cpx_/, 'ComplexOrderId'],
  [/^\^evt_/, 'EventId'],
];
const ID_FIELDS: Readonly<Record<string, string>> = {
  instrument_id: 'InstrumentId',
  instrument_ids: 'InstrumentId',
  generic_asset_id: 'GenericAssetId',
  generic_asset_ids: 'GenericAssetId',
  subaccount_id: 'SubaccountId',
  subaccounts: 'SubaccountId',
  client_order_id: 'ClientOrderId',
  idempotency_key: 'ClientOrderId',
};
const BASE = 'str int'.split(' ');
const ID_BASES: Readonly<Record<string, string>> = {
  OrderId: 'str',
  FillId: 'str',
  ComplexOrderId: 'str',
  EventId: 'str',
  InstrumentId: 'int',
  GenericAssetId: 'int',
  SubaccountId: 'str',
  ClientOrderId: 'str',
};

/** Decimals whose schema has no pattern. */
const DECIMAL_FIELDS = new Set(['capped_qty', 'live_qty']);

/** True for the pattern of a decimal string. */
export const isDecimal = ({ type, pattern }: JsonSchema): boolean =>
  type === 'string' &&
  typeof pattern === 'string' &&
  /\\\.[^Z]*\[0-9\]/.test(pattern) &&
  !pattern.includes('T');

/** True for a string that is a time in RFC 3339. */
export const isTime = ({ type, pattern }: JsonSchema): boolean =>
  type === 'string' && typeof pattern === 'string' && pattern.startsWith('^\\d{4}-\\d{2}-');

/** Collects the records of responses as frozen dataclasses, and the named sets of values. */
export class PythonRecords {
  readonly #document: OpenApiDocument;
  readonly #bodies = new Map<string, readonly string[]>();
  readonly #nameByShape = new Map<string, string>();
  readonly #enums = new Map<string, string>();
  readonly #unions = new Map<string, string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** The type of a value in a response. `place` names a record that the document leaves unnamed. */
  typeOf(schema: JsonSchema, place: Place): PythonType {
    const { schema: inner, isNullable } = splitNull(schema);
    const plain = this.#plainType(inner, place);
    if (!isNullable) return plain;
    const decode = plain.decode === null ? null : `lambda v: optional(${plain.decode}, v)`;
    return { type: `${plain.type} | None`, decode };
  }

  /** The alias of the values of an enumeration. Values that a later service adds are accepted as text. */
  valuesOf(schema: JsonSchema, place: Place): string {
    const values = (schema.enum ?? []).map((value) => JSON.stringify(value)).join(', ');
    const known = this.#enums.get(values);
    if (known !== undefined) return known;
    // A single value is particular to its record, and a name that is taken means other values.
    const short = enumName(place);
    const isParticular = schema.enum?.length === 1 || [...this.#enums.values()].includes(short);
    const name = isParticular ? enumName(place, true) : short;
    this.#enums.set(values, name);
    return name;
  }

  /** The file of records: ids, sets of values, then each record after the ones that it contains. */
  render(note: string): string {
    const ids = Object.entries(ID_BASES).map(([name, base]) => `${name} = NewType("${name}", ${base})`);
    const values = [...this.#enums].map(([list, name]) => wrapLiteral(name, list));
    const names = [
      ...Object.keys(ID_BASES),
      ...this.#enums.values(),
      ...this.#bodies.keys(),
      ...this.#unions.keys(),
    ];
    return [
      note,
      '"""The records of the API as frozen dataclasses. Money is `Decimal`, times are aware `datetime` values."""',
      '',
      'from __future__ import annotations',
      '',
      'from collections.abc import Mapping',
      'from dataclasses import dataclass',
      'from dataclasses import field as dataclass_field',
      'from datetime import datetime',
      'from decimal import Decimal',
      'from typing import Any, Final, Literal, NewType, TypeAlias',
      '',
      'from crossbook._json import JsonObject, decimal, items, no_fields, optional, time, unknown, values',
      '',
      ...ids,
      '',
      ...values.flat(),
      '',
      ...[...this.#bodies.values()].flatMap((lines) => ['', ...lines, '']),
      ...[...this.#unions.values()].flatMap((line) => ['', line]),
      '',
      '__all__ = [',
      ...[...names].sort().map((name) => `    "${name}",`),
      ']',
      '',
    ].join('\n');
  }

  #plainType(schema: JsonSchema, place: Place): PythonType {
    const { $ref, type, items, anyOf, properties } = schema;
    if ($ref !== undefined) return this.#referred($ref.slice($ref.lastIndexOf('/') + 1));
    if (anyOf !== undefined) return this.#union(anyOf, place);
    if (schema.enum !== undefined) return { type: this.valuesOf(schema, place), decode: null };
    if (isDecimal(schema) || DECIMAL_FIELDS.has(place.field)) return { type: 'Decimal', decode: 'decimal' };
    if (isTime(schema)) return { type: 'datetime', decode: 'time' };
    if (items !== undefined) return this.#array(items, place);
    if (properties !== undefined && Object.keys(properties).length > 0)
      return this.#record(schema, recordName(place));
    return { type: scalarType(String(type), schema, place), decode: null };
  }

  #referred(name: string): PythonType {
    const schema = this.#document.components.schemas[name];
    if (schema === undefined) throw new Error(`the document has no schema ${name}`);
    const { properties, anyOf } = schema;
    if (properties === undefined && anyOf !== undefined) return this.#namedUnion(name, anyOf);
    return this.#record(schema, name);
  }

  #array(of: JsonSchema, place: Place): PythonType {
    const { type, decode } = this.typeOf(of, { ...place, isInList: true });
    return {
      type: `tuple[${type}, ...]`,
      decode: decode === null ? 'values' : `lambda v: items(${decode}, v)`,
    };
  }

  /** Several scalar types; a union of records has a name in the document. */
  #union(anyOf: readonly JsonSchema[], place: Place): PythonType {
    const types = new Set(anyOf.map((each) => this.typeOf(each, place).type));
    const isScalar = [...types].every((type) => BASE.includes(type));
    return { type: isScalar ? [...types].join(' | ') : 'Any', decode: null };
  }

  #namedUnion(name: string, anyOf: readonly JsonSchema[]): PythonType {
    const parts = anyOf.map((schema, index) =>
      this.#record(schema, recordName({ owner: name, field: `|${index}` })),
    );
    this.#unions.set(name, `${name}: TypeAlias = ${parts.map(({ type }) => type).join(' | ')}`);
    const forms = parts.map(({ decode }) => decode).join(', ');
    return { type: name, decode: `lambda v: first_match((${forms}), v)` };
  }

  #record(schema: JsonSchema, name: string): PythonType {
    const shape = JSON.stringify([schema.properties, schema.required]);
    const known = this.#nameByShape.get(shape);
    const named = known !== undefined && !(name in this.#document.components.schemas) ? known : name;
    if (!this.#bodies.has(named)) {
      this.#nameByShape.set(shape, named);
      this.#bodies.set(named, this.#classLines(named, schema));
      // A record is written after the records that it contains.
      const lines = this.#bodies.get(named) ?? [];
      this.#bodies.delete(named);
      this.#bodies.set(named, lines);
    }
    return { type: named, decode: `${named}.from_json` };
  }

  #classLines(name: string, schema: JsonSchema): readonly string[] {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => {
      const { type, decode } = this.typeOf(each, { owner: name, field });
      return { field, type, decode, description: each.description, isRequired: required.has(field) };
    });
    const ordered = [
      ...fields.filter((each) => each.isRequired),
      ...fields.filter((each) => !each.isRequired),
    ];
    const known = `_${toConstant(name)}_FIELDS`;
    return [
      `${known}: Final = frozenset(`,
      ...wrapped(tuple(fields.map(({ field }) => field)), '    '),
      ')',
      '',
      '',
      '@dataclass(frozen=True, slots=True, kw_only=True)',
      `class ${name}:`,
      ...docstring(schema.description ?? `The record ${name} of the API.`, '    '),
      '',
      ...ordered.flatMap(({ field, type, isRequired, description }) => [
        `    ${attributeName(field)}: ${isRequired ? type : `${type.replace(/ \| None$/, '')} | None = None`}`,
        ...docstring(description, '    '),
      ]),
      '    extra: Mapping[str, Any] = dataclass_field(default_factory=no_fields, hash=False, repr=False)',
      '    """Fields that a later version of the service has added, as JSON."""',
      '',
      '    @classmethod',
      `    def from_json(cls, data: JsonObject) -> ${name}:`,
      '        """The record of a JSON object. Raises KeyError, TypeError or ValueError for another shape."""',
      '        return cls(',
      ...fields.map(({ field, type, decode, isRequired }) => {
        // A field that may be null may also be absent: an earlier version of the service does not have it.
        const mayBeAbsent = !isRequired || type.endsWith(' | None');
        const value = mayBeAbsent ? `data.get("${field}")` : `data["${field}"]`;
        return `            ${attributeName(field)}=${decoded(decode, value, isRequired)},`;
      }),
      `            extra=unknown(data, ${known}),`,
      '        )',
    ];
  }
}

/** The call that decodes a value: a lambda is written out where its argument is known. */
function decoded(decode: string | null, value: string, isRequired: boolean): string {
  if (decode === null) return value;
  const inline = /^lambda v: (.*), v\)$/.exec(decode)?.[1];
  if (!isRequired && !decode.startsWith('lambda v: optional(')) return `optional(${decode}, ${value})`;
  return inline === undefined ? `${decode}(${value})` : `${inline}, ${value})`;
}

function scalarType(type: string, { pattern }: JsonSchema, { field }: Place): string {
  const byPattern =
    typeof pattern === 'string' ? ID_TYPES.find(([each]) => each.test(pattern))?.[1] : undefined;
  const id = byPattern ?? ID_FIELDS[field];
  const base =
    { string: 'str', integer: 'int', boolean: 'bool', number: 'float', object: 'JsonObject' }[type] ?? 'Any';
  return id !== undefined && ID_BASES[id] === base ? id : base;
}

const tuple = (texts: readonly string[]): string =>
  texts.length === 0 ? '()' : `(${texts.map((text) => JSON.stringify(text)).join(', ')},)`;

function wrapLiteral(name: string, values: string): readonly string[] {
  const line = `${name}: TypeAlias = Literal[${values}] | str`;
  return line.length <= 100
    ? [line]
    : [`${name}: TypeAlias = Literal[`, ...wrapped(values, '    '), '] | str'];
}

/** A list of texts without spaces on lines of at most 100 characters. */
function wrapped(list: string, indent: string): readonly string[] {
  const lines: string[] = [];
  for (const item of list.split(', ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < 96) lines[lines.length - 1] = `${last}, ${item}`;
    else {
      if (last !== undefined) lines[lines.length - 1] = `${last},`;
      lines.push(`${indent}${item}`);
    }
  }
  return lines;
}
