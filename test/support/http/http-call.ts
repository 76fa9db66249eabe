import { createTestApi, type TestApiOptions } from './http-fakes.ts';
import { assertMatchesSchema } from './response-schema.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Serves the calls that need no special setup. */
const standard = createTestApi();

/** Makes a signed call and checks its answer against the published schema. */
export async function call(method: Method, url: string, body?: unknown, options?: TestApiOptions) {
  const { server } = await (options === undefined ? standard : createTestApi(options));
  const answer = await server.inject({
    method,
    url,
    headers: { 'x-signature': 'good', ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const path = url.split('?')[0] ?? url;
  assertMatchesSchema(method, path, answer.statusCode, answer.json());
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}

export const get = (url: string, options?: TestApiOptions) => call('GET', url, undefined, options);
