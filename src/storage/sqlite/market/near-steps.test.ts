import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Instrument } from '../../../contract/model/instrument.ts';
import { instrument } from '../../../domain/instruments/instrument.fixture.ts';
import { toSearchRule } from '../../../domain/instruments/instrument-search.ts';
import { toNearTerms } from '../../../domain/instruments/near-search.ts';
import { openForWriting } from '../database.ts';
import { CatalogueReader, CatalogueWriter, NEAR_CANDIDATES_MAX, NEAR_READS_MAX } from './catalogue-store.ts';
import { MARKET_SCHEMA } from './market-tables.ts';
import { BLOCK_IDS } from './search-index.ts';

const BLOCKS = 31; // of a catalogue with a million listings
const WORDS = [
  'abcdefghijklmnopqrstuvwx',
  'zyxwvutsrqponmlkjihgfedc',
  'acegikmoqsuwybdfhjlnprtv',
  'bdfhjlnprtvxacegikmoqsuw',
];
const folder = mkdtempSync(join(tmpdir(), 'crossbook-near-'));
after(() => rmSync(folder, { recursive: true }));

const rule = (q: string) => toSearchRule({ q, venue: null, status: null, category: null });

function openCatalogue(name: string, instruments: readonly Instrument[]): CatalogueReader {
  const database = openForWriting(join(folder, name), MARKET_SCHEMA);
  const writer = new CatalogueWriter(database);
  writer.stage(instruments);
  writer.saveStaged();
  return new CatalogueReader(database);
}

/** Every step of a search. */
function search(catalogue: CatalogueReader, q: string) {
  const steps = [];
  for (let afterId: number | null = 0; afterId !== null; ) {
    const page: ReturnType<CatalogueReader['near']> = catalogue.near(
      rule(q),
      Number.MAX_SAFE_INTEGER,
      afterId,
    );
    steps.push(page);
    afterId = page.afterId;
  }
  return { steps, ids: steps.flatMap(({ items }) => items.map(({ instrumentId }) => instrumentId)) };
}

test('a step over the words of a million listings reads a bounded number of sets, and the steps find each listing', () => {
  // The longest words that may have an edit, so that each block has as many sets as any text can need.
  const title = WORDS.join(' ');
  const ids = Array.from({ length: BLOCKS }, (_, block) => block * BLOCK_IDS + 7);
  const catalogue = openCatalogue(
    'blocks.db',
    ids.map((id) => instrument(id, { title })),
  );
  const q = WORDS.map((word) => `${word.slice(0, 11)}${word.slice(12)}`).join(' ');
  const { steps, ids: found } = search(catalogue, q);
  assert.deepEqual(found, ids);
  const block = toNearTerms(rule(q)).flat(2).length;
  for (const { reads } of steps)
    assert.ok(reads < NEAR_READS_MAX + block, `${reads} reads, ${block} of a block`);
  assert.ok(steps.length > 1);
});

test('a step compares a bounded number of listings, and the next one continues behind the last of them', () => {
  const count = NEAR_CANDIDATES_MAX * 2 + 1;
  const ids = Array.from({ length: count }, (_, at) => 1 + at * 3);
  const catalogue = openCatalogue(
    'dense.db',
    ids.map((id) => instrument(id, { title: 'Interest rates' })),
  );
  const { steps, ids: found } = search(catalogue, 'intrest rates');
  assert.deepEqual(
    steps.map(({ candidates }) => candidates),
    [NEAR_CANDIDATES_MAX, NEAR_CANDIDATES_MAX, 1],
  );
  assert.deepEqual(found, ids);
});
