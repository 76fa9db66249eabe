import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextLoop } from 'node:timers/promises';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import type { Decision, MappingReviewService } from '../oms/mapping-review/review-types.ts';
import { approveSandboxAssets } from './approved-assets.ts';

const HOUR_MS = 3_600_000;

/** A review that accepts every approval; `listed` are the names that match a pattern. */
class Harness {
  readonly clock = new ManualClock();
  readonly approved: Decision[] = [];
  readonly listed = new Set<string>();

  async start(): Promise<() => void> {
    const reviewing: Partial<MappingReviewService> = {
      reviews: () => [],
      compare: async (names) => {
        const found = names.every((name) => this.listed.has(name));
        if (!found) return { ok: false, error: { code: 'not_found', message: 'is not listed' } } as never;
        const members = names.map((name) => ({ ticker: name.split(':')[1]?.replace('-ed*', '-ed2') }));
        const isDecided = this.approved.some((it) => it.members.every((of) => names.includes(of.name)));
        return { ok: true, value: { members, matches: [], reviews: isDecided ? [{}] : [] } } as never;
      },
      approve: async (decision) => {
        this.approved.push(decision);
        return { ok: false, error: { code: 'invalid', message: 'is only counted' } } as never;
      },
    };
    const log = { info: () => undefined, warn: () => undefined } as never;
    const deps = { config: DEFAULT_CONFIG, clock: this.clock, log };
    const stop = await approveSandboxAssets(reviewing as MappingReviewService, deps);
    await this.pass(0);
    return stop;
  }

  async pass(ms: number): Promise<void> {
    this.clock.advance(ms);
    for (let rounds = 0; rounds < 5; rounds += 1) await nextLoop();
  }

  titles(): readonly (string | null)[] {
    return this.approved.map(({ title }) => title);
  }
}

test('the successor of a closed market is approved once, within an hour, with a new title', async () => {
  const harness = new Harness();
  const stop = await harness.start();
  const first = harness.titles().length;
  assert.ok(first >= 25);
  for (const name of ['Kalshi:KXFEDCUT-RATE-CUT-ed*', 'Polymarket:rate-cut-ed*']) harness.listed.add(name);
  await harness.pass(HOUR_MS);
  await harness.pass(HOUR_MS);
  assert.deepEqual(harness.titles().slice(first), ['Fed rate cut, rate-cut-ed2']);
  const [, second] = harness.approved.at(-1)?.members ?? [];
  assert.deepEqual([second?.name, second?.inverted], ['Polymarket:rate-cut-ed*', true]);
  stop();
});

test('a successor that one venue does not list is deferred, and the search ends with the stop', async () => {
  const harness = new Harness();
  const stop = await harness.start();
  const first = harness.titles().length;
  harness.listed.add('Kalshi:KXETHMAX-ETH-10K-ed*').add('Polymarket:eth-10k-ed*');
  await harness.pass(HOUR_MS);
  assert.equal(harness.titles().length, first); // Demo has none yet
  stop();
  harness.listed.add('Demo:ETH-10K-*');
  await harness.pass(HOUR_MS);
  assert.equal(harness.titles().length, first);
});
