import type { JsonSchema, OpenApiDocument, Operation } from '../../src/http/openapi/openapi.ts';
import {
  attributeName,
  docstring,
  methodName,
  type Place,
  paramsName,
  recordName,
  splitNull,
  toConstant,
  toPascal,
} from './python-names.ts';
import { isDecimal, type PythonRecords } from './python-records.ts';

/** A parameter of a method of the client. */
interface Argument {
  readonly name: string; // on the wire
  readonly type: string;
  readonly where: 'path' | 'query' | 'body';
  readonly isRequired: boolean;
  readonly isPositional: boolean;
  readonly description: string | undefined;
}

export interface PythonMethod {
  readonly resource: string;
  readonly name: string;
  readonly constant: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly kind: 'read' | 'preview' | 'order' | 'batch' | 'stop' | 'write';
  readonly key: string | null; // the field that makes a repeated write harmless
  readonly stopsWhen: string | null; // the field of the body that, when true, makes the call one of kind `stop`
  readonly isSigned: boolean;
  readonly result: 'record' | 'list' | 'cursor' | 'page' | 'text';
  readonly type: string; // of the record, or of one entry of the list
  readonly decode: string;
  readonly decimals: readonly string[]; // fields of the body that are decimals
  readonly arguments: readonly Argument[];
}

/** Cancels of one order: a repeat returns that order. */
const ONE_CANCELLED: ReadonlySet<string> = new Set(['cancelOrder', 'cancelComplexOrder']);
const SKIPPED = new Set(['getReference']);
const ACCEPTED = { getHealth: [503] } as Readonly<Record<string, readonly number[]>>;

/** Lists the methods of the client: one for each operation of the document. Throws if two have one name. */
export function listMethods(
  document: OpenApiDocument,
  records: PythonRecords,
  inputs: PythonInputs,
): readonly PythonMethod[] {
  const methods = Object.entries(document.paths).flatMap(([path, each]) =>
    Object.entries(each)
      .filter(([, { operationId }]) => !SKIPPED.has(operationId))
      .map(([verb, operation]) => toMethod(verb.toUpperCase(), path, operation, records, inputs)),
  );
  const names = methods.map(({ resource, name }) => `${resource}.${name}`);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0)
    throw new Error(`two operations have the name ${repeated.join(', ')}: see METHODS`);
  return methods;
}

function toMethod(
  verb: string,
  path: string,
  operation: Operation,
  records: PythonRecords,
  inputs: PythonInputs,
): PythonMethod {
  const { operationId, parameters, summary, description } = operation;
  const [resource, name] = methodName(operationId, path);
  const body = inputs.resolve(operation.requestBody?.content['application/json'].schema);
  const isKeyed = parameters.some((each) => each.name === 'Idempotency-Key');
  const key = ['client_order_id', 'idempotency_key'].find((each) => body?.properties?.[each] !== undefined);
  const owner = inputs.nameOf(operation) ?? toPascal(operationId);
  return {
    resource,
    name,
    constant: toConstant(operationId),
    verb,
    path,
    summary: [summary, description].filter((text) => text !== undefined).join('. '),
    kind: callKind(verb, path, operation, isKeyed),
    key: isKeyed ? (key ?? null) : path.endsWith('/batch') ? 'client_order_id' : null,
    stopsWhen: operationId === 'setKillSwitch' ? 'enabled' : null,
    isSigned: operation['x-permission'] !== undefined,
    ...toResult(operation, records, owner),
    decimals: [...inputs.decimalFields(body)].sort(),
    arguments: listArguments(operation, body, inputs, owner),
  };
}

function callKind(verb: string, path: string, operation: Operation, isKeyed: boolean): PythonMethod['kind'] {
  if (verb === 'GET' || operation['x-rate-bucket'] === 'read') return 'read';
  if (path.endsWith('/preview')) return 'preview';
  if (isKeyed) return 'order';
  if (ONE_CANCELLED.has(operation.operationId)) return 'stop';
  return path === '/v1/orders/batch' ? 'batch' : 'write';
}

function toResult(
  { operationId, responses }: Operation,
  records: PythonRecords,
  owner: string,
): Pick<PythonMethod, 'result' | 'type' | 'decode'> {
  const { content, headers } = responses['200'] ?? {};
  const schema = content?.['application/json']?.schema;
  if (operationId === 'getMetrics') return { result: 'text', type: 'str', decode: 'text' };
  if (schema === undefined || (schema.type === 'object' && schema.properties === undefined))
    return { result: 'record', type: 'JsonObject', decode: 'json_object' };
  const of = (each: JsonSchema) => {
    const { type, decode } = records.typeOf(each, { owner, field: 'record' });
    return { type, decode: decode ?? 'json_object' };
  };
  if (schema.items !== undefined)
    return { result: headers?.['X-Next-Cursor'] === undefined ? 'list' : 'cursor', ...of(schema.items) };
  const { type, decode } = of(schema);
  if (type !== 'SearchPage') return { result: 'record', type, decode };
  return { result: 'page', type: 'Instrument', decode: 'Instrument.from_json' };
}

function listArguments(
  { parameters }: Operation,
  body: JsonSchema | undefined,
  inputs: PythonInputs,
  owner: string,
): readonly Argument[] {
  const fields = Object.entries(body?.properties ?? {}).filter(([name]) => !isOtherName(name, body));
  const required = new Set(body?.required);
  const inBody = fields.map(([name, schema]) => ({
    name,
    type: inputs.typeOf(schema, { owner, field: name }),
    where: 'body' as const,
    isRequired: required.has(name),
    isPositional: required.size === 1 && required.has(name) && !parameters.some((each) => each.in === 'path'),
    description: schema.description,
  }));
  const others = parameters
    .filter(
      (each) =>
        each.in !== 'header' && each.name !== 'cursor' && !inBody.some(({ name }) => name === each.name),
    )
    .map((each) => ({
      name: each.name,
      type: queryType(each.name, each.schema, inputs, owner),
      where: each.in === 'path' ? ('path' as const) : ('query' as const),
      isRequired: each.required,
      isPositional: each.in === 'path',
      description: each.description,
    }));
  const all = [...others, ...inBody];
  return [...all.filter((each) => each.isRequired), ...all.filter((each) => !each.isRequired)];
}

const OTHER_NAMES: Readonly<Record<string, string>> = {
  binary_outcome: 'outcome',
  idempotency_key: 'client_order_id',
};

/** True for a second name of a field that the body has too. */
const isOtherName = (field: string, body: JsonSchema | undefined): boolean =>
  body?.properties?.[OTHER_NAMES[field] ?? ''] !== undefined;

function queryType(name: string, schema: JsonSchema, inputs: PythonInputs, owner: string): string {
  if (['start', 'end'].includes(name)) return 'TimeInput';
  if (name.endsWith('_ids')) return 'str | Sequence[int | str]';
  if (schema.type === 'string' && (name === 'id' || name === 'instrument_id')) return 'int | str';
  return inputs.typeOf(schema, { owner, field: name });
}

/** The types of request bodies: objects inside them are typed dictionaries. */
export class PythonInputs {
  readonly #document: OpenApiDocument;
  readonly #records: PythonRecords;
  readonly #bodies = new Map<string, readonly string[]>();

  constructor(document: OpenApiDocument, records: PythonRecords) {
    this.#document = document;
    this.#records = records;
  }

  /** The name of the body of an operation, if the document has one. */
  nameOf({ requestBody }: Operation): string | null {
    const ref = requestBody?.content['application/json'].schema.$ref;
    return ref === undefined ? null : refName(ref);
  }

  /** A request body by its reference; of several forms the one that is an object. */
  resolve(schema: JsonSchema | undefined): JsonSchema | undefined {
    if (schema?.$ref !== undefined) return this.#document.components.schemas[refName(schema.$ref)];
    return schema?.properties === undefined ? schema?.anyOf?.find(({ properties }) => properties) : schema;
  }

  /** The names of all fields of a body that are decimal strings, also of objects inside it. */
  decimalFields(schema: JsonSchema | undefined): ReadonlySet<string> {
    const found = new Set<string>();
    const visit = (each: JsonSchema, name: string): void => {
      const named = each.$ref === undefined ? each : this.resolve(each);
      const { schema: inner } = splitNull(named ?? each);
      if (isDecimal(inner)) found.add(name);
      if (inner.items !== undefined) visit(inner.items, name);
      for (const [field, value] of Object.entries(inner.properties ?? {})) visit(value, field);
      for (const form of inner.anyOf ?? []) visit(form, name);
    };
    if (schema !== undefined) visit(schema, '');
    return found;
  }

  typeOf(schema: JsonSchema, place: Place): string {
    const { schema: inner, isNullable } = splitNull(schema);
    return `${this.#plainType(inner, place)}${isNullable && place.field !== 'subaccount_id' ? ' | None' : ''}`;
  }

  render(note: string): string {
    return [
      note,
      '"""The objects inside request bodies, as typed dictionaries."""',
      '',
      'from __future__ import annotations',
      '',
      'from collections.abc import Sequence',
      'from typing import NotRequired, Required, TypeAlias, TypedDict',
      '',
      'from crossbook._generated_models import *',
      'from crossbook._inputs import DecimalInput, TimeInput',
      '',
      ...[...this.#bodies.values()].flatMap((lines) => ['', ...lines, '']),
      '',
    ].join('\n');
  }

  get names(): readonly string[] {
    return [...this.#bodies.keys()].sort();
  }

  #plainType(schema: JsonSchema, place: Place): string {
    const { $ref, type, items, anyOf, properties } = schema;
    if ($ref !== undefined) return this.#dictionary(this.resolve(schema) ?? schema, refName($ref));
    if (schema.enum !== undefined) return this.#records.valuesOf(schema, place);
    if (isDecimal(schema)) return 'DecimalInput';
    if (place.field.endsWith('_id') && anyOf !== undefined) return 'int | str'; // an id, also as digits
    if (anyOf?.every(isTitled)) return this.#union(anyOf, `${recordName(place)}Input`);
    if (anyOf !== undefined || /^\^\(?\\d/.test(String(schema['pattern']))) return 'TimeInput';
    if (items !== undefined) return `Sequence[${this.typeOf(items, { ...place, isInList: true })}]`;
    if (properties !== undefined && Object.keys(properties).length > 0)
      return this.#dictionary(schema, `${recordName(place)}Input`);
    return { string: 'str', integer: 'int', boolean: 'bool', number: 'float' }[String(type)] ?? 'object';
  }

  #union(forms: readonly JsonSchema[], name: string): string {
    if (this.#bodies.has(name)) return name;
    const parts = forms.map((form) => this.#dictionary(form, paramsName(form)));
    this.#bodies.set(name, [`${name}: TypeAlias = (`, `    ${parts.join('\n    | ')}`, ')']);
    return name;
  }

  #dictionary(schema: JsonSchema, name: string): string {
    if (this.#bodies.has(name)) return name;
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {})
      .filter(([field]) => !isOtherName(field, schema))
      .flatMap(([field, each]) => [
        `    ${field}: ${required.has(field) ? 'Required' : 'NotRequired'}[${this.typeOf(each, { owner: name, field })}]`,
        ...docstring(each.description, '    '),
      ]);
    const lines = [
      `class ${name}(TypedDict):`,
      ...docstring(schema.description, '    '),
      ...(schema.description === undefined ? [] : ['']),
      ...fields,
    ];
    this.#bodies.set(name, lines);
    return name;
  }
}

const isTitled = ({ title, properties }: JsonSchema): boolean =>
  title !== undefined && properties !== undefined;

const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** The table of operations, from which requests are made and by which responses are read. */
export function renderOperations(methods: readonly PythonMethod[], note: string): string {
  const rows = methods.flatMap((method) => {
    const accepted = ACCEPTED[method.constant === 'GET_HEALTH' ? 'getHealth' : ''];
    return [
      `${method.constant}: Final[Operation[${method.type}]] = Operation(`,
      `    method="${method.verb}",`,
      `    path="${method.path}",`,
      `    kind="${method.kind}",`,
      ...(method.key === null ? [] : [`    key="${method.key}",`]),
      ...(method.stopsWhen === null ? [] : [`    stops_when="${method.stopsWhen}",`]),
      ...(method.isSigned ? [] : ['    is_signed=False,']),
      ...(accepted === undefined ? [] : [`    accepts=(${accepted.join(', ')},),`]),
      ...(method.decimals.length === 0
        ? []
        : [`    decimals=frozenset((${method.decimals.map((each) => `"${each}"`).join(', ')},)),`]),
      `    decode=${method.decode},`,
      ')',
    ];
  });
  return [
    note,
    '"""The operations of the API: how each is sent, and how its response is read."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Final',
    '',
    'from crossbook._generated_models import *',
    'from crossbook._json import JsonObject, first_match, json_object, text',
    'from crossbook._operation import Operation',
    '',
    ...rows,
    '',
  ].join('\n');
}

/** The resources of one client, `sync` or `async`, each method with its parameters. */
export function renderResources(
  methods: readonly PythonMethod[],
  inputNames: readonly string[],
  mode: 'sync' | 'async',
  note: string,
): string {
  const prefix = mode === 'sync' ? '' : 'Async';
  const resources = Map.groupBy(methods, ({ resource }) => resource);
  const classes = [...resources].flatMap(([resource, each]) => {
    const name = `${prefix}${resource === '' ? 'Root' : toPascal(resource)}Api`;
    const about = resource === '' ? 'The operations that need no signature.' : `\`client.${resource}\`.`;
    return [
      '',
      '',
      `class ${name}(${prefix}Resource):`,
      `    """${about}"""`,
      ...each.flatMap((method) => ['', ...methodLines(method, mode)]),
    ];
  });
  const named = [...resources.keys()].filter((resource) => resource !== '');
  const base = `${prefix}Resources`;
  const words = new Set(classes.join('\n').split(/\W+/));
  const used = inputNames.filter((name) => words.has(name)); // the others are parts of these
  return [
    note,
    `"""The resources of the ${mode === 'sync' ? 'blocking' : 'asynchronous'} client."""`,
    '',
    'from __future__ import annotations',
    '',
    'from collections.abc import Sequence',
    '',
    'from crossbook import _generated_operations as operations',
    'from crossbook._generated_inputs import (',
    ...used.map((name) => `    ${name},`),
    ')',
    'from crossbook._generated_models import *',
    'from crossbook._inputs import UNSET, Arguments, CallOptions, DecimalInput, TimeInput, UnsetType',
    'from crossbook._json import JsonObject',
    `from crossbook._pages import ${prefix}Paginator, RecordList`,
    `from crossbook._resource import ${prefix}Resource, ${prefix}Runner`,
    ...classes,
    '',
    '',
    `class ${base}(${prefix}RootApi):`,
    '    """All resources of a client."""',
    '',
    `    def __init__(self, runner: ${prefix}Runner) -> None:`,
    '        super().__init__(runner)',
    ...named.map((resource) => `        self.${resource} = ${prefix}${toPascal(resource)}Api(runner)`),
    '',
  ].join('\n');
}

function methodLines(method: PythonMethod, mode: 'sync' | 'async'): readonly string[] {
  const { result, type } = method;
  const isAsync = mode === 'async';
  const isPaged = result === 'cursor' || result === 'page';
  const prefix = isAsync ? 'Async' : '';
  const returned = isPaged ? `${prefix}Paginator[${type}]` : result === 'list' ? `RecordList[${type}]` : type;
  const call = { record: '_record', text: '_record', list: '_list', cursor: '_cursor_pages', page: '_pages' }[
    result
  ];
  const values = (where: Argument['where']): string => {
    const entries = method.arguments
      .filter((each) => each.where === where)
      .map(({ name }) => `"${name}": ${attributeName(name)}`);
    if (entries.length < 3) return `{${entries.join(', ')}}`;
    return `{\n${entries.map((entry) => `                ${entry},\n`).join('')}            }`;
  };
  const hasBody = method.arguments.some(({ where }) => where === 'body');
  return [
    `    ${isAsync && !isPaged ? 'async ' : ''}def ${method.name}(`,
    ...signature(method.arguments),
    `    ) -> ${returned}:`,
    ...docstring(method.summary, '        '),
    `        arguments = Arguments(`,
    `            path=${values('path')},`,
    `            query=${values('query')},`,
    `            body=${hasBody || method.verb === 'POST' ? values('body') : 'None'},`,
    '            options=options,',
    '        )',
    `        return ${isAsync && !isPaged ? 'await ' : ''}self.${call}(operations.${method.constant}, arguments)`,
  ];
}

function signature(all: readonly Argument[]): readonly string[] {
  const rendered = (each: Argument): string => {
    const name = attributeName(each.name);
    if (each.isRequired) return `        ${name}: ${each.type},`;
    if (each.where === 'body') return `        ${name}: ${each.type} | UnsetType = UNSET,`;
    return `        ${name}: ${each.type.replace(/ \| None$/, '')} | None = None,`;
  };
  return [
    '        self,',
    ...all.filter(({ isPositional }) => isPositional).map(rendered),
    '        *,',
    ...all.filter(({ isPositional }) => !isPositional).map(rendered),
    '        options: CallOptions | None = None,',
  ];
}
