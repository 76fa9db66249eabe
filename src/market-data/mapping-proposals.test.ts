import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { InstrumentId, VenueName } from '../contract/model/ids.ts';
import type { Instrument } from '../contract/model/instrument.ts';
import { instrument, KALSHI, POLYMARKET } from '../domain/instruments/instrument.fixture.ts';
import type { MappingSource } from '../ports/mapping-source.ts';
import { createMappingSource } from './mapping-proposals.ts';
import type { MarketComponents } from './market-components.ts';
import type { ProposalFinder } from './proposal-finder.ts';

interface OpenSource {
  readonly source: MappingSource;
  readonly calls: string[]; // in their order
}

/** A source over stored instruments of Kalshi, of which the registry knows the named ids. */
function openSource(stored: readonly Instrument[], registered: readonly number[] = []): OpenSource {
  const calls: string[] = [];
  const parts = {
    instrumentIds: {
      find: (venue: VenueName, name: string) =>
        stored.find(
          (it) => it.venue === venue && it.venueInstrumentId === name && registered.includes(it.instrumentId),
        )?.instrumentId ?? null,
    },
    catalogue: {
      flush: async () => void calls.push('flush'),
      load: async (id: InstrumentId) => stored.find((it) => it.instrumentId === id) ?? null,
      onUpdated: () => undefined,
    },
    store: {
      matches: async (named: Readonly<Record<string, string | null>>) => {
        calls.push(named['ticker'] === null ? 'by slug' : 'by ticker');
        return stored.filter(
          (it) => it.venue === named['venue'] && (it.ticker === named['ticker'] || it.slug === named['slug']),
        );
      },
      list: async ({ venue }: { readonly venue: VenueName }, afterId: number, limit: number) => {
        calls.push(`page after ${afterId}`);
        return stored.filter((it) => it.venue === venue && it.instrumentId > afterId).slice(0, limit);
      },
    },
    venues: [{ name: KALSHI, capabilities: { simulated: true } }],
  } as unknown as MarketComponents;
  const finder = { find: async () => void calls.push('find') } as unknown as ProposalFinder;
  return { source: createMappingSource(parts, finder), calls };
}

const kalshi = (id: number, ticker: string, fields: Partial<Instrument> = {}): Instrument =>
  instrument(id, { venue: KALSHI, venueInstrumentId: `N-${id}`, ticker, slug: `slug-${id}`, ...fields });

describe('an instrument by its exact name', () => {
  const stored = [
    kalshi(1, 'KXA'),
    kalshi(2, 'KXB', { slug: 'KXA' }),
    instrument(3, { venue: POLYMARKET, ticker: 'KXB' }),
  ];

  test('the id of the venue comes before a ticker, and a ticker before a slug', async () => {
    const { source, calls } = openSource(stored, [2]);
    assert.equal((await source.findByName(KALSHI, 'N-2'))?.instrumentId, 2);
    assert.deepEqual(calls, ['flush']);
    assert.equal((await source.findByName(KALSHI, 'KXA'))?.instrumentId, 1);
    assert.equal((await source.findByName(KALSHI, 'slug-1'))?.instrumentId, 1);
    assert.equal(await source.findByName(KALSHI, 'KXC'), null);
    assert.deepEqual(calls.slice(1), [
      'flush',
      'by ticker',
      'flush',
      'by ticker',
      'by slug',
      'flush',
      'by ticker',
      'by slug',
    ]);
  });

  test('a venue that is disabled is neither simulated nor live', () => {
    const { source } = openSource(stored);
    assert.deepEqual([source.isSimulated(KALSHI), source.isSimulated(POLYMARKET)], [true, null]);
  });

  test('proposals are found after recently listed instruments are stored', async () => {
    const { source, calls } = openSource(stored);
    await source.findProposals();
    assert.deepEqual(calls, ['flush', 'find']);
  });
});

describe('an instrument by a pattern', () => {
  const find = async (stored: readonly Instrument[], pattern: string): Promise<number | null> =>
    (await openSource(stored).source.findByName(KALSHI, pattern))?.instrumentId ?? null;

  test('it is found by its ticker or slug, in any case, when no other one fits', async () => {
    const stored = [kalshi(1, 'KXBTC-27DEC'), kalshi(2, 'KXETH-27DEC')];
    assert.equal(await find(stored, 'kxbtc-*'), 1);
    assert.equal(await find(stored, '*ETH*'), 2);
    assert.equal(await find(stored, 'SLUG-*2'), 2);
    assert.equal(await find(stored, '*27DEC'), null);
    assert.equal(await find(stored, 'KXSOL*'), null);
    assert.equal(await find(stored, '*27'), null);
  });

  test('every other sign of a pattern is literal', async () => {
    assert.equal(await find([kalshi(1, 'KX.A-1')], 'KX.A*'), 1);
    assert.equal(await find([kalshi(1, 'KXBA-1')], 'KX.A*'), null);
    assert.equal(await find([kalshi(1, 'KX(A')], 'KX(*'), 1);
  });

  test('instruments that no longer trade do not count', async () => {
    const stored = [kalshi(1, 'KXA-1', { status: 'SETTLED' }), kalshi(2, 'KXA-2', { status: 'PAUSED' })];
    assert.equal(await find(stored, 'KXA-*'), 2);
    assert.equal(await find(stored.slice(0, 1), 'KXA-*'), null);
  });

  test('all pages of the venue are read, each once', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) =>
      kalshi(at + 1, at === 999 ? 'KXLAST' : `KXA-${at}`),
    );
    const { source, calls } = openSource(many);
    assert.equal((await source.findByName(KALSHI, '*LAST'))?.instrumentId, 1_000);
    assert.deepEqual(calls, ['flush', 'page after 0', 'page after 500', 'page after 1000']);
    const short = openSource(many.slice(600));
    assert.equal((await short.source.findByName(KALSHI, '*LAST'))?.instrumentId, 1_000);
    assert.deepEqual(short.calls, ['flush', 'page after 0']);
  });
});
