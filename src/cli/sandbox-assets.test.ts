import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import type { Decision, MappingReviewService } from '../oms/mapping-review/review-types.ts';
import { approveSandboxAssets } from './approved-assets.ts';

const HOUR_MS = 3_600_000;

/** Takes every approval; `listed` are the names that a look by pattern finds. */
class Desk {
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
    for (let turns = 0; turns < 5; turns += 1) await turn();
  }

  titles(): readonly (string | null)[] {
    return this.approved.map(({ title }) => title);
  }
}

test('what the exchanges ask again is approved once, within the hour, under a title of its own', async () => {
  const desk = new Desk();
  const stop = await desk.start();
  const first = desk.titles().length;
  assert.ok(first >= 25);
  for (const name of ['Kalshi:KXRATE-CUT-ed*', 'Polymarket:rate-cut-ed*']) desk.listed.add(name);
  await desk.pass(HOUR_MS);
  await desk.pass(HOUR_MS);
  assert.deepEqual(desk.titles().slice(first), ['Fed rate cut, rate-cut-ed2']);
  const [, second] = desk.approved.at(-1)?.members ?? [];
  assert.deepEqual([second?.name, second?.inverted], ['Polymarket:rate-cut-ed*', true]);
  stop();
});

test('an edition that one of its venues does not list is left for later, and nothing is looked for after the stop', async () => {
  const desk = new Desk();
  const stop = await desk.start();
  const first = desk.titles().length;
  desk.listed.add('Kalshi:KXETH-10K-ed*').add('Polymarket:eth-10k-ed*');
  await desk.pass(HOUR_MS);
  assert.equal(desk.titles().length, first); // Demo has none yet
  stop();
  desk.listed.add('Demo:ETH-10K-*');
  await desk.pass(HOUR_MS);
  assert.equal(desk.titles().length, first);
});
