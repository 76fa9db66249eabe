import { type DecodeIssue, type Decoder, decode, INVALID, refuse } from '../../src/contract/model/decoder.ts';
import { findReference, isAt, isBeneath, type Spec, SpecSampler, type SpecSchema } from './spec-samples.ts';

const NOT_UNDERSTOOD = 'is not understood'; // a value with fields of which each alone is right

/** One answer or message of a venue, and what reads it. */
export interface ReadShape {
  readonly name: string; // `GET /portfolio/orders/{order_id}`, or the type of a stream message
  readonly decoder: Decoder<unknown>;
  /** Fields that are read where the venue sends them, and that it has never published. */
  readonly unpublished?: readonly string[];
  /** Values that the venue sends, by path: the specification has no such field, or does not state its values. */
  readonly examples?: Readonly<Record<string, unknown>>;
  /**
   * Fields that were published when the adapter was last compared, and that it does not read; absent if the decoder names them
   * itself.
   */
  readonly unread?: readonly string[];
}

/**
 * What a parser of an adapter reads, as a decoder. The parser returns null for what it does not understand.
 *
 * @param fields  the decoder that it begins with, which names the field that it refuses
 */
export const parser = (
  parse: (value: unknown) => unknown,
  fields: Decoder<unknown> | null = null,
): Decoder<unknown> => ({
  expects: 'a known shape',
  read: (value, path, onIssue) => {
    const note = (issue: DecodeIssue): void => {
      if (issue.kind === 'invalid_value') onIssue?.(issue);
    };
    if (fields !== null && fields.read(value, path, note) === INVALID) return INVALID;
    return parse(value) ?? refuse(value, path, onIssue, NOT_UNDERSTOOD);
  },
});

const DRIFT_KINDS = [
  'operation gone', // the specification has no such operation or message
  'unreadable', // the decoder refuses what the specification allows
  'field gone', // read by the decoder, not in the specification
  'new value', // of an enum, refused by the decoder
  'new field', // in the specification, unknown to the decoder
  'unread field', // known to the decoder, which leaves it out
] as const;
type DriftKind = (typeof DRIFT_KINDS)[number];

export interface Drift {
  readonly kind: DriftKind;
  readonly where: string; // the operation
  readonly what: string; // the field: `orders.status`, with the value of an enum
}

/**
 * Compares what decoders read with a published OpenAPI or AsyncAPI specification. What a decoder knows is found by decoding
 * samples of the specification, so no list of fields can become out of date.
 */
export function findDrift(spec: Spec, shapes: readonly ReadShape[]): readonly Drift[] {
  return shapes.flatMap(({ name, decoder, unpublished = [], examples = {}, unread }) => {
    const schema = findSchema(spec, name);
    if (schema === null) return [{ kind: 'operation gone', where: name, what: '' } as const];
    const isNew = unread === undefined ? null : (field: string) => !unread.includes(field.slice(1));
    return compareShape(new SpecSampler(spec, schema, examples), decoder, isNew)
      .filter(({ kind, what }) => kind !== 'field gone' || !unpublished.includes(what))
      .map((drift) => ({ ...drift, where: name }));
  });
}

type Found = Omit<Drift, 'where'>;

function compareShape(
  sampler: SpecSampler,
  decoder: Decoder<unknown>,
  isNew: ((field: string) => boolean) | null,
): readonly Found[] {
  const refused = settle(sampler, decoder); // what follows in such an object is not read
  const unreadable = refused.map(({ path, reason }) => toFound('unreadable', `${path} ${reason}`));
  const read = new Map<string, Set<string>>();
  const unknown: string[] = [];
  const sample = sampler.sample((path, name) => read.set(path, (read.get(path) ?? new Set()).add(name)));
  read.clear(); // nothing was read yet
  decode(decoder, sample, '', ({ kind, path, shown }) => {
    if (kind === 'unknown_field') unknown.push(`${path}.${shown}`);
  });
  const isUnknown = isNew ?? ((field: string): boolean => unknown.some((each) => isAt(field, each)));
  const isCut = (path: string): boolean => refused.some((issue) => isBeneath(issue.path, path));
  const fields = [...read].flatMap(([path, names]): Found[] => {
    const listed = sampler.properties.get(path) ?? [];
    return [
      ...[...names]
        .filter((name) => !listed.includes(name))
        .map((name) => toFound('field gone', `${path}.${name}`)),
      ...listed
        .filter((name) => !names.has(name) && !(isNew !== null && isCut(path)))
        .map((name) => `${path}.${name}`)
        .map((field) => toFound(isUnknown(field) ? 'new field' : 'unread field', field)),
    ];
  });
  return [...unreadable, ...fields, ...findNewValues(sampler, decoder)];
}

const STEPS_MAX = 1_000;

/** Chooses samples that the decoder accepts, as far as there are any; the issues that remain. */
function settle(sampler: SpecSampler, decoder: Decoder<unknown>): readonly DecodeIssue[] {
  for (let step = 0; ; step += 1) {
    const issues = listRefusals(sampler, decoder);
    if (step === STEPS_MAX) return issues;
    if (issues.some(({ path }) => sampler.tryNext(path))) continue;
    const isRefused = (): boolean => listRefusals(sampler, decoder).length > 0;
    const whole = issues.find(({ reason }) => reason === NOT_UNDERSTOOD);
    if (whole === undefined || !sampler.tryEach(whole.path, isRefused)) return issues;
  }
}

/** Values of an enum that the decoder refuses although it accepts another one. */
function findNewValues(sampler: SpecSampler, decoder: Decoder<unknown>): readonly Found[] {
  return [...sampler.choices].flatMap(([path, choice]): Found[] => {
    if (!choice.isEnum) return [];
    const { at } = choice;
    const isRefused = (): boolean =>
      listRefusals(sampler, decoder).some(
        (issue) => isAt(path, issue.path) || (isBeneath(path, issue.path) && issue.reason === NOT_UNDERSTOOD),
      );
    if (isRefused()) return []; // no value is accepted: it is unreadable
    const found = choice.options.flatMap((value, index): Found[] => {
      choice.at = index;
      return isRefused() ? [toFound('new value', `${path} ${JSON.stringify(value)}`)] : [];
    });
    choice.at = at;
    return found;
  });
}

function listRefusals(sampler: SpecSampler, decoder: Decoder<unknown>): readonly DecodeIssue[] {
  const issues: DecodeIssue[] = [];
  decode(decoder, sampler.sample(), '', (issue) => void issues.push(issue));
  return issues.filter(({ kind }) => kind === 'invalid_value');
}

const toFound = (kind: DriftKind, what: string): Found => ({ kind, what: what.replace(/^\./, '') });

type Tree = Readonly<Record<string, unknown>>;
const child = (tree: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (found as Tree | undefined | null)?.[name], tree);

/** Of an operation its answer with a 2xx status; of a message its `msg`, or the message if that has an `event_type`. */
function findSchema(spec: Spec, name: string): SpecSchema | null {
  const [method = '', path] = name.split(' ');
  if (path === undefined) return findMessage(spec, name);
  const known = Object.entries((child(spec, 'paths') ?? {}) as Tree);
  const item = known.find(([each]) => toPattern(each) === toPattern(path))?.[1];
  const answers = Object.entries((child(item, method.toLowerCase(), 'responses') ?? {}) as Tree);
  const answer = answers.find(([status]) => status.startsWith('2'))?.[1];
  const resolved =
    typeof child(answer, '$ref') === 'string' ? findReference(spec, String(child(answer, '$ref'))) : answer;
  return (child(resolved, 'content', 'application/json', 'schema') as SpecSchema | undefined) ?? null;
}

/** The names of parameters do not matter. */
const toPattern = (path: string): string => path.replace(/\{[^}]*\}/g, '{}');

/** A type may have several messages with other fields: then one with the fields of all. */
function findMessage(spec: Spec, type: string): SpecSchema | null {
  const found = Object.values((child(spec, 'components', 'messages') ?? {}) as Tree).flatMap((message) => {
    const given = child(message, 'payload') as SpecSchema | undefined;
    const payload = given?.$ref === undefined ? given : findReference(spec, given.$ref);
    const { event_type: event, type: named, msg = [] } = payload?.properties ?? {};
    const { const: fixed, enum: values = [] } = event ?? named ?? {};
    if (fixed !== type && !values.includes(type)) return [];
    return event === undefined || payload === undefined || payload === null ? msg : payload;
  });
  return found.length > 1 ? { allOf: found } : (found[0] ?? null);
}
