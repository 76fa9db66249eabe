import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { createTestApi, fakeTrading, type TradingChanges } from '../../../test/support/http/http-fakes.ts';
import { ORDER } from '../../../test/support/http/http-records.ts';
import {
  amendments,
  batches,
  cancelScopes,
  killSwitches,
  limitChanges,
  orders,
} from '../../../test/support/http/request-bodies.ts';
import {
  parseClientOrderId,
  parseEventId,
  parseOrderId,
  parseOrderTag,
  parseParentId,
  parseSubaccountId,
  type VenueName,
} from '../../contract/model/ids.ts';
import { err, type FieldIssue, invalidFields, type Result } from '../../contract/model/result.ts';
import { parseAmend } from '../../domain/order-state/amend-order.ts';
import { parseNewOrder } from '../../domain/order-state/parse-order.ts';
import { parseKillSwitch, parseLimits } from '../../domain/risk/limit-settings.ts';
import {
  ClientOrderIdSchema,
  EventIdSchema,
  OrderRef,
  ParentRef,
  SubaccountIdSchema,
  TagSchema,
} from '../routes/common-schema.ts';

const RULES = { outcomeRequired: false, venueNames: ['Demo' as VenueName] };
const fakes = fakeTrading();

/** Answers as the order management does when only the body decides. */
const answer = async <Value>(
  parsed: Result<unknown, readonly FieldIssue[]>,
  accepted: () => Promise<Value>,
): Promise<Value> => (parsed.ok ? accepted() : (err(invalidFields(parsed.error)) as Value));

const { orders: orderFakes, risk: riskFakes } = fakes;
const trading: TradingChanges = {
  orders: {
    submit: (caller, body, key) =>
      answer(parseNewOrder(body, key, RULES), () => orderFakes.submit(caller, body, key)),
    preview: (caller, body) =>
      answer(parseNewOrder(body, null, RULES), () => orderFakes.preview(caller, body)),
    amend: (caller, id, body) => answer(parseAmend(body), () => orderFakes.amend(caller, id, body)),
    submitBatch: async (caller, items) => {
      const parsed = items.map((item) => parseNewOrder(item, null, RULES)).find((each) => !each.ok);
      return parsed?.ok === false ? err(invalidFields(parsed.error)) : orderFakes.submitBatch(caller, items);
    },
  },
  risk: {
    setLimits: (caller, body) => answer(parseLimits(body), () => riskFakes.setLimits(caller, body)),
    setKillSwitch: (caller, body) =>
      answer(parseKillSwitch(body), () => riskFakes.setKillSwitch(caller, body)),
  },
};

const { server } = await createTestApi({ deps: { trading: fakeTrading(trading) } });
const document = (await server.inject('/v1/openapi.json')).json();

describe('the service accepts exactly the bodies that the served schema accepts', () => {
  for (const [method, path, bodies] of [
    ['POST', '/v1/orders', orders],
    ['POST', '/v1/orders/preview', orders],
    ['POST', '/v1/orders/batch', batches],
    ['PATCH', '/v1/orders/{id}', amendments],
    ['PUT', '/v1/risk/limits', limitChanges],
    ['POST', '/v1/risk/kill-switch', killSwitches],
    ['POST', '/v1/orders/cancel-all', cancelScopes],
  ] as const)
    test(`${method} ${path}`, async () => {
      const { schema } = document.paths[path][method.toLowerCase()].requestBody.content['application/json'];
      const validator = Compile(resolved(schema) as TSchema);
      const seen = { valid: 0, invalid: 0 };
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const isValid = validator.Check(body);
          seen[isValid ? 'valid' : 'invalid'] += 1;
          const status = await readStatus(method, path.replace('{id}', ORDER.id), body);
          assert.equal(status, isValid ? 200 : 422, JSON.stringify(body));
        }),
        { numRuns: 400, seed: 14 },
      );
      assert.ok(seen.valid > 20 && seen.invalid > 20, `both happen often: ${JSON.stringify(seen)}`);
    });
});

/** Texts at the bounds of every kind: lengths, prefixes, signs, and characters next to those that are allowed. */
const TEXTS = [
  '',
  ...'a;A_b-9;a b; a;a ;a\t;a\n;\u007f;\u00e9;!;~;a/b;a.b;a:b;a,b'.split(';'),
  ...[32, 33, 64, 65, 128, 129].map((length) => 'a'.repeat(length)),
  ...'0;7;07;-7;7.0;9007199254740991;99999999999999999'.split(';'),
  ...['ord_', 'cpx_', 'evt_', 'fil_'].flatMap((kind) => [
    kind,
    `${kind}0`,
    `${kind}7`,
    `${kind}7x`,
    ` ${kind}7`,
  ]),
];
for (const [name, schema, parse] of [
  ['a client order id', ClientOrderIdSchema, parseClientOrderId],
  ['a subaccount id', SubaccountIdSchema, parseSubaccountId],
  ['a tag', TagSchema, parseOrderTag],
  ['the id of an order', OrderRef, parseOrderId],
  ['the id of a complex order', ParentRef, parseParentId],
  ['the id of an event', EventIdSchema, parseEventId],
] as const)
  test(`the schema of ${name} accepts exactly what its parser does`, () => {
    const validator = Compile(schema);
    for (const text of TEXTS) assert.equal(validator.Check(text), parse(text) !== null, JSON.stringify(text));
  });

test('a body is optional where the service needs none', async () => {
  const { requestBody } = document.paths['/v1/orders/cancel-all'].post;
  assert.equal(requestBody.required, false);
  assert.equal(document.paths['/v1/orders'].post.requestBody.required, true);
});

test('each enumeration has a type, and no field of a schema has a default', () => {
  const wrong: string[] = [];
  visit(document, '', (value, where) => {
    if (Array.isArray(value['enum']) && value['type'] === undefined) wrong.push(where);
    if ('default' in value && where.includes('/properties/')) wrong.push(where);
  });
  assert.deepEqual(wrong, []);
});

test('responses list their headers, and the document its licence', () => {
  const { responses } = document.paths['/v1/orders'].post;
  assert.ok(responses['200'].headers['X-Request-Id'] && responses['200'].headers.RateLimit);
  assert.ok(responses['429'].headers['Retry-After'] && responses['401'].headers['WWW-Authenticate']);
  assert.deepEqual(document.info.license, { name: 'MIT', identifier: 'MIT' });
});

async function readStatus(method: 'POST' | 'PUT' | 'PATCH', url: string, body: unknown): Promise<number> {
  const headers = { 'x-signature': 'good', 'content-type': 'application/json' };
  const reply = await server.inject({ method, url, headers, payload: JSON.stringify(body) });
  if (reply.statusCode !== 200) assert.equal(reply.json().error, 'validation');
  return reply.statusCode;
}

/** The schema with its references in place. */
function resolved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(resolved);
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as { readonly $ref?: string };
  if ($ref !== undefined) return resolved(document.components.schemas[$ref.split('/').at(-1) ?? '']);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolved(each)]));
}

function visit(
  value: unknown,
  where: string,
  see: (value: Record<string, unknown>, where: string) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) see(value as Record<string, unknown>, where);
  for (const [name, each] of Object.entries(value)) visit(each, `${where}/${name}`, see);
}
