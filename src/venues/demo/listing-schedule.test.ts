import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordingListener } from '../../../test/conformance/venue/recording-listener.ts';
import { createMemoryDemoStore } from '../../../test/support/storage/memory-demo-store.ts';
import { MARKET_STATUSES } from '../../contract/model/instrument.ts';
import { ONE } from '../../contract/model/money.ts';
import { ManualClock } from './demo-clock.fixture.ts';
import { advanceTime, createTestDemo, START } from './demo-harness.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const QUIET = { hasMarketMaker: false, scheduleStepMs: 10_000 };

const PAYOUTS: Readonly<Record<string, bigint | null>> = { YES: ONE, NO: 0n, VOID: null, null: null };
const isBetween = (price: bigint | null): boolean => price !== null && price > 0n && price < ONE;
const count = (values: Iterable<unknown>): number => new Set(values).size;

test('a fresh Demo has every status and every result, and names and slugs are unique', async () => {
  const listener = new RecordingListener();
  await createTestDemo(createMemoryDemoStore(), { settings: QUIET }).start(listener);
  const instruments = [...listener.instruments.values()];
  assert.deepEqual(new Set(instruments.map(({ status }) => status)), new Set(MARKET_STATUSES));
  const results = new Set(instruments.map(({ result }) => result));
  assert.deepEqual(results, new Set(['YES', 'NO', 'VOID', 'FRACTION', null]));
  for (const key of ['ticker', 'slug', 'venueInstrumentId'] as const) {
    assert.equal(count(instruments.map((instrument) => instrument[key])), instruments.length, key);
  }
  const [first] = instruments;
  assert.deepEqual([first?.ticker, first?.status], ['RAIN-LON-27JUL19', 'OPEN']);
  assert.equal(first?.title, 'Will it rain in London on July 19, 2027?');
  assert.equal(first?.event?.title, first?.title);
  for (const { event, title } of instruments) {
    const titles = instruments.filter((each) => each.event?.venueEventId === event?.venueEventId);
    assert.equal(count(titles.map((each) => each.event?.title ?? null)), 1, title);
    assert.ok(
      titles.some((each) => each.title === event?.title && !/[{}]/.test(each.title)),
      title,
    );
  }
  assert.equal(first?.slug, 'will-it-rain-in-london-on-july-19-2027');
});

test('within hours, markets open, pause, resume, close and settle YES, NO, VOID and at a fraction', async () => {
  const clock = new ManualClock(START);
  const listener = new RecordingListener();
  await createTestDemo(createMemoryDemoStore(), { clock, settings: QUIET }).start(listener);
  const before = new Map(listener.statuses);
  listener.statuses.clear();
  await advanceTime(clock, 8 * 60 * MINUTE_MS);
  const lives = [...listener.statuses]
    .filter(([id]) => !before.has(id))
    .map(([, statuses]) => statuses.join());
  assert.ok(lives.includes('UNOPENED,OPEN,PAUSED,OPEN,CLOSED,SETTLED'));
  const results = [...listener.statuses.keys()].map((id) => listener.instruments.get(id)?.result);
  assert.deepEqual(new Set(results), new Set(['YES', 'NO', 'VOID', 'FRACTION', null]));
  for (const id of listener.statuses.keys()) {
    const { result, settlementPrice } = listener.instruments.get(id) ?? assert.fail(id);
    const isPriced =
      result === 'FRACTION' ? isBetween(settlementPrice) : settlementPrice === PAYOUTS[String(result)];
    assert.ok(isPriced, `${id} ${result} ${settlementPrice}`);
  }
});

test('two years later markets of every status exist and their number is bounded', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  for (let visit = 0; visit < 12; visit += 1) {
    const listener = new RecordingListener();
    const venue = createTestDemo(store, { clock, settings: QUIET });
    await venue.start(listener);
    const instruments = [...listener.instruments.values()];
    const statuses = new Set(instruments.map(({ status }) => status));
    assert.deepEqual(statuses, new Set(MARKET_STATUSES), `on visit ${visit}`);
    const open = instruments.filter(({ status }) => status === 'OPEN');
    assert.ok(open.length >= 50 && instruments.length <= 250, `${open.length} of ${instruments.length}`);
    assert.ok(listener.assets.length >= 3);
    await venue.stop();
    clock.advance(61 * DAY_MS + 17 * MINUTE_MS);
  }
});

test('a restart lists the same instruments in the same order, none twice', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  const [first, second] = [new RecordingListener(), new RecordingListener()];
  const venue = createTestDemo(store, { clock, settings: QUIET });
  await venue.start(first);
  await venue.stop();
  await createTestDemo(store, { clock, settings: QUIET }).start(second);
  assert.deepEqual([...second.instruments], [...first.instruments]);
  assert.deepEqual(second.assets, first.assets);
});

test('a clock that moves backwards reverts no status', async () => {
  const clock = new ManualClock(START);
  const store = createMemoryDemoStore();
  const [before, after] = [new RecordingListener(), new RecordingListener()];
  const venue = createTestDemo(store, { clock, settings: QUIET });
  await venue.start(before);
  await venue.stop();
  const earlier = new ManualClock('2026-11-21T08:05:00.000Z');
  await createTestDemo(store, { clock: earlier, settings: QUIET }).start(after);
  assert.deepEqual([...after.instruments], [...before.instruments]);
});
