import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import * as sdk from '../src/index.ts';
import { refuse } from './fake-routes.ts';
import { FakeService } from './fake-server.ts';

let service: FakeService;
describe('errors', () => {
  before(async () => {
    service = await FakeService.start();
  });
  after(() => service.close());

  const CLASSES: readonly [status: number, error: string, ErrorClass: typeof sdk.ApiError][] = [
    [401, 'unauthorized', sdk.UnauthorizedError],
    [401, 'signature', sdk.UnauthorizedError],
    [403, 'forbidden', sdk.ForbiddenError],
    [403, 'kill_switch', sdk.ForbiddenError],
    [404, 'not_found', sdk.NotFoundError],
    [409, 'idempotency_conflict', sdk.ConflictError],
    [409, 'order_not_open', sdk.ConflictError],
    [422, 'validation', sdk.ValidationError],
    [422, 'risk_limit', sdk.ValidationError],
    [429, 'rate_limited', sdk.RateLimitedError],
    [400, 'routing_unavailable', sdk.ApiError],
    [405, 'method_not_allowed', sdk.ApiError],
    [413, 'payload_too_large', sdk.ApiError],
    [500, 'internal', sdk.ApiError],
    [503, 'venue_unavailable', sdk.ApiError],
  ];

  for (const [status, error, ErrorClass] of CLASSES) {
    test(`${status} ${error} is thrown as ${ErrorClass.name}`, async () => {
      service.answer(refuse(status, error, { why: 'test' }));
      await assert.rejects(service.client({ maxRetries: 0 }).venues.list(), (thrown) => {
        assert.ok(
          thrown instanceof ErrorClass &&
            thrown instanceof sdk.ApiError &&
            thrown instanceof sdk.CrossbookError,
        );
        assert.equal(thrown.constructor, ErrorClass);
        assert.equal(thrown.name, ErrorClass.name);
        const { status: seen, error: code, message, details, requestId } = thrown;
        const facts = { seen, code, message, details, requestId };
        const expected = { seen: status, code: error, message: `${error} refused`, details: { why: 'test' } };
        assert.deepEqual(facts, { ...expected, requestId: 'req_7f3a' });
        return true;
      });
    });
  }

  test('a response from a proxy still has status, code and request id', async () => {
    service.answer({ status: 413, body: '<html>too large</html>' });
    await assert.rejects(service.client().venues.list(), {
      name: 'ApiError',
      status: 413,
      error: 'http_413',
      details: null,
      requestId: 'req_header',
    });
  });

  test('a redirect is not followed', async () => {
    service.answer({ status: 307, headers: { Location: `${service.baseUrl}/v1/venues` } });
    service.seen.splice(0);
    await assert.rejects(service.client().venues.list(), { name: 'ApiError', status: 307 });
    assert.equal(service.seen.length, 1);
  });

  test('an invalid address is refused at once', () => {
    const options = { keyId: 'key_demo_1', privateKey: 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' };
    for (const baseUrl of [
      '',
      '127.0.0.1:8787',
      'ftp://host',
      'http://host/?a=1',
      'http://host/#a',
      'http://u:p@host',
    ]) {
      assert.throws(() => new sdk.Crossbook({ ...options, baseUrl }), TypeError, baseUrl);
    }
  });
});
