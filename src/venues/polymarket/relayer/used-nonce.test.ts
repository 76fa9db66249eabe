import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQty } from '../../../contract/model/money.ts';
import type { HttpRequest, Network } from '../../../ports/network.ts';
import type { VenueOperation } from '../../../ports/venue.ts';
import { Wallet } from '../signing/wallet.ts';
import { PolymarketOperations } from './polymarket-operations.ts';
import { RelayerClient } from './relayer-client.ts';

const OWN = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const OTHER = '0x6d8c4e9aDF5748Af82Dabe2C6225207770d6B4fa';
const CONDITION = `0x${'1f'.repeat(32)}`;
const MERGE: VenueOperation = { kind: 'MERGE', venueInstrumentId: CONDITION, qty: parseQty('1') };

/** The outcome of a merge with nonce 7, long after its deadline, while the next nonce of its wallet is 8. */
async function query(signatureType: 2 | 3, record: object): Promise<string> {
  const transaction = { transactionID: 't-1', nonce: '7', state: 'STATE_CONFIRMED', ...record };
  const request = async ({ path }: HttpRequest) => ({
    kind: 'answer',
    status: 200,
    body: JSON.stringify(path.startsWith('/nonce') ? { nonce: '8' } : [transaction]),
  });
  const relayer = new RelayerClient({
    network: { http: () => ({ request }) } as unknown as Network,
    url: 'https://relayer.test',
    credentials: { kind: 'relayer_key', apiKey: 'key', address: OWN },
    nowMs: () => 0,
  });
  const operations = new PolymarketOperations({
    wallet: new Wallet({ privateKeyHex: '11'.repeat(32), chainId: 137, signatureType, funder: OWN }),
    chainId: 137,
    relayer,
    findListing: () => ({ isNegRisk: false, instrument: { venueInstrumentId: CONDITION } }) as never,
    nowMs: () => 1_000_000,
    refreshBalances: () => {},
  });
  const outcome = await operations.query(MERGE, JSON.stringify({ nonce: '7', deadline: 300 }), null);
  return outcome.kind === 'failed' ? outcome.failure : outcome.kind;
}

for (const [signatureType, type, otherType] of [
  [2, 'SAFE', 'WALLET'],
  [3, 'WALLET', 'SAFE'],
] as const)
  test(`of a ${type}: only a confirmed transaction of the same wallet proves that another one used the nonce`, async () => {
    const own = { type, proxyAddress: OWN };
    assert.equal(await query(signatureType, own), 'never_executed');
    assert.equal(await query(signatureType, { ...own, proxyAddress: OWN.toLowerCase() }), 'never_executed');
    for (const other of [
      { ...own, type: otherType },
      { ...own, type: undefined },
      { ...own, proxyAddress: OTHER },
      { ...own, proxyAddress: undefined },
      { ...own, nonce: '6' },
      { ...own, state: 'STATE_MINED' },
      { ...own, state: 'STATE_FAILED' },
    ])
      assert.equal(await query(signatureType, other), 'unknown', JSON.stringify(other));
  });
