import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { VenueClientId } from '../../../contract/model/ids.ts';
import { ClientIdCodec, type IdentityTerms, type OrderIdentity } from './kalshi-client-ids.ts';

const ids = new ClientIdCodec('00112233445566778899aabbccddeeff');
const others = new ClientIdCodec('ffeeddccbbaa99887766554433221100');
const gtc: IdentityTerms = { outcome: 'YES', type: 'LIMIT', tif: 'GTC' };
const toIdentity = (clientId: string, terms: IdentityTerms = gtc): OrderIdentity => ({
  clientId: clientId as VenueClientId,
  terms,
});

const anyTerms: fc.Arbitrary<IdentityTerms> = fc.record(
  {
    outcome: fc.constantFrom('YES', 'NO'),
    type: fc.constant('LIMIT'),
    tif: fc.constantFrom('GTC', 'IOC', 'FOK', 'GTD'),
  },
  { noNullPrototype: true },
);

test('an id is a version 4 UUID that decodes to order, leg, generation and terms', () => {
  const number = (max: number) => fc.integer({ min: 1, max });
  fc.assert(
    fc.property(
      number(2 ** 48 - 1),
      number(9999),
      number(9999),
      anyTerms,
      (order, leg, generation, terms) => {
        const given = toIdentity(`cb-${order}-${leg}-${generation}`, terms);
        const uuid = ids.encode(given) ?? '';
        assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
        assert.deepEqual(ids.decode(uuid), given);
        assert.equal(others.decode(uuid), null);
      },
    ),
  );
});

test('MARKET is encoded separately from LIMIT, so that its report has no limit price', () => {
  for (const tif of ['IOC', 'FOK', 'GTC'] as const) {
    const given = toIdentity('cb-7-1-1', { outcome: 'NO', type: 'MARKET', tif });
    assert.deepEqual(ids.decode(ids.encode(given) ?? ''), given);
  }
});

test('an id that another client chose is not ours', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => assert.equal(ids.decode(uuid), null)));
  for (const text of ['', 'cb-1-1-1', 'not a uuid']) assert.equal(ids.decode(text), null);
});

test('an id with one changed digit is not ours', () => {
  const uuid = ids.encode(toIdentity('cb-1042-1-1')) ?? '';
  const changed = uuid.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  assert.equal(ids.decode(changed), null);
});

test('a client id of another form cannot be encoded', () => {
  for (const clientId of ['other', 'cb-0-1-1', 'cb-1-1', `cb-${2 ** 48}-1-1`]) {
    assert.equal(ids.encode(toIdentity(clientId)), null);
  }
});
