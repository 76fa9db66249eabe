import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { TradeGaps } from './trade-gaps.ts';

const START = 1_000_000;
const LAG_MS = 2_000;
const RETRY_MS = 30_000;
const BEFORE_MS = 60_000; // before an interruption was noticed

function open(lastTradeAt: number | null = null) {
  const clock = new ManualClock(START);
  const reads: string[] = [];
  const errors: string[] = [];
  const venue = { answer: async (): Promise<boolean> => true };
  const gaps = new TradeGaps({
    clock,
    log: { error: (text) => void errors.push(text) },
    now: () => clock.now(),
    lastTradeAt: () => lastTradeAt,
    listLagMs: LAG_MS,
    read: (market, since) => {
      reads.push(`${market} ${since === null ? 'newest' : since - START}`);
      return venue.answer();
    },
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let step = 0; step < 3; step += 1) await new Promise((resolve) => void setImmediate(resolve));
  };
  const takeReads = (): string[] => reads.splice(0);
  return { gaps, venue, errors, pass, takeReads };
}

test('past trades are read at once, and those of an interruption a moment after it, from before it was noticed', async () => {
  const { gaps, pass, takeReads } = open();
  gaps.onSubscribed('A');
  gaps.onSubscribed('A');
  await pass(0);
  assert.deepEqual(takeReads(), ['A newest']);
  await pass(100_000);
  gaps.onInterrupted('A');
  await pass(50_000);
  gaps.onSubscribed('A');
  await pass(LAG_MS - 1);
  assert.deepEqual(takeReads(), []);
  await pass(1);
  assert.deepEqual(takeReads(), [`A ${100_000 - BEFORE_MS}`]);
  await pass(10 * RETRY_MS);
  assert.deepEqual(takeReads(), []);
});

test('the time without a process is an interruption since the last trade that is known', async () => {
  const { gaps, venue, pass, takeReads } = open(START - 500_000);
  gaps.onSubscribed('A');
  await pass(LAG_MS - 1);
  assert.deepEqual(takeReads(), []);
  venue.answer = async () => false;
  await pass(1);
  gaps.onInterrupted('A');
  venue.answer = async () => true;
  gaps.onSubscribed('A');
  await pass(LAG_MS);
  assert.deepEqual(takeReads(), Array(2).fill(`A ${-500_000 - BEFORE_MS}`), 'until one was read');
  await pass(10 * RETRY_MS);
  assert.deepEqual(takeReads(), []);
});

test('a read that fails is repeated, and by the next subscription from the beginning of the first interruption', async () => {
  const { gaps, venue, errors, pass, takeReads } = open();
  gaps.onSubscribed('A');
  await pass(100_000);
  takeReads();
  venue.answer = async () => false;
  gaps.onInterrupted('A');
  gaps.onSubscribed('A');
  await pass(LAG_MS);
  venue.answer = () => Promise.reject(new Error('no'));
  await pass(RETRY_MS);
  assert.equal(errors.length, 1);
  gaps.onInterrupted('A');
  await pass(RETRY_MS);
  venue.answer = async () => true;
  gaps.onSubscribed('A');
  await pass(LAG_MS);
  assert.deepEqual(takeReads(), Array(3).fill(`A ${100_000 - BEFORE_MS}`));
});

test('a venue that never answers is not read for ever', async () => {
  const { gaps, venue, pass, takeReads } = open();
  venue.answer = async () => false;
  gaps.onSubscribed('A');
  for (let wait = 0; wait < 20; wait += 1) await pass(RETRY_MS);
  assert.equal(takeReads().length, 10);
});

test('an interruption during a read is read too, and nothing after the stop', async () => {
  const { gaps, venue, pass, takeReads } = open();
  gaps.onSubscribed('A');
  await pass(100_000);
  const answer = Promise.withResolvers<boolean>();
  venue.answer = () => answer.promise;
  gaps.onInterrupted('A');
  gaps.onSubscribed('A');
  await pass(LAG_MS);
  gaps.onInterrupted('A');
  answer.resolve(true);
  await pass(0);
  gaps.onSubscribed('A');
  await pass(LAG_MS);
  assert.deepEqual(takeReads(), ['A newest', ...Array<string>(2).fill(`A ${100_000 - BEFORE_MS}`)]);
  gaps.onInterrupted('A');
  gaps.onSubscribed('A');
  gaps.stop();
  await pass(RETRY_MS);
  assert.deepEqual(takeReads(), []);
});

test('the markets of a socket are read one after the other', async () => {
  const { gaps, venue, pass, takeReads } = open();
  const markets = ['A', 'B', 'C'];
  for (const market of markets) gaps.onSubscribed(market);
  await pass(0);
  takeReads();
  for (const market of markets) gaps.onInterrupted(market);
  for (const market of markets) gaps.onSubscribed(market);
  const first = Promise.withResolvers<boolean>();
  venue.answer = () => first.promise;
  await pass(LAG_MS);
  assert.equal(takeReads().length, 1);
  first.resolve(true);
  await pass(0);
  await pass(0);
  assert.equal(takeReads().length, 2);
});
