import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { FakeMarket } from '../../test/support/stream-harness.ts';
import type { GenericAssetId, InstrumentId } from '../contract/model/ids.ts';
import { err, type Rejection, rejection } from '../contract/model/result.ts';
import { type BookSubject, BookTopics, type BookTopicsDeps } from './book-topics.ts';
import type { Frame } from './send-queue.ts';

const PER_STEP = 50;
const PACE_MS = 100;
const REFRESH_MS = 15_000;
const INSTRUMENT: BookSubject = { kind: 'instrument', id: 1001 as InstrumentId };
const ASSET_ID = 501 as GenericAssetId;
const ASSET: BookSubject = { kind: 'asset', id: ASSET_ID };

for (const subject of [INSTRUMENT, ASSET]) {
  const { kind } = subject;

  test(`a reader of an ${kind} that leaves during the first read receives nothing, and nothing is read later`, async () => {
    const { topics, market, observed, clock, reader } = setUp();
    market.quote(1001, 1);
    const gone = reader();
    topics.join(gone, [subject]);
    topics.leave(gone, [subject]);
    await settle();
    const readsBefore = observed.reads;
    market.quote(1001, 2);
    clock.advance(REFRESH_MS);
    await settle();
    assert.deepEqual([gone.received, observed.reads - readsBefore], [[], 0]);
  });

  test(`a reader of an ${kind} that leaves during its first read receives nothing while another one stays`, async () => {
    const { topics, market, clock, reader } = setUp();
    market.quote(1001, 1);
    const [stays, gone] = [reader(), reader()];
    topics.join(stays, [subject]);
    await settle();
    topics.join(gone, [subject]);
    topics.leave(gone, [subject]);
    await settle();
    market.quote(1001, 2);
    clock.advance(REFRESH_MS);
    await settle();
    assert.deepEqual([stays.received.length, gone.received.length], [2, 0]);
  });

  test(`the books of an ${kind} are not read once its last reader has left, and again for the next reader`, async () => {
    const { topics, market, observed, clock, reader } = setUp();
    const [first, second, third] = [reader(), reader(), reader()];
    topics.join(first, [subject]);
    await settle();
    topics.join(second, [subject]);
    await settle();
    topics.leave(first, [subject]);
    market.quote(1001, 1);
    clock.advance(REFRESH_MS);
    await settle();
    assert.deepEqual([first.received.length, second.received.length], [1, 2], 'the second one still reads');
    topics.leave(second, [subject]);
    const readsBefore = observed.reads;
    market.quote(1001, 2);
    clock.advance(2 * REFRESH_MS);
    await settle();
    assert.equal(observed.reads, readsBefore);
    topics.join(third, [subject]);
    await settle();
    assert.equal(third.received.length, 1);
  });

  test(`each reader of an ${kind} receives the current book when it joins, and the earlier ones not again`, async () => {
    const { topics, market, reader } = setUp();
    market.quote(1001, 1);
    const [first, second] = [reader(), reader()];
    topics.join(first, [subject]);
    await settle();
    topics.join(second, [subject]);
    await settle();
    assert.deepEqual([first.received.length, second.received.length], [1, 1]);
  });

  test(`a change of an ${kind} that no event reports is sent with the next refresh`, async () => {
    const { topics, market, observed, clock, reader } = setUp();
    market.quote(1001, 1);
    const waiting = reader();
    topics.join(waiting, [subject]);
    await settle();
    observed.isReported = false;
    market.quote(1001, 7);
    clock.advance(REFRESH_MS);
    await settle();
    assert.equal(waiting.received.length, 2);
    clock.advance(REFRESH_MS);
    await settle();
    assert.equal(waiting.received.length, 2, 'an unchanged book is not repeated');
  });
}

test('each reason why there is no book is sent once, and the book when it is back', async () => {
  const { topics, market, observed, clock, reader } = setUp();
  market.quote(1001, 1);
  const waiting = reader();
  topics.join(waiting, [INSTRUMENT]);
  await settle();
  for (const code of ['venue_unavailable', 'venue_unavailable', 'no_book', null] as const) {
    observed.unavailable = code;
    clock.advance(REFRESH_MS);
    await settle();
  }
  assert.deepEqual(
    waiting.received.map(
      ({ head, tail }) => /"error":"(\w+)"/.exec(Buffer.concat([head, tail]).toString())?.[1] ?? 'a book',
    ),
    ['a book', 'venue_unavailable', 'no_book', 'a book'],
  );
});

test('an instrument and an asset of one number are two books, each with its own readers', async () => {
  const { topics, market, clock, reader } = setUp();
  market.quote(501, 1);
  const [ofInstrument, ofAsset] = [reader(), reader()];
  const same: BookSubject = { kind: 'instrument', id: 501 as InstrumentId };
  topics.join(ofInstrument, [same]);
  topics.join(ofAsset, [ASSET]);
  await settle();
  const read = ({ received }: ReturnType<typeof reader>): readonly string[] => received.map(readType);
  assert.deepEqual([read(ofInstrument), read(ofAsset)], [['book'], ['aggregated_book']]);
  topics.leave(ofInstrument, [same]);
  for (const id of [501, 1001]) market.quote(id, 2);
  clock.advance(REFRESH_MS);
  await settle();
  assert.deepEqual([read(ofInstrument), read(ofAsset)], [['book'], ['aggregated_book', 'aggregated_book']]);
});

test('the book of an asset follows its members of now, and none once its last reader has left', async () => {
  const { topics, market, observed, clock, reader } = setUp();
  const first = reader();
  const asset = await market.asset(ASSET_ID);
  const change = async (id: number): Promise<number> => {
    const before = observed.reads;
    market.quote(id, observed.reads);
    clock.advance(PACE_MS);
    await settle();
    return observed.reads - before;
  };
  topics.join(first, [ASSET]);
  await settle();
  assert.deepEqual([await change(1001), await change(1002), await change(1003)], [2, 2, 0]);
  const [, second] = asset?.members ?? [];
  assert.ok(asset !== null && second !== undefined);
  const members = [second, { ...second, instrumentId: 1003 as InstrumentId }];
  Object.assign(market, { asset: async () => ({ ...asset, members }) });
  await change(1002); // the new members are read with it
  assert.deepEqual([await change(1001), await change(1002), await change(1003)], [0, 2, 2]);
  topics.leave(first, [ASSET]);
  assert.deepEqual([await change(1001), await change(1002), await change(1003)], [0, 0, 0]);
  const timers = clock.timersWaiting;
  for (const id of [1001, 1002, 1003]) market.quote(id, 1);
  assert.equal(clock.timersWaiting, timers, 'nothing waits for the book of a former member');
});

test('a stopped stream has no timers, and no listener at the market data', async () => {
  const { topics, market, clock, reader } = setUp();
  topics.join(reader(), [INSTRUMENT, ASSET]);
  await settle();
  market.quote(1001, 2); // starts the pace timer
  topics.stop();
  assert.deepEqual([clock.timersWaiting, market.listeners], [0, 0]);
});

test('many books are sent in steps, to a new reader and at each refresh', async () => {
  const { topics, reads, step } = openTopics();
  const reader = openReader();
  topics.join(reader, subjects(220));
  await new Promise((resolve) => setImmediate(resolve));
  const steps = [reads.length];
  while (reads.length < 220) steps.push(await step());
  assert.deepEqual([Math.max(...steps), reader.sent.length], [PER_STEP, 220]);
  const refreshed = [await step(REFRESH_MS)];
  for (let more = 0; more < 10; more += 1) refreshed.push(await step());
  // The clock of the test runs a timer of 0 ms in the same advance.
  assert.deepEqual([Math.max(...refreshed), reads.length], [2 * PER_STEP, 440]);
  topics.stop();
});

test('a reader that leaves before its books are sent gets none of the rest', async () => {
  const { topics, step } = openTopics();
  const [first, second] = [openReader(), openReader()];
  topics.join(first, subjects(120));
  for (let steps = 0; steps < 5; steps += 1) await step();
  topics.join(second, subjects(120));
  topics.leave(second, subjects(120));
  for (let steps = 0; steps < 5; steps += 1) await step();
  assert.deepEqual([first.sent.length, second.sent.length], [120, 0]);
  topics.stop();
});

function setUp() {
  const clock = new ManualClock();
  const market = new FakeMarket();
  const observed = { reads: 0, isReported: true, unavailable: null as Rejection['code'] | null };
  const counted = <Subject, Book>(read: (subject: Subject) => Book) => {
    return (subject: Subject): Book => {
      observed.reads += 1;
      return read(subject);
    };
  };
  const marketData: BookTopicsDeps['marketData'] = {
    instrument: counted(market.instrument),
    asset: counted((id: GenericAssetId) => market.asset(id)),
    book: counted((instrument) =>
      observed.unavailable === null
        ? market.book(instrument)
        : Promise.resolve(err(rejection(observed.unavailable, 'no book'))),
    ),
    aggregatedBook: counted(market.aggregatedBook),
    onBook: (listener) => market.onBook((id) => observed.isReported && listener(id)),
  };
  const topics = new BookTopics({ marketData, clock, log: SILENT });
  const reader = () => {
    const received: Frame[] = [];
    return { received, send: (frame: Frame) => void received.push(frame) };
  };
  return { clock, market, observed, topics, reader };
}

const readType = ({ head }: Frame): string => /"type":"(\w+)"/.exec(head.toString())?.[1] ?? '';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Topics of instruments without a book, the number of books read, and one step of the event loop. */
function openTopics() {
  const clock = new ManualClock();
  const reads: number[] = [];
  const topics = new BookTopics({
    clock,
    marketData: {
      onBook: () => () => undefined,
      instrument: async (id: InstrumentId) => ({ id }),
      book: async ({ id }: { readonly id: number }) => {
        reads.push(id);
        return err(rejection('no_book', 'none'));
      },
    } as never,
    log: { info: () => {}, warn: () => {}, error: (message) => assert.fail(message) },
  });
  const step = async (ms = 1): Promise<number> => {
    const before = reads.length;
    clock.advance(ms);
    await new Promise((resolve) => setImmediate(resolve));
    return reads.length - before;
  };
  return { topics, reads, step };
}

const subjects = (count: number): readonly BookSubject[] =>
  Array.from({ length: count }, (_, index) => ({ kind: 'instrument', id: (1_001 + index) as InstrumentId }));

function openReader() {
  const sent: unknown[] = [];
  return { sent, send: (frame: unknown) => void sent.push(frame) };
}
