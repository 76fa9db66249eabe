import type { TObject, TSchema } from 'typebox';
import type { Config } from '#config';
import { ERRORS, type RejectionCode } from '#contract';
import { type PublicRoute, publicRoutes } from '../public-routes.ts';
import type { Route } from '../route.ts';
import { RECORDS, routes } from '../routes/routes.ts';
import { getKeywords } from '../schema-reader.ts';
import { renderGuide } from './api-guide.ts';
import { closeRequest } from './request-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

interface Content {
  readonly description: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } };
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean } & Pick<Required<Content>, 'content'>;
  readonly responses: Readonly<Record<string, Content>>;
  readonly 'x-permission'?: string;
  readonly 'x-rate-bucket'?: string;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>> & {
    readonly license: Readonly<Record<'name' | 'identifier', string>>;
  };
  readonly servers: readonly unknown[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** Generates the OpenAPI 3.1 document from the routes and the schemas that validate requests. */
export function openApiDocument(config: Config, version: string): OpenApiDocument {
  const prefix = config.auth.headerPrefixes[0] ?? 'X-';
  const operations = [...routes.map(signedOperation), ...publicRoutes.map(openOperation)];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crossbook',
      version,
      description: renderGuide(config),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `http://${config.host}:${config.port}`, description: config.profile }],
    tags: [...new Set([...routes.map(({ tag }) => tag), PUBLIC_TAG])].map((name) => ({ name })),
    paths: renderPaths(operations),
    components: { schemas: componentSchemas(), headers: HEADERS, securitySchemes: securitySchemes(prefix) },
  };
}

const PUBLIC_TAG = 'Service';

function header(description: string) {
  return { description, schema: { type: 'string' } };
}

interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function renderPaths(placed: readonly Placed[]): OpenApiDocument['paths'] {
  const byPath = Map.groupBy(placed, ({ path }) => path);
  return Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(ofPath.map(({ method, operation }) => [method, operation])),
    ]),
  );
}

function signedOperation(route: Route): Placed {
  const operation: Operation = {
    operationId: route.name,
    tags: [route.tag],
    summary: route.summary,
    ...(route.notes !== undefined && { description: route.notes }),
    security: [{ KeyId: [], Timestamp: [], Signature: [] }],
    parameters: listParameters(route),
    ...(route.body !== undefined && {
      requestBody: { required: route.isBodyOptional !== true, content: jsonContent(toSchema(route.body)) },
    }),
    responses: { 200: success(route), ...errorResponses(listCodes(route)) },
    'x-permission': route.permission,
    'x-rate-bucket': route.bucket,
  };
  return { path: route.path, method: route.method.toLowerCase(), operation };
}

function openOperation(route: PublicRoute): Placed {
  const responses = {
    200: {
      description: route.summary,
      ...(route.response !== undefined && { content: jsonContent(toSchema(route.response)) }),
    },
  };
  const { name: operationId, summary, path } = route;
  return {
    path,
    method: 'get',
    operation: { operationId, tags: [PUBLIC_TAG], summary, security: [], parameters: [], responses },
  };
}

function listParameters(route: Route): Parameter[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => pathParameter(route, match[1] ?? ''));
  const inQuery = queryParameters(route.query);
  return [...inPath, ...inQuery, ...(route.takesIdempotencyKey === true ? [IDEMPOTENCY_KEY] : [])];
}

const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Sets `client_order_id`. If the body contains one too, both must be equal.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,128}$' },
};

const PATH_IDS: Readonly<Record<string, string>> = {
  '/v1/orders': '`ord_1042` or `1042`.',
  '/v1/generic-assets': 'A `generic_asset_id`.',
  '/v1/orderbooks/generic-asset': 'A `generic_asset_id`.',
};

function pathParameter({ path }: Route, name: string): Parameter {
  const description =
    PATH_IDS[path.slice(0, path.indexOf('/{'))] ?? 'An `instrument_id`, or `Venue:native-id`.';
  return { name, in: 'path', required: true, description, schema: { type: 'string' } };
}

function queryParameters(query: TObject): Parameter[] {
  const required = new Set<string>(query.required ?? []);
  return Object.entries(query.properties).map(([name, schema]) => {
    const { description, default: byDefault } = getKeywords(schema);
    return {
      name,
      in: 'query' as const,
      required: required.has(name) && byDefault === undefined,
      ...(description !== undefined && { description }),
      schema: toSchema(schema),
    };
  });
}

function success(route: Route): Content {
  const headers = {
    ...headerRefs(...SIGNED_HEADERS),
    ...(route.isPaged === true && {
      'X-Next-Cursor': header('Cursor of the next page, when `limit` is set and there is one.'),
    }),
    ...(route.takesIdempotencyKey === true && {
      'Idempotent-Replayed': header('`true` when the response repeats that of an earlier identical request.'),
    }),
  };
  return {
    description: 'Success',
    headers,
    content: jsonContent(toSchema(route.response)),
  };
}

const jsonContent = (schema: JsonSchema) => ({ 'application/json': { schema } });

const HEADERS = {
  'X-Request-Id': header('Id of the request; quote it when you report an error.'),
  'X-Server-Time': header('Unix milliseconds at the service.'),
  'RateLimit-Policy': header('The rule of the bucket of this call: `"write";q=100;w=2`.'),
  RateLimit: header('What is left of the bucket, and in how many seconds it is full: `"write";r=99;t=1`.'),
  'Retry-After': header('Whole seconds to wait before the next attempt.'),
  'WWW-Authenticate': header('`Signature`.'),
};
type HeaderName = keyof typeof HEADERS;
const ALL_HEADERS: readonly HeaderName[] = ['X-Request-Id', 'X-Server-Time'];
const SIGNED_HEADERS: readonly HeaderName[] = [...ALL_HEADERS, 'RateLimit-Policy', 'RateLimit'];
const STATUS_HEADERS: Readonly<Record<string, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const headerRefs = (...names: readonly HeaderName[]): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** All error codes of a signed route: its own codes, and those of the checks before every handler. */
function listCodes(route: Route): RejectionCode[] {
  const body: RejectionCode[] = route.method === 'GET' ? [] : ['payload_too_large', 'unsupported_media_type'];
  const once: RejectionCode[] = route.isMutating ? ['replay'] : [];
  const always: RejectionCode[] = [
    'unauthorized',
    'stale_timestamp',
    'signature',
    ...once,
    'forbidden',
    'validation',
  ];
  const service: RejectionCode[] = [
    'rate_limited',
    'journal_unavailable',
    'not_owner',
    'shutting_down',
    'internal',
  ];
  const agents: RejectionCode[] = route.agents === true ? [] : ['agent_policy'];
  return [...new Set([...always, ...agents, ...route.rejections, ...body, ...service])];
}

function errorResponses(codes: readonly RejectionCode[]): Record<string, Content> {
  const byStatus = Map.groupBy(codes, (code) => String(ERRORS[code].status));
  const content = jsonContent({ $ref: '#/components/schemas/Error' });
  return Object.fromEntries(
    [...byStatus].map(([status, each]) => [
      status,
      {
        description: each.map((code) => `\`${code}\``).join(', '),
        headers: headerRefs(...ALL_HEADERS, ...(STATUS_HEADERS[status] ?? [])),
        content,
      },
    ]),
  );
}

const securitySchemes = (prefix: string) => ({
  KeyId: { type: 'apiKey', in: 'header', name: `${prefix}Key-Id`, description: 'Id of the signing key.' },
  Timestamp: {
    type: 'apiKey',
    in: 'header',
    name: `${prefix}Timestamp`,
    description: 'Unix milliseconds, within 30 seconds of the server time.',
  },
  Signature: {
    type: 'apiKey',
    in: 'header',
    name: `${prefix}Signature`,
    description: 'Base64 of the Ed25519 signature over method, path, sorted query, timestamp and body hash.',
  },
});

/** The part of JSON Schema that the documents use. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly title?: string;
  readonly enum?: readonly (string | number)[];
  readonly default?: unknown;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
}

const NAMES: ReadonlyMap<TSchema, string> = new Map(
  Object.entries(RECORDS).map(([name, schema]) => [schema, name]),
);

/** The schemas of request bodies, whose fields the service checks. */
const REQUESTS: ReadonlySet<TSchema> = new Set(
  routes.map(({ body }) => body).filter((body) => body !== undefined),
);

/** All named records, by the names that references use. */
const componentSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries(Object.entries(RECORDS).map(([name, schema]) => [name, published(schema)]));

/** A schema as published: named records by reference, and without the internal keyword `expects`. */
function toSchema(schema: TSchema): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? published(schema) : { $ref: `#/components/schemas/${name}` };
}

function published(schema: TSchema): JsonSchema {
  const entries = Object.entries(REQUESTS.has(schema) ? closeRequest(schema) : schema)
    .filter(([key]) => key !== 'expects')
    .map(([key, value]) => [key, publishedKeyword(key, value)]);
  const { enum: values, type } = getKeywords(schema);
  const isUntyped = values?.every((value) => typeof value === 'string') === true && type === undefined;
  return { ...(isUntyped && { type: 'string' }), ...Object.fromEntries(entries) };
}

function publishedKeyword(key: string, value: unknown): unknown {
  if (key === 'items') return toSchema(value as TSchema);
  if (key === 'anyOf') return (value as readonly TSchema[]).map(toSchema);
  if (key !== 'properties') return value;
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, TSchema>>).map(([name, each]) => [name, toSchema(each)]),
  );
}
