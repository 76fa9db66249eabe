import type { Static, TObject, TSchema } from 'typebox';
import type { Caller, Permission } from '../../domain/access/access.ts';
import { ok, type Rejection, type RejectionCode, type Result } from '../../domain/model/result.ts';
import type { RateBucket } from '../auth/auth-types.ts';
import type { HttpDeps } from './dependencies.ts';
import { createQueryReader } from './query-reader.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A signed request that passed signature, rate and permission, and whose body and query are read. */
export interface Call<Query = unknown> {
  readonly deps: HttpDeps;
  readonly caller: Caller;
  readonly isTimestampFresh: boolean; // false only where the route `allowsStaleTimestamp`: signed at a time that is not known
  readonly params: Readonly<Record<string, string>>; // decoded
  readonly query: Query;
  readonly body: unknown; // parsed JSON; `{}` when the request has none
  readonly idempotencyKey: string | null;
}

/** What a handler says: JSON text, or the pieces of one JSON array. */
export interface RouteResponse {
  readonly content: string | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly isRecorded?: true; // the journal has all of it already: a new order
  readonly status?: number; // 200 unless said otherwise; only an unsigned page says otherwise
}

export type RouteResult = Result<RouteResponse, Rejection>;

/** What a route is, for the server, the OpenAPI document, the reference page and the contract tests alike. */
interface RouteSpec<Query extends TObject = TObject> {
  readonly method: Method;
  readonly path: string; // `/v1/orders/{id}`
  readonly name: string; // `getOrder`, the operation's name in the published document
  readonly tag: string;
  readonly summary: string;
  readonly notes?: string;
  readonly permission: Permission;
  readonly bucket: RateBucket;
  readonly isMutating: boolean;
  readonly allowsStaleTimestamp?: true; // or refuses what is not fresh: passes also when our clock was set back
  readonly isAudited?: false; // of a mutating route that changes nothing but its signature's use
  readonly query: Query;
  readonly body?: TSchema;
  readonly response: TSchema;
  readonly rejections: readonly RejectionCode[]; // besides those that every signed route has
  readonly takesIdempotencyKey?: boolean;
  readonly isPaged?: boolean; // with `limit`, names the next page in `X-Next-Cursor`
  /** What the request costs, where that is not one token; called with whatever JSON came. */
  readonly computeTokens?: (body: unknown, deps: HttpDeps) => number;
  readonly handle: (call: Call<Static<Query>>) => RouteResult | Promise<RouteResult>;
}

export interface Route extends Omit<RouteSpec, 'handle'> {
  readonly readQuery: (query: string) => Result<unknown, Rejection>;
  readonly handle: (call: Call) => RouteResult | Promise<RouteResult>;
}

/** Joins a handler to the reader of its query, so that the types of one are proven by the other. */
export function route<Query extends TObject>(spec: RouteSpec<Query>): Route {
  const handle = (call: Call) => spec.handle(call as Call<Static<Query>>);
  return { ...spec, readQuery: createQueryReader(spec.query), handle };
}

const NO_HEADERS = {};

export const respondWithText = (
  text: string,
  headers: Readonly<Record<string, string>> = NO_HEADERS,
): RouteResult => ok({ content: text, headers });

export const respond = (value: unknown, headers?: Readonly<Record<string, string>>): RouteResult =>
  respondWithText(JSON.stringify(value), headers);

/** Renders what was found; a refusal stays one. */
export const respondWith = <Value>(
  result: Result<Value, Rejection>,
  render: (value: Value) => unknown,
): RouteResult => (result.ok ? respond(render(result.value)) : result);

/** The fields that have a value: an absent filter is left out, never passed on as `undefined`. */
export function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
}
