import assert from 'node:assert/strict';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { ApiErrorSchema } from '../../../src/http/http-errors.ts';
import { publicRoutes } from '../../../src/http/public-routes.ts';
import { routes } from '../../../src/http/routes/routes.ts';

/**
 * Fails unless the body matches the published schema of that answer exactly: no field is missing or has a
 * wrong type, and, stricter than for callers, no field is unknown to the schema.
 *
 * @param path  as called, without query: `/v1/orders/ord_1042`
 * @param body  the parsed JSON
 */
export function assertMatchesSchema(method: string, path: string, status: number, body: unknown): void {
  const schema = findAnswerSchema(method, path, status);
  if (schema === null) return;
  const validator = getValidator(schema);
  const wrong = validator.Check(body) ? [] : validator.Errors(body);
  const reported = wrong.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
  assert.ok(wrong.length === 0, `${method} ${path} ${status}: ${reported} in ${JSON.stringify(body)}`);
}

/** The schema of a response; null if the body is not JSON with a schema. */
export function findAnswerSchema(method: string, path: string, status: number): TSchema | null {
  const open = publicRoutes.find((route) => method === 'GET' && route.path === path);
  if (open !== undefined && (status === 200 || path === '/health')) return open.response ?? null;
  if (status !== 200) return ApiErrorSchema;
  const found = routes
    .filter((route) => route.method === method && toPattern(route.path).test(path))
    .sort((a, b) => countParameters(a.path) - countParameters(b.path))[0];
  assert.ok(found, `${method} ${path} is a route`);
  return found.response;
}

const countParameters = (path: string): number => path.split('{').length;
const toPattern = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

const validators = new Map<TSchema, Validator>();

function getValidator(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known !== undefined) return known;
  const made: Validator = Compile(closeObjects(schema) as TSchema);
  validators.set(schema, made);
  return made;
}

/** The same schema with every object closed unless it is declared open. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, closeObjects(each)]);
  const copy = Object.fromEntries(entries) as Record<string, unknown>;
  return copy['type'] === 'object' && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
}
