import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../test/support/manual-clock.ts';
import { ANSWER_BYTES, parseAnswer } from './venue-json.ts';

/** The value, and how often the event loop ran before it was complete. */
async function parse(body: string): Promise<{ readonly value: unknown; readonly turns: number }> {
  const clock = new ManualClock();
  const parsed = parseAnswer(body, clock);
  if (!(parsed instanceof Promise)) return { value: parsed, turns: 0 };
  const outcome: { value?: unknown; isDone?: true } = {};
  void parsed.then((value: unknown) => Object.assign(outcome, { value, isDone: true }));
  for (let turns = 1; ; turns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (outcome.isDone === true) return { value: outcome.value, turns };
    clock.advance(0);
  }
}

const listOf = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: 'x'.repeat(100) }));

test('a short answer is parsed at once, a long one in steps between which the event loop runs', async () => {
  const short = { orders: listOf(10) };
  assert.deepEqual(await parse(JSON.stringify(short)), { value: short, turns: 0 });
  const long = { orders: listOf(20_000), cursor: 'next' };
  const { value, turns } = await parse(JSON.stringify(long));
  assert.deepEqual(value, long);
  assert.ok(turns > 3, String(turns));
});

test('an answer that is not JSON or nested too deeply has no value, whatever its length', async () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000);
  const text = 'x'.repeat(1_100_000);
  for (const body of ['', '{', 'text', deep, text, `["${text}`, `[${deep.repeat(30)}]`])
    assert.equal((await parse(body)).value, undefined, body.slice(0, 20));
});

test('an acknowledgement may be shorter than a page of records, and that shorter than the catalogue', () => {
  const { acknowledgement, records, catalogue } = ANSWER_BYTES;
  assert.deepEqual([acknowledgement, records, catalogue], [262_144, 8_388_608, 33_554_432]);
});
