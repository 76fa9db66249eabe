import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { requirePresent } from '../../../contract/model/assert.ts';
import { parseQty } from '../../../contract/model/money.ts';
import type { OperationKind } from '../../../contract/model/position-operation.ts';
import type { OperationOutcome, VenueOperation, VenueOperations } from '../../../ports/venue.ts';
import { createEvent, KEY_ADDRESS, PolymarketHarness } from '../polymarket-harness.fixture.ts';
import type { ApiCredentials, PolymarketSettings } from '../polymarket-settings.ts';

const FUNDER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const RELAYED: Partial<PolymarketSettings> = {
  signatureType: 3,
  funder: FUNDER,
  relayerCredentials: { kind: 'relayer_key', apiKey: 'relayer-key-1', address: KEY_ADDRESS },
};

class RelayerHarness extends PolymarketHarness {
  get operations(): VenueOperations {
    return requirePresent(this.venue.operations, 'the operations of the venue');
  }

  operation(kind: OperationKind, qty: string | null = '10'): VenueOperation {
    return { kind, venueInstrumentId: this.id, qty: qty === null ? null : parseQty(qty) };
  }

  async seal(operation: VenueOperation): Promise<string> {
    const sealed = await this.until(this.operations.seal(operation));
    assert.ok(sealed.kind === 'sealed');
    return sealed.seal;
  }

  /** Seals and sends. */
  async send(
    operation: VenueOperation,
  ): Promise<{ readonly seal: string; readonly outcome: OperationOutcome }> {
    const seal = await this.seal(operation);
    return { seal, outcome: await this.until(this.operations.send(operation, seal)) };
  }

  query(
    operation: VenueOperation,
    seal: string,
    outcome: OperationOutcome | null,
  ): Promise<OperationOutcome> {
    const id = outcome?.kind === 'pending' ? outcome.venueOperationId : null;
    return this.until(this.operations.query(operation, seal, id));
  }

  /** What the wallet has on the chain: pUSD, YES, NO. */
  async holdings(): Promise<string[]> {
    const assets = ['pUSD', ...(await this.exchange.tokens())];
    const { holdings } = this.exchange.simulator.controls.state() as {
      holdings: readonly { wallet: string; asset: string; chain: string }[];
    };
    const own = holdings.filter(({ wallet }) => wallet === FUNDER.toLowerCase());
    return assets.map((asset) => own.find((each) => each.asset === asset)?.chain ?? '0');
  }

  get submits(): number {
    return this.requests.filter((request) => request === 'POST /submit').length;
  }
}

/** An adapter whose wallet is known at the venue, with ten pairs. */
async function open(settings: Partial<PolymarketSettings> = {}, negRisk = false): Promise<RelayerHarness> {
  const harness = new RelayerHarness([createEvent('rain', { negRisk })], { ...RELAYED, ...settings });
  await harness.start();
  await harness.place({}, '0.01'); // the first order of a wallet registers it
  for (const asset of await harness.exchange.tokens())
    harness.exchange.act({ verb: 'deposit', wallet: FUNDER, asset, amount: '10' });
  return harness;
}

const resolve = (harness: RelayerHarness, result: 'yes' | 'no'): void => {
  assert.equal(
    harness.exchange.simulator.controls.market({ market: 'rain', verb: 'settle', result } as never),
    null,
  );
};

const kinds = (...outcomes: readonly OperationOutcome[]): string[] => outcomes.map(({ kind }) => kind);

for (const [title, settings, negRisk] of [
  ['a deposit wallet', {}, false],
  ['a deposit wallet in a neg-risk market', {}, true],
  ['a Safe', { signatureType: 2 }, false],
] as const)
  describe(title, () => {
    test('merges pairs: pending until the chain has confirmed it, then the pUSD is there', async () => {
      const harness = await open(settings, negRisk);
      const merge = harness.operation('MERGE', '4.5');
      const { seal, outcome } = await harness.send(merge);
      assert.equal(outcome.kind, 'pending');
      await harness.pass(2_000);
      const mined = await harness.query(merge, seal, outcome);
      await harness.pass(5_000);
      const confirmed = await harness.query(merge, seal, outcome);
      assert.deepEqual(kinds(mined, confirmed), ['pending', 'confirmed']);
      assert.match(
        confirmed.kind === 'confirmed' ? String(confirmed.transactionHash) : '',
        /^0x[0-9a-f]{64}$/,
      );
      assert.deepEqual(await harness.holdings(), ['10004.5', '5.5', '5.5']);
      await harness.stop();
    });

    for (const result of ['yes', 'no'] as const)
      test(`redeems all tokens once the market is resolved ${result}, and not before`, async () => {
        const harness = await open(settings, negRisk);
        const redeem = harness.operation('REDEEM', null);
        const early = await harness.send(redeem);
        await harness.pass(3_000);
        const failed = await harness.query(redeem, early.seal, early.outcome);
        assert.ok(failed.kind === 'failed' && failed.failure === 'failed_on_chain');
        assert.equal(failed.venueMessage, 'execution reverted: result for condition not received yet');
        assert.deepEqual(await harness.holdings(), ['10000', '10', '10']);
        resolve(harness, result);
        const { seal, outcome } = await harness.send(redeem);
        await harness.pass(8_000);
        assert.equal((await harness.query(redeem, seal, outcome)).kind, 'confirmed');
        assert.deepEqual(await harness.holdings(), ['10010', '0', '0']);
        await harness.stop();
      });

    test('splits pUSD into pairs', async () => {
      const harness = await open(settings, negRisk);
      const { outcome } = await harness.send(harness.operation('SPLIT', '7'));
      assert.equal(outcome.kind, 'pending');
      await harness.pass(8_000);
      assert.deepEqual(await harness.holdings(), ['9993', '17', '17']);
      await harness.stop();
    });
  });

describe('an answer that is lost', () => {
  test('after the relayer took the request: its records show it, by the signature', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'drop_after_accept', path: '/submit', times: 1 });
    const merge = harness.operation('MERGE');
    const { seal, outcome } = await harness.send(merge);
    assert.equal(outcome.kind, 'unknown');
    assert.equal((await harness.query(merge, seal, null)).kind, 'pending');
    await harness.pass(8_000);
    assert.equal((await harness.query(merge, seal, null)).kind, 'confirmed');
    assert.equal(harness.submits, 1);
    await harness.stop();
  });

  test('before it took it: proven only after the deadline, and the same seal never executes later', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'lost_request', path: '/submit', times: 1 });
    const merge = harness.operation('MERGE');
    const { seal } = await harness.send(merge);
    assert.equal((await harness.query(merge, seal, null)).kind, 'unknown');
    await harness.pass(299_000);
    assert.equal((await harness.query(merge, seal, null)).kind, 'unknown');
    await harness.pass(60_000);
    assert.equal((await harness.query(merge, seal, null)).kind, 'unknown', 'blocks may still come');
    await harness.pass(65_000);
    assert.deepEqual(await harness.query(merge, seal, null), {
      kind: 'failed',
      failure: 'never_executed',
      venueMessage: null,
    });
    const late = await harness.until(harness.operations.send(merge, seal));
    assert.deepEqual(late, { kind: 'failed', failure: 'venue_refused', venueMessage: 'deadline has passed' });
    assert.deepEqual(await harness.holdings(), ['10000', '10', '10']);
    await harness.stop();
  });

  test('and a request that arrives a minute late still executes once, and is found', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'delay_before', path: '/submit', ms: 60_000, times: 1 });
    const merge = harness.operation('MERGE', '3');
    const { seal, outcome } = await harness.send(merge);
    assert.equal(outcome.kind, 'unknown');
    await harness.pass(70_000);
    assert.equal((await harness.query(merge, seal, null)).kind, 'confirmed');
    assert.deepEqual(await harness.holdings(), ['10003', '7', '7']);
    await harness.stop();
  });

  test('of a transaction that the relayer took and knows no more is proven in the same way', async () => {
    for (const [lateMs, expected] of [
      [1_000_000, /"failed","failure":"never_executed"/],
      [0, /"unknown","why":"the nonce of the operation is used/],
    ] as const) {
      const harness = await open();
      harness.exchange.fault({ name: 'relayer_late', ms: lateMs, times: 1 });
      const merge = harness.operation('MERGE');
      const { seal, outcome } = await harness.send(merge);
      assert.equal(outcome.kind, 'pending');
      harness.exchange.fault({ name: 'relayer_unlisted' });
      await harness.pass(200_000);
      assert.match(JSON.stringify(await harness.query(merge, seal, outcome)), /does not list the operation/);
      await harness.pass(250_000);
      assert.match(JSON.stringify(await harness.query(merge, seal, outcome)), expected);
      await harness.stop();
    }
  });

  test('of a transaction that cannot be read is never proven, whatever the list has', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'relayer_late', ms: 1_000_000, times: 1 });
    const merge = harness.operation('MERGE');
    const { seal, outcome } = await harness.send(merge);
    harness.exchange.fault({ name: 'relayer_unlisted' });
    await harness.pass(500_000);
    harness.exchange.fault({ name: 'status', path: '/transaction', status: 503, times: 1 });
    assert.deepEqual(await harness.query(merge, seal, outcome), {
      kind: 'unknown',
      why: 'the transaction could not be read',
    });
    assert.match(JSON.stringify(await harness.query(merge, seal, outcome)), /never_executed/);
    await harness.stop();
  });

  test('while the relayer lists nothing stays unknown before the deadline, and where its nonce is used', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'drop_after_accept', path: '/submit', times: 1 });
    harness.exchange.fault({ name: 'relayer_unlisted' });
    const merge = harness.operation('MERGE');
    const { seal } = await harness.send(merge);
    await harness.pass(8_000);
    assert.equal((await harness.query(merge, seal, null)).kind, 'unknown');
    await harness.pass(500_000);
    const outcome = await harness.query(merge, seal, null);
    assert.deepEqual(outcome, {
      kind: 'unknown',
      why: 'the nonce of the operation is used, and the relayer does not list by what',
    });
    await harness.stop();
  });

  test('of a Safe is never proven by time, but by another transaction with its nonce', async () => {
    const harness = await open({ signatureType: 2 });
    harness.exchange.fault({ name: 'lost_request', path: '/submit', times: 1 });
    const merge = harness.operation('MERGE', '3');
    const { seal } = await harness.send(merge);
    await harness.pass(1_000_000);
    assert.match(
      JSON.stringify(await harness.query(merge, seal, null)),
      /unknown.*a Safe may still execute it/,
    );
    const other = harness.operation('MERGE', '4');
    await harness.until(harness.operations.send(other, seal));
    await harness.pass(8_000);
    assert.match(JSON.stringify(await harness.query(merge, seal, null)), /never_executed/);
    await harness.stop();
  });
});

describe('what the relayer refuses or the chain reverts', () => {
  test('the same seal twice executes once', async () => {
    const harness = await open();
    const merge = harness.operation('MERGE', '3');
    const { seal } = await harness.send(merge);
    const busy = await harness.until(harness.operations.send(merge, seal));
    await harness.pass(8_000);
    const used = await harness.until(harness.operations.send(merge, seal));
    assert.deepEqual(
      [busy, used].map((outcome) => (outcome.kind === 'failed' ? outcome.venueMessage : outcome.kind)),
      ['wallet busy: wallet has an active action', 'batch nonce 0 does not match on-chain nonce 1'],
    );
    assert.deepEqual(await harness.holdings(), ['10003', '7', '7']);
    await harness.stop();
  });

  test('a transaction that reverts is failed, with the words of the relayer; the next one has its nonce', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'relayer_revert', times: 1 });
    const merge = harness.operation('MERGE');
    const { seal, outcome } = await harness.send(merge);
    await harness.pass(3_000);
    const failed = await harness.query(merge, seal, outcome);
    assert.match(JSON.stringify(failed), /failed_on_chain.*execution reverted/);
    const again = await harness.send(merge);
    await harness.pass(8_000);
    assert.equal((await harness.query(merge, again.seal, again.outcome)).kind, 'confirmed');
    await harness.stop();
  });

  test('a transaction that is mined late is pending until then', async () => {
    const harness = await open();
    harness.exchange.fault({ name: 'relayer_late', ms: 120_000, times: 1 });
    const merge = harness.operation('MERGE');
    const { seal, outcome } = await harness.send(merge);
    await harness.pass(60_000);
    assert.equal((await harness.query(merge, seal, outcome)).kind, 'pending');
    await harness.pass(70_000);
    assert.equal((await harness.query(merge, seal, outcome)).kind, 'confirmed');
    await harness.stop();
  });

  test('a restart of the exchange loses no transaction', async () => {
    const harness = await open();
    const merge = harness.operation('MERGE');
    const { seal, outcome } = await harness.send(merge);
    harness.exchange.restart();
    await harness.pass(8_000);
    assert.equal((await harness.query(merge, seal, outcome)).kind, 'confirmed');
    await harness.stop();
  });

  for (const [status, text, expected] of [
    [400, 'call blocked', 'failed venue_refused call blocked'],
    [401, 'invalid authorization', 'failed venue_refused invalid authorization'],
    [429, 'Too Many Requests', 'failed venue_refused Too Many Requests'],
    [400, 'request timed out', 'unknown'],
    [500, 'Internal server error', 'unknown'],
    [503, 'unavailable', 'unknown'],
  ] as const)
    test(`${status} ${text} is ${expected}`, async () => {
      const harness = await open();
      harness.exchange.fault({ name: 'status', path: '/submit', status, text });
      const { outcome } = await harness.send(harness.operation('MERGE'));
      const words =
        outcome.kind === 'failed' ? ['failed', outcome.failure, outcome.venueMessage] : [outcome.kind];
      assert.equal(words.join(' '), expected);
      await harness.stop();
    });
});

describe('credentials', () => {
  test('a builder key signs each request', async () => {
    const derived: ApiCredentials[] = [];
    const harness = await open({ onCredentials: (found) => void derived.push(found) });
    const [found] = derived;
    assert.ok(found !== undefined);
    await harness.restart({ ...RELAYED, relayerCredentials: { kind: 'builder', ...found } });
    await harness.start();
    const split = harness.operation('SPLIT', '1');
    const { outcome, seal } = await harness.send(split);
    assert.equal(outcome.kind, 'pending');
    assert.equal((await harness.query(split, seal, null)).kind, 'pending');
    const wrong = { kind: 'builder', ...found, secret: 'AAAA' } as const;
    await harness.restart({ ...RELAYED, relayerCredentials: wrong });
    await harness.start();
    assert.match(JSON.stringify((await harness.send(split)).outcome), /venue_refused.*invalid authorization/);
    await harness.stop();
  });

  for (const [title, settings, why] of [
    ['without any', { relayerCredentials: null }, /relayer_credentials_file/],
    ['of a plain key', { signatureType: 0, funder: null }, /signature type 0.*gas/],
    ['of a proxy', { signatureType: 1 }, /proxy \(signature type 1\)/],
  ] as const)
    test(`${title}: refused in words`, async () => {
      const harness = await open(settings);
      assert.match(String(harness.operations.findObstacle(harness.operation('MERGE'))), why);
      await harness.stop();
    });
});
