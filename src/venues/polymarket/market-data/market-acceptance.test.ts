import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import type { MarketStatus } from '../../../contract/model/instrument.ts';
import type { Listing } from '../codec/polymarket-mapping.ts';
import { createListing } from '../polymarket-feed.fixture.ts';
import { PolymarketHarness } from '../polymarket-harness.fixture.ts';
import { MarketAcceptance } from './market-acceptance.ts';

const LISTING = createListing(1);
const ID = LISTING.instrument.venueInstrumentId;
const withStatus = (status: MarketStatus, listing = LISTING): Listing => ({
  ...listing,
  instrument: { ...listing.instrument, status },
});

/** A market that discovery and the trading service may describe differently. `null`: it does not answer. */
class Market {
  readonly clock = new ManualClock();
  readonly paths: string[] = [];
  readonly published: MarketStatus[] = [];
  isAccepting: boolean | null = true;
  listing = withStatus('OPEN');
  readonly acceptance = new MarketAcceptance({
    client: {
      read: async (_, path) => {
        this.paths.push(path);
        if (this.isAccepting === null) return { kind: 'failed', why: 'down' };
        const value = { c: ID, ...(this.isAccepting && { ao: true }) };
        return { kind: 'answer', status: 200, value, body: '' };
      },
    },
    clock: this.clock,
    find: (id) => (id === ID ? this.listing : null),
    publish: (listing) => this.publish(listing),
  });

  /** What the catalogue does with a record. */
  publish(listing: Listing): void {
    const corrected = this.acceptance.correct(listing);
    if (corrected.instrument.status === this.listing.instrument.status) return;
    this.listing = corrected;
    this.published.push(corrected.instrument.status);
  }
}

describe('a market is read at once', () => {
  for (const [before, isAccepting, published] of [
    ['OPEN', false, ['PAUSED']],
    ['OPEN', true, []],
    ['OPEN', null, []],
    ['PAUSED', true, ['OPEN']],
    ['PAUSED', false, []],
    ['PAUSED', null, []],
    ['CLOSED', false, []],
    ['SETTLED', true, []],
    ['UNOPENED', true, []],
  ] as const) {
    const answer = isAccepting === null ? 'does not answer' : isAccepting ? 'takes orders' : 'takes none';
    test(`while it is ${before}, and the trading service ${answer}`, async () => {
      const market = new Market();
      market.listing = withStatus(before);
      market.isAccepting = isAccepting;
      await market.acceptance.read(ID);
      assert.deepEqual(market.published, published);
      assert.deepEqual(market.paths, [`/clob-markets/${ID}`]);
    });
  }
});

test('a cached record of discovery does not end a pause, and does not repeat one that has ended', async () => {
  const market = new Market();
  market.isAccepting = false;
  await market.acceptance.read(ID);
  market.publish(withStatus('OPEN'));
  assert.deepEqual(market.published, ['PAUSED']);
  market.isAccepting = true;
  market.clock.advance(5_000);
  await market.acceptance.pollPaused();
  market.publish(withStatus('PAUSED'));
  assert.deepEqual(market.published, ['PAUSED', 'OPEN']);
  market.clock.advance(120_001);
  market.publish(withStatus('PAUSED'));
  assert.deepEqual(market.published, ['PAUSED', 'OPEN', 'PAUSED'], 'the word of the trading service is old');
});

test('a closed market is closed whatever the trading service said before, and is not polled', async () => {
  const market = new Market();
  market.isAccepting = false;
  await market.acceptance.read(ID);
  market.publish(withStatus('CLOSED'));
  market.clock.advance(5_000);
  await market.acceptance.pollPaused();
  assert.deepEqual([market.published, market.paths.length], [['PAUSED', 'CLOSED'], 1]);
});

test('a pause that discovery reports is checked every five seconds until it ends', async () => {
  const market = new Market();
  market.isAccepting = false;
  market.publish(withStatus('PAUSED'));
  for (const [afterMs, requests] of [
    [5_000, 1],
    [4_999, 1],
    [1, 2],
    [5_000, 3],
  ] as const) {
    market.clock.advance(afterMs);
    await market.acceptance.pollPaused();
    assert.equal(market.paths.length, requests);
  }
  market.isAccepting = true;
  market.clock.advance(5_000);
  await market.acceptance.pollPaused();
  market.clock.advance(5_000);
  await market.acceptance.pollPaused();
  assert.deepEqual([market.published, market.paths.length], [['PAUSED', 'OPEN'], 4]);
});

test('an order refused by a paused market publishes the pause with the refusal, and the end within seconds', async () => {
  const harness = new PolymarketHarness();
  await harness.start();
  const { controls } = harness.exchange.simulator;
  const readStatus = () => harness.listener.instruments.get(harness.id)?.status;
  for (const _round of [1, 2]) {
    assert.equal(controls.market({ market: harness.id, verb: 'pause' }), null);
    const outcome = await harness.place();
    assert.deepEqual(
      [outcome.kind, outcome.kind === 'refused' && outcome.code],
      ['refused', 'market_paused'],
    );
    assert.equal(readStatus(), 'PAUSED');
    assert.equal(controls.market({ market: harness.id, verb: 'resume' }), null);
    await harness.pass(6_500);
    assert.equal(readStatus(), 'OPEN');
    assert.equal((await harness.place()).kind, 'report');
  }
  await harness.stop();
});
