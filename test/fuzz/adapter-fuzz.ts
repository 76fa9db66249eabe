import assert from 'node:assert/strict';
import type { SeededRandom } from '../support/seeded-values.ts';
import { broken, torn } from './damage.ts';
import type { Running, Target } from './fuzz-run.ts';
import { type AdapterWorld, kalshiWorld, polymarketWorld, toFillLines } from './venue-fuzz.ts';

const SETTLE_MS = 120_000; // by then a silent connection has been reconnected
const PAUSE_EVERY = 10; // inputs between two advances of time

/** Sends malformed messages of an exchange to the adapters, on its streams and in its answers. */
export const adapterTargets: readonly Target[] = [
  { name: 'kalshi-stream', share: 0.08, isStateful: true, start: () => fuzzStream(kalshiWorld) },
  { name: 'polymarket-stream', share: 0.08, isStateful: true, start: () => fuzzStream(polymarketWorld) },
  { name: 'kalshi-answers', share: 0.002, isStateful: true, start: () => fuzzAnswers(kalshiWorld) },
  { name: 'polymarket-answers', share: 0.002, isStateful: true, start: () => fuzzAnswers(polymarketWorld) },
];

async function fuzzStream(make: () => Promise<AdapterWorld>): Promise<Running> {
  const harness = await make();
  const { between, listener } = harness;
  const samples = [...between.frames];
  let count = 0;
  return {
    attempt: async (dice) => {
      const text = nonsense(dice, dice.pick(samples));
      for (const peer of between.peers) peer.send(text);
      count += 1;
      if (count % PAUSE_EVERY === 0) await harness.pass(200);
      assertTrue(harness);
    },
    finish: async () => {
      await harness.pass(SETTLE_MS);
      assertTrue(harness);
      assert.equal((await harness.place()).kind, 'report', 'orders at the venue work as before');
      assert.ok(listener.instruments.size > 0);
      await harness.stop();
    },
  };
}

async function fuzzAnswers(make: () => Promise<AdapterWorld>): Promise<Running> {
  const harness = await make();
  const { between } = harness;
  const counts = { attempts: 0, changed: 0, answered: 0, failed: 0 };
  return {
    attempt: async (dice) => {
      between.change = (body) => {
        if (dice.happens(0.5)) return body;
        counts.changed += 1;
        return nonsense(dice, body);
      };
      const { answered, failed } = await harness.ask();
      between.change = null;
      counts.attempts += 1;
      counts.answered += answered;
      counts.failed += failed;
      assertTrue(harness);
    },
    finish: async () => {
      assertDeep(counts);
      await harness.pass(SETTLE_MS);
      assert.equal((await harness.place()).kind, 'report', 'orders at the venue work as before');
      await harness.stop();
    },
  };
}

/** Checks that the input had an effect: some queries failed because of it, and some succeeded. */
function assertDeep(counts: { attempts: number; changed: number; answered: number; failed: number }): void {
  if (counts.attempts < 20) return; // too few for a statement
  const words = JSON.stringify(counts);
  assert.ok(counts.changed > counts.attempts, `hardly any answer was changed: ${words}`);
  assert.ok(counts.failed > counts.attempts / 4, `hardly any malformed input was refused: ${words}`);
  assert.ok(counts.answered > counts.attempts / 4, `hardly any input was accepted: ${words}`);
}

/**
 * JSON of shapes that no exchange sends, or text that is not JSON. Never a plausible false message, such as
 * the id of another order.
 */
function nonsense(dice: SeededRandom, text: string): string {
  const scrap = torn(dice, text === '' ? '{}' : text);
  const value = dice.happens(0.2) ? undefined : parseJson(text);
  if (value !== undefined) return JSON.stringify(broken(dice, value));
  return parseJson(scrap) === undefined ? scrap : `${scrap}{`;
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whatever the messages, no fill is reported that did not happen. */
function assertTrue({ listener, venueFills }: AdapterWorld): void {
  const invented = toFillLines(listener.reports).filter((fill) => !venueFills.has(fill));
  assert.deepEqual(invented, [], 'a malformed message became a fill');
}
