import { type Static, type TObject, type TSchema, Type } from 'typebox';
import type { Config } from '#config';
import {
  type AgentRule,
  type Caller,
  describeTimeIssue,
  err,
  type GenericAsset,
  type Instrument,
  type InstrumentId,
  invalidField,
  isMutating,
  type KeyId,
  notFound,
  ok,
  type Permission,
  parseGenericAssetId,
  parseInputTime,
  parseInstrumentId,
  type Rejection,
  type RejectionCode,
  type Result,
  type TimestampMs,
  type VenueName,
} from '#contract';
import type { MarketData } from '#market-data';
import type { Alerts, Webhooks } from '#notifications';
import type { MappingReviewService, PairingCodes } from '#oms';
import type { CommandContext, Pnl, RequestTrace, TradingService } from '#orders';
import type { Clock, Log, Metrics, Random, Recorder, ReplayControl } from '#ports';
import type { RateBucket, RateLimiter } from './auth/auth-rate-limiter.ts';
import type { Authenticator } from './auth/authenticator.ts';
import type { LongListLimiter } from './long-lists.ts';
import { listInstrumentNames, replaceInstrumentNames } from './named-instruments.ts';
import type { PythonPackage } from './python-index.ts';
import { createQueryReader } from './schema-reader.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The definition of a route: the server, the OpenAPI document, the reference and the contract tests use it. */
interface RouteBase {
  readonly path: string; // `/v1/orders/{id}`
  readonly name: string; // `getOrder`, the operation id in the OpenAPI document
  readonly tag: string;
  /** True: an agent key may call it. Otherwise it may not, and the refusal names this rule; absent: `calls`. */
  readonly agents?: true | AgentRule;
  readonly summary: string;
  readonly notes?: string;
  readonly allowsStaleTimestamp?: true; // only reduces risk: accepted even after the server clock was set back
  readonly reducesRisk?: true; // a cancel or the kill switch: still accepted when its key's quota of signatures is used up
  readonly isAudited?: false; // for a route whose only effect is that its signature becomes used
  readonly body?: TSchema;
  readonly isBodyOptional?: true;
  readonly response: TSchema;
  readonly takesIdempotencyKey?: boolean;
  readonly isPaged?: boolean; // with `limit`, returns the cursor of the next page in `X-Next-Cursor`
  /** The cost of a request where it is not one token. The body is any JSON value. */
  readonly computeTokens?: (body: unknown, deps: HttpDeps, caller: Caller) => number;
}

/** A route states its method and its permission, or neither: it is then a GET with the permission `read`. */
type Access =
  | { readonly method?: never; readonly permission?: never }
  | { readonly method: Method; readonly permission: Permission };

interface RouteSpec<Query extends TObject> extends RouteBase {
  readonly query?: Query; // default: no parameters
  readonly bucket?: RateBucket; // default: that of the permission
  readonly rejections?: readonly RejectionCode[]; // in addition to those of every signed route
  readonly handle: (call: Call<Static<Query>>) => RouteResult | Promise<RouteResult>;
}

export interface Route extends RouteBase {
  readonly method: Method;
  readonly permission: Permission;
  readonly bucket: RateBucket;
  readonly isMutating: boolean; // its signature can be used once
  readonly query: TObject;
  readonly rejections: readonly RejectionCode[];
  readonly readQuery: (query: string) => Result<unknown, Rejection>;
  readonly handle: (call: Call) => RouteResult | Promise<RouteResult>;
}

const BUCKETS = { read: 'read', trade: 'write', review: 'write', risk: 'risk', alerts: 'write' } as const;
const NO_PARAMETERS = Type.Object({});

/** Creates a route whose handler receives the query in the type that its schema validates. */
export function route<Query extends TObject>(spec: RouteSpec<Query> & Access): Route {
  const { method = 'GET', permission = 'read', query = NO_PARAMETERS, rejections = [] } = spec;
  return {
    ...spec,
    method,
    permission,
    bucket: spec.bucket ?? BUCKETS[permission],
    isMutating: isMutating(method, spec.path),
    query,
    rejections,
    readQuery: createQueryReader(query),
    handle:
      spec.body === undefined ? (call) => spec.handle(call as Call<Static<Query>>) : withIds(spec.handle),
  };
}

/** A handler of requests in which an instrument may be named as `Venue:native-id`. */
const withIds =
  <Query>(handle: (call: Call<Query>) => RouteResult | Promise<RouteResult>): Route['handle'] =>
  (call) => {
    const body = replaceInstrumentNames(call.body, () => call.deps.marketData);
    return body instanceof Promise
      ? body.then(async (value: unknown) =>
          explainName(call, await handle({ ...(call as Call<Query>), body: value })),
        )
      : handle(call as Call<Query>);
  };

/** The result, with the reason of the venue if the one instrument that the body names is not found there. */
function explainName({ body, deps }: Call, result: RouteResult): RouteResult {
  if (result.ok || result.error.details?.['resource'] !== 'instrument') return result;
  const [name, ...others] = listInstrumentNames(body);
  const why = name === undefined || others.length > 0 ? null : explainMissing(deps.marketData, name);
  return why === null ? result : err(notFound('instrument', why));
}

/** A signed request that passed the signature, rate and permission checks, with its parsed body and query. */
export interface Call<Query = unknown> {
  readonly deps: HttpDeps;
  readonly caller: Caller;
  readonly isTimestampFresh: boolean; // false only where the route `allowsStaleTimestamp`: the age is unknown
  readonly params: Readonly<Record<string, string>>; // decoded
  readonly query: Query;
  readonly body: unknown; // parsed JSON; `{}` when the request has none
  readonly idempotencyKey: string | null;
  readonly command?: CommandContext; // of a request over the trade socket
  readonly trace?: RequestTrace | null; // absent or null: the request belongs to no trace
}

/** The response of a handler: JSON text, or the chunks of one JSON array. */
export interface RouteResponse {
  readonly content: string | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly isRecorded?: true; // the journal already contains the call: a new order
  readonly status?: number; // default 200; only unsigned routes set another one
}

export type RouteResult = Result<RouteResponse, Rejection>;

const NO_EXTRA_HEADERS = {};

export const respondWithText = (
  text: string,
  headers: Readonly<Record<string, string>> = NO_EXTRA_HEADERS,
): RouteResult => ok({ content: text, headers });

export const respond = (value: unknown, headers?: Readonly<Record<string, string>>): RouteResult =>
  respondWithText(JSON.stringify(value), headers);

/** Renders the value of a result; a rejection is returned unchanged. */
export const respondWith = <Value>(
  result: Result<Value, Rejection>,
  render: (value: Value) => unknown,
): RouteResult => (result.ok ? respond(render(result.value)) : result);

/** Removes fields that are `undefined`, so that an absent filter is omitted. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}

/**
 * Finds the instrument that a reference names, by instrument id or as `Venue:native-id`.
 *
 * @param reference  default: the `id` in the path
 *
 * Rejects with `not_found`, also for a malformed reference.
 */
export async function readInstrument(
  { deps, params }: Call,
  reference = params['id'] ?? '',
): Promise<Result<Instrument, Rejection>> {
  const instrument = await findInstrument(deps.marketData, reference);
  return instrument === null
    ? err(notFound('instrument', explainMissing(deps.marketData, reference)))
    : ok(instrument);
}

/** Why a venue may have an instrument that is not listed here: it is off, or not healthy. Null if it is neither. */
function explainMissing(marketData: MarketData, reference: string): string | null {
  const venue = venueNamed(marketData, reference.slice(0, Math.max(0, reference.indexOf(':'))));
  const health = marketData.venueHealth().find((each) => each.venue === venue);
  return health === undefined || health.healthy ? null : `${venue}: ${health.reason ?? 'not healthy'}`;
}

function findInstrument(marketData: MarketData, reference: string): Promise<Instrument | null> {
  const id = parseInstrumentId(reference);
  if (id !== null) return marketData.instrument(id);
  const colon = reference.indexOf(':');
  const venue = venueNamed(marketData, reference.slice(0, Math.max(0, colon)));
  const nativeId = reference.slice(colon + 1);
  return venue === null || nativeId === ''
    ? Promise.resolve(null)
    : marketData.instrumentByNativeId(venue, nativeId);
}

export async function readAsset({ deps, params }: Call): Promise<Result<GenericAsset, Rejection>> {
  const id = parseGenericAssetId(params['id']);
  const asset = id === null ? null : await deps.marketData.asset(id);
  return asset === null ? err(notFound('generic_asset')) : ok(asset);
}

interface FilterQuery {
  readonly venue?: string;
  readonly instrument_id?: string;
  readonly start?: string;
  readonly end?: string;
}

/** The filters that lists have in common; null where the query has none. */
export interface Filters {
  readonly venue: VenueName | null;
  readonly instrumentId: InstrumentId | null;
  readonly start: TimestampMs | null;
  readonly end: TimestampMs | null;
}

/**
 * Reads the filters of a query. Rejects with `validation` an invalid time, a range that ends before it starts and
 * an unknown venue, and with `not_found` an unknown instrument.
 */
export async function readFilters(call: Call<FilterQuery>): Promise<Result<Filters, Rejection>> {
  const { marketData } = call.deps;
  const { venue: venueText, instrument_id: reference } = call.query;
  const range = readTimeRange(['start', call.query.start], ['end', call.query.end]);
  if (!range.ok) return range;
  const venue = venueText === undefined ? null : venueNamed(marketData, venueText);
  if (venue === null && venueText !== undefined) {
    const names = marketData.venues().map(({ name }) => name);
    return err(invalidField('venue', `must be one of ${names.join(', ')}`));
  }
  const instrument = reference === undefined ? null : await readInstrument(call, reference);
  if (instrument?.ok === false) return instrument;
  return ok({ venue, instrumentId: instrument?.value.instrumentId ?? null, ...range.value });
}

type TimeField = readonly [name: string, text: string | undefined];

/** Reads two times of a query, of which the second must not be earlier; null where one is absent. */
export function readTimeRange(
  [startName, startText]: TimeField,
  [endName, endText]: TimeField,
): Result<Pick<Filters, 'start' | 'end'>, Rejection> {
  const [start, end] = [readTime(startText), readTime(endText)];
  if (start === 'invalid') return err(invalidField(startName, describeTimeIssue(startText)));
  if (end === 'invalid') return err(invalidField(endName, describeTimeIssue(endText)));
  if (start !== null && end !== null && start > end)
    return err(invalidField(endName, `must not be before ${startName}`));
  return ok({ start, end });
}

const venueNamed = (marketData: MarketData, name: string): VenueName | null =>
  marketData.venues().find((venue) => venue.name === name)?.name ?? null;

const readTime = (text: string | undefined): TimestampMs | null | 'invalid' =>
  text === undefined ? null : (parseInputTime(text) ?? 'invalid');

/** The dependencies of the web terminal. */
export interface TerminalDeps {
  readonly pairings: PairingCodes;
  readonly dir: string; // that contains the built pages
}

export interface HealthReport {
  readonly status: 'ok' | 'fail';
  readonly role: 'owner' | 'standby';
  readonly uptimeSeconds: number;
  readonly checks: Readonly<Record<string, string>>; // `{ storage: 'ok', venues: 'ok', matching: 'ok' }`
}

/** The dependencies of the HTTP API. */
export interface HttpDeps {
  readonly trading: TradingService;
  readonly marketData: MarketData;
  readonly pnl: Pnl;
  readonly reviewing: MappingReviewService;
  readonly recorder: Pick<Recorder, 'status'> | null; // null: market data is not recorded
  readonly webhooks: Webhooks;
  readonly alerts: Alerts;
  readonly replay: ReplayControl | null; // null: not a replay
  readonly auth: Authenticator;
  readonly rates: RateLimiter;
  /** The open streams of each key. */
  readonly streamLimiter: { readonly max: number; count(keyId: KeyId): number };
  readonly lists: LongListLimiter;
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly version: string;
  health(): HealthReport;
  /** Prometheus text. */
  metricsText(): Promise<string>;
  /** The web terminal; null when it is not served. */
  readonly terminal: TerminalDeps | null;
  /** Makes the file of the Python client; null when it is not served. */
  readonly pythonClient: (() => Promise<PythonPackage>) | null;
  /** The AsyncAPI document of the streams. */
  asyncApi(): unknown;
}
