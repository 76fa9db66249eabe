import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { toRefusalReason } from '../../src/orders/order-gateway.ts';
import type { VenueOutcome } from '../../src/ports/venue.ts';
import { KalshiHarness, TICKER } from '../../src/venues/kalshi/kalshi-harness.fixture.ts';
import { order } from '../../src/venues/kalshi/kalshi-orders.fixture.ts';
import { PolymarketHarness } from '../../src/venues/polymarket/polymarket-harness.fixture.ts';
import { RecordingListener } from '../conformance/venue/recording-listener.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = readFileSync(join(ROOT, 'docs', 'venue-refusals.md'), 'utf8');

/** A row of the page: the venue's answer, and the resulting state of the order. */
interface Row {
  readonly venue: string;
  readonly status: number;
  readonly answer: string;
  readonly shows: readonly string[]; // status, reason, venue_code
  readonly remedy: string;
}

/** Status and reason of the column *Order*: empty, a reason alone, `CANCELLED` with one, or `in doubt`. */
function readOrder(cell: string): readonly string[] {
  if (cell === 'in doubt') return ['in doubt', ''];
  const [state, reason = ''] = cell.startsWith('CANCELLED `') ? cell.split(' `') : ['REJECTED', cell];
  return [state ?? '', reason === '' ? 'venue_rejected' : reason];
}

const ROWS = PAGE.split('\n## ')
  .slice(1)
  .flatMap((section): readonly Row[] =>
    section
      .split('\n')
      .filter((line) => /^\| \d{3} \|/.test(line))
      .map((line) => {
        const cells = line.split(' | ').map((cell) => cell.replaceAll(/^[|\s`]+|[|\s`]+$/g, ''));
        const [status = '', answer = '', order = '', code = '', remedy = ''] = cells;
        const venue = section.split('\n')[0] ?? '';
        return { venue, status: Number(status), answer, shows: [...readOrder(order), code], remedy };
      }),
  );

/** The state of an order after this outcome. */
function shownAfter(outcome: VenueOutcome): readonly string[] {
  if (outcome.kind === 'report') return [outcome.report.status, outcome.report.reason ?? '', ''];
  if (outcome.kind === 'unsent') return ['unsent', outcome.why, ''];
  const isInDoubt = outcome.kind === 'unknown' || outcome.code === 'duplicate_client_id';
  if (isInDoubt) return ['in doubt', '', ''];
  return ['REJECTED', toRefusalReason(outcome.code), outcome.venueCode ?? outcome.code];
}

/** Kalshi's body: a code, and behind a colon its details. */
function toKalshiBody(answer: string): string {
  const [code = '', details] = answer.split(': ');
  const message = code.replaceAll('_', ' ');
  if (!/^\w+$/.test(code)) return JSON.stringify({ error: answer });
  return JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }) } });
}

async function placeAtKalshi({ status, answer }: Row): Promise<VenueOutcome> {
  const harness = new KalshiHarness();
  try {
    await harness.quote();
    const venue = harness.venue();
    await venue.start(new RecordingListener());
    venue.watch(TICKER);
    await harness.pass(1_000);
    const path = '/portfolio/events/orders';
    const text = toKalshiBody(answer);
    harness.exchange.controls.faults.add({ name: 'status', method: 'POST', path, status, text });
    return await venue.place(order());
  } finally {
    await harness.close();
  }
}

async function placeAtPolymarket({ status, answer }: Row): Promise<VenueOutcome> {
  const harness = new PolymarketHarness();
  try {
    await harness.start();
    harness.exchange.fault({ name: 'status', method: 'POST', path: '/order', status, text: answer });
    return await harness.place();
  } finally {
    await harness.stop();
  }
}

test('the page has rows of both venues, and each names an action', () => {
  for (const venue of ['Kalshi', 'Polymarket'])
    assert.ok(ROWS.filter((row) => row.venue === venue).length > 25, venue);
  for (const { answer, remedy } of ROWS) assert.ok(remedy.length > 3, answer);
});

for (const row of ROWS)
  test(`${row.venue} ${row.status} ${row.answer.slice(0, 80)}`, async () => {
    const place = row.venue === 'Kalshi' ? placeAtKalshi : placeAtPolymarket;
    assert.deepEqual(shownAfter(await place(row)), row.shows);
  });

/** All matches of a pattern's group in the code of a simulator. */
function findInSimulator(venue: string, pattern: RegExp): readonly string[] {
  const files = globSync(`simulators/${venue}/**/*.ts`, { cwd: ROOT });
  const code = files.filter((file) => !/\.(test|fixture)\.ts$/.test(file));
  return code.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([, found = '']) => found),
  );
}

test('no code of the Kalshi simulator is missing on the page', () => {
  const codes = [
    ...findInSimulator('kalshi', /(?:reject|nested)\(\d{3}, '(\w+)'/g),
    ...findInSimulator('kalshi', /flat\('(\w+)'/g),
    ...findInSimulator('kalshi', /unauthenticated\('(\w+)'/g),
  ];
  assert.ok(codes.length > 20);
  assert.deepEqual(
    codes.filter((code) => !PAGE.includes(code)),
    [],
  );
});

test('no refusal of an order by the Polymarket simulator is missing on the page', () => {
  const texts = [
    ...findInSimulator('polymarket', /reject\('([^']+)'/g),
    ...findInSimulator('polymarket', /_TEXT =\s+['"]([^'"]{9})/g),
    ...findInSimulator('polymarket', /error: '([^']+)'/g),
  ];
  assert.ok(texts.length > 12);
  assert.deepEqual(
    texts.filter((text) => !PAGE.includes(text)),
    [],
  );
});
