import type { Static, TObject, TSchema } from 'typebox';
import type { Caller, Permission } from '../../domain/access/access.ts';
import { ok, type Rejection, type RejectionCode, type Result } from '../../domain/model/result.ts';
import type { RateBucket } from '../auth/auth-rate-limiter.ts';
import type { HttpDeps } from './dependencies.ts';
import { createQueryReader } from './query-reader.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A signed request that passed the signature, rate and permission checks, with its parsed body and query. */
export interface Call<Query = unknown> {
  readonly deps: HttpDeps;
  readonly caller: Caller;
  readonly isTimestampFresh: boolean; // false only where the route `allowsStaleTimestamp`: the age is unknown
  readonly params: Readonly<Record<string, string>>; // decoded
  readonly query: Query;
  readonly body: unknown; // parsed JSON; `{}` when the request has none
  readonly idempotencyKey: string | null;
}

/** The response of a handler: JSON text, or the chunks of one JSON array. */
export interface RouteResponse {
  readonly content: string | AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
  readonly isRecorded?: true; // the journal already contains the call: a new order
  readonly status?: number; // default 200; only unsigned routes set another one
}

export type RouteResult = Result<RouteResponse, Rejection>;

/** The definition of a route: the server, the OpenAPI document, the reference and the contract tests use it. */
interface RouteSpec<Query extends TObject = TObject> {
  readonly method: Method;
  readonly path: string; // `/v1/orders/{id}`
  readonly name: string; // `getOrder`, the operation id in the OpenAPI document
  readonly tag: string;
  readonly summary: string;
  readonly notes?: string;
  readonly permission: Permission;
  readonly bucket: RateBucket;
  readonly isMutating: boolean;
  readonly allowsStaleTimestamp?: true; // only reduces risk: accepted even after the server clock was set back
  readonly isAudited?: false; // for a route whose only effect is that its signature becomes used
  readonly query: Query;
  readonly body?: TSchema;
  readonly response: TSchema;
  readonly rejections: readonly RejectionCode[]; // in addition to those of every signed route
  readonly takesIdempotencyKey?: boolean;
  readonly isPaged?: boolean; // with `limit`, returns the cursor of the next page in `X-Next-Cursor`
  /** The cost of a request where it is not one token. The body is any JSON value. */
  readonly computeTokens?: (body: unknown, deps: HttpDeps) => number;
  readonly handle: (call: Call<Static<Query>>) => RouteResult | Promise<RouteResult>;
}

export interface Route extends Omit<RouteSpec, 'handle'> {
  readonly readQuery: (query: string) => Result<unknown, Rejection>;
  readonly handle: (call: Call) => RouteResult | Promise<RouteResult>;
}

/** Creates a route whose handler receives the query in the type that its schema validates. */
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
