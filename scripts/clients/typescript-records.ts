import type { JsonSchema, OpenApiDocument } from '../../src/http/openapi/openapi.ts';
import { enumName, type Place, paramsName, recordName, splitNull } from './python-names.ts';
import { isDecimal, isTime } from './python-records.ts';

/** Names of the TypeScript client that differ from those that the document and the rules of all clients give. */
const NAMES: Readonly<Record<string, string>> = {
  Book: 'OrderBook',
  Event: 'MarketEvent',
  KillSwitch: 'KillSwitchResult',
  Limits: 'RiskLimits',
  Stats: 'MarketStats',
  OrderLeg: 'Leg',
  OrderRouting: 'Routing',
  OrderLegSentAs: 'SentAs',
  NewOrderFlagsSelfTrade: 'SelfTrade',
  AggregatedBookMember: 'BookMember',
  InstrumentStatus: 'MarketStatus',
  ApprovalAgent: 'AgentKey',
  AlertWhen: 'AlertCondition',
  AlertWhenKind: 'AlertKind',
  ComplexOrderReceiptDecision: 'ComplexOrderDecision',
  ComplexOrderReceiptDecisionBook: 'DecisionBook',
  ComplexOrderReceiptDecisionDecision: 'DecisionKind',
  ComplexOrderPreviewExit: 'ExitPreview',
  ComplexOrderPreviewExitKind: 'ExitKind',
  ComplexOrderHedgeLeg: 'HedgeLeg',
  ComplexOrderPreviewHedge: 'HedgePreview',
  ComplexOrderHedge: 'HedgeState',
  ComplexOrderHedgeLostTo: 'HedgeLosses',
  OrderPreviewLegExpected: 'LegExpectation',
  RiskStateLimits: 'LimitValues',
  ListingDifference: 'MatchDifference',
  ListingDifferenceField: 'MatchDifferenceField',
  Relation: 'MatchRelation',
  Verdict: 'MatchVerdict',
  Level: 'SafetyLevel',
  GenericAssetSafety: 'MatchSafety',
  GenericAssetSafetyClause: 'SafetyClause',
  PositionOperationKind: 'OperationKind',
  PositionOperationStatus: 'OperationStatus',
  Failure: 'OperationFailure',
  OrderPreviewWarning: 'OrderWarning',
  InstrumentPriceBand: 'PriceBand',
  Action: 'QuoteAction',
  Source: 'RecordSource',
  RiskStateBreach: 'RiskBreach',
  RiskStateBreachLimit: 'BreachedLimit',
  RiskStateUsage: 'RiskUsage',
  OrderPreviewCandidate: 'RouteCandidate',
  KeyLimits: 'TimedLimits',
  PerformanceTotal: 'TradeFigures',
  Settlement: 'FillSettlement',
  State: 'RecorderState',
  Speed: 'ReplaySpeed',
  Role: 'NodeRole',
  Profile: 'ServiceProfile',
  Direction: 'AlertDirection',
  Bucket: 'RateBucket',
  DifferenceSegmentIn: 'SegmentSide',
  OrderReceiptLatencyMs: 'OrderLatency',
  GenericEventEvent: 'GenericEventMember',
};

/** Sets of values that a later service may extend: other text is accepted. */
const OPEN = new Set([
  'OrderReason',
  'ComplexOrderType',
  'OpportunityKind',
  'NotificationType',
  'AlertKind',
  'Permission',
  'BookStatus',
]);

const LINE_MAX = 110;
const BASE_FIELDS_MIN = 5; // fewer are not worth a base
const BASES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  object: 'Record<string, unknown>',
  null: 'null',
};

/** Writes the records of responses as interfaces, each with the description of the document. */
export class TypeScriptRecords {
  readonly #document: OpenApiDocument;
  readonly #interfaces = new Map<string, readonly string[]>();
  readonly #nameByShape = new Map<string, string>();
  readonly #enums = new Map<string, string>(); // name by values

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Adds the records of a response, and all that they contain. */
  add(schema: JsonSchema, owner: string): void {
    this.#typeOf(schema, { owner, field: 'record' });
  }

  /** Adds the parameters of the types of complex orders as `ComplexOrderParams`, by type. */
  addParams(forms: readonly JsonSchema[]): void {
    const lines = forms.map((form) => `  ${form.title}: ${this.#record(form, paramsName(form), true)};`);
    this.#interfaces.set('ComplexOrderParams', ['export interface ComplexOrderParams {', ...lines, '}']);
  }

  /** Adds fields of a request. */
  addInput(schema: JsonSchema, name: string): void {
    this.#record(schema, name, true);
  }

  render(note: string): string {
    const sets = [...this.#enums].map(([values, name]): readonly [string, readonly string[]] => [
      name,
      typeLines(name, OPEN.has(name) ? `${values} | (string & {})` : values),
    ]);
    const all = [...sets, ...this.#interfaces].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return [
      note,
      "import type { Decimal, Instant, VenueName } from './scalars.ts';",
      ...all.flatMap(([, lines]) => ['', ...lines]),
      '',
    ].join('\n');
  }

  #typeOf(schema: JsonSchema, place: Place): string {
    const { schema: inner, isNullable } = splitNull(schema);
    const type = this.#plainType(inner, place);
    return isNullable ? `${type} | null` : type;
  }

  #plainType(schema: JsonSchema, place: Place): string {
    const { $ref, type, items, anyOf, properties } = schema;
    if ($ref !== undefined) return this.#referred($ref.slice($ref.lastIndexOf('/') + 1));
    if (anyOf !== undefined) {
      const types = new Set(anyOf.map((each) => this.#typeOf(each, place)));
      return [...types].join(' | ');
    }
    if (schema.enum !== undefined) return this.#values(schema.enum, place);
    if (schema.const !== undefined) return quote(schema.const);
    if (items !== undefined) {
      const of = this.#typeOf(items, { ...place, isInList: true });
      return of.includes(' | ') ? `(${of})[]` : `${of}[]`;
    }
    if (properties !== undefined && Object.keys(properties).length > 0)
      return this.#record(schema, recordName(place));
    const [values] = Object.values(schema.patternProperties ?? {});
    if (values !== undefined) return `Record<string, ${this.#typeOf(values, place)}>`;
    if (isDecimal(schema)) return 'Decimal';
    if (isTime(schema)) return 'Instant';
    if (type === 'string' && /^venues?$/.test(place.field)) return 'VenueName';
    return BASES[String(type)] ?? 'unknown';
  }

  #referred(name: string): string {
    const schema = this.#document.components.schemas[name];
    if (schema === undefined) throw new Error(`the document has no schema ${name}`);
    if (schema.properties !== undefined || schema.anyOf === undefined) return this.#record(schema, name);
    const forms = schema.anyOf.map((each, index) =>
      this.#record(each, recordName({ owner: name, field: `|${index}` })),
    );
    this.#interfaces.set(name, typeLines(name, forms.join(' | ')));
    return name;
  }

  /** The largest named record whose fields this one has too, and more. */
  #findBase(schema: JsonSchema): { readonly name: string; readonly schema: JsonSchema } | null {
    const fieldsOf = (record: JsonSchema): readonly string[] =>
      Object.entries(record.properties ?? {}).map(([field, each]) =>
        JSON.stringify([field, each, record.required?.includes(field)]),
      );
    const all = new Set(fieldsOf(schema));
    const bases = Object.entries(this.#document.components.schemas)
      .map(([name, each]) => ({ name, schema: each, fields: fieldsOf(each) }))
      .filter(
        ({ fields }) =>
          fields.length >= BASE_FIELDS_MIN &&
          fields.length < all.size &&
          fields.every((field) => all.has(field)),
      );
    return bases.toSorted((a, b) => b.fields.length - a.fields.length)[0] ?? null;
  }

  #values(values: readonly unknown[], place: Place): string {
    const literals = values.map(quote).join(' | ');
    if (values.length === 1) return literals;
    const known = this.#enums.get(literals);
    if (known !== undefined) return known;
    const short = toName(enumName(place));
    const name = [...this.#enums.values()].includes(short) ? toName(enumName(place, true)) : short;
    this.#enums.set(literals, name);
    return name;
  }

  /** @param isInput  a caller may give a field as undefined */
  #record(schema: JsonSchema, documentName: string, isInput = false): string {
    const shape = JSON.stringify([schema.properties, schema.required]);
    const known = this.#nameByShape.get(shape);
    if (known !== undefined && !(documentName in this.#document.components.schemas)) return known;
    const name = toName(documentName);
    if (this.#interfaces.has(name)) return name;
    this.#nameByShape.set(shape, name);
    this.#interfaces.set(name, []); // a record may contain itself
    const required = new Set(schema.required);
    const base = this.#findBase(schema);
    const inherited = base === null ? {} : (base.schema.properties ?? {});
    const own = Object.entries(schema.properties ?? {}).filter(([field]) => !(field in inherited));
    const fields = own.flatMap(([field, each]) => {
      const type = this.#typeOf(each, { owner: documentName, field });
      const sign = required.has(field) ? '' : '?';
      const given = isInput && sign === '?' ? `${type} | undefined` : type;
      return [...comment(describe(each), '  '), `  ${field}${sign}: ${given};`];
    });
    const lines = [
      ...comment(schema.description, ''),
      `export interface ${name}${base === null ? '' : ` extends ${toName(base.name)}`} {`,
      ...fields,
      '}',
    ];
    this.#interfaces.set(name, lines);
    return name;
  }
}

function typeLines(name: string, union: string): readonly string[] {
  const line = `export type ${name} = ${union};`;
  if (line.length <= LINE_MAX) return [line];
  const parts = union.split(' | ').map((part) => `  | ${part}`);
  return [`export type ${name} =`, ...parts.slice(0, -1), `${parts.at(-1)};`];
}

const toName = (name: string): string => NAMES[name] ?? name;
const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** Says what its type says already. */
const GENERAL = new Set([
  'Exact decimal without sign, exponent or spaces.',
  'Exact decimal in canonical form.',
  'Exact decimal in canonical form; negative for a loss or a cost.',
  'RFC 3339 in UTC with milliseconds.',
  'Exact name of a venue.',
]);

/** The description of a field; that of its type only where it says more. */
function describe(schema: JsonSchema): string | undefined {
  const { schema: inner } = splitNull(schema);
  const text = schema.description ?? inner.description;
  return text === undefined || GENERAL.has(text) ? undefined : text;
}

function comment(text: string | undefined, indent: string): readonly string[] {
  if (text === undefined) return [];
  const one = `${indent}/** ${text} */`;
  if (one.length <= LINE_MAX) return [one];
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && indent.length + last.length + word.length < LINE_MAX - 3)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`];
}
