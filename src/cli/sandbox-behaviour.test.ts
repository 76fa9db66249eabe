import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KALSHI_FAULTS } from '../../simulators/kalshi/kalshi-admin.ts';
import { PolymarketSimulatorHarness } from '../../simulators/polymarket/polymarket-simulator.fixture.ts';
import { createFaultInjector } from '../../simulators/shared/exchange-faults.ts';
import { DEFAULT_CONFIG } from '../config/config.ts';
import { fakeParts, fakeTerminal } from './cli-fakes.fixture.ts';
import { UNTIDY_FAULTS, withLivelyMarkets, withUntidyFaults } from './sandbox-behaviour.ts';

const context = (config = DEFAULT_CONFIG) => ({
  config,
  terminal: fakeTerminal({}),
  parts: async () => fakeParts(),
});

test('each fault of an untidy sandbox is known to its exchange, and a plain start has none', () => {
  const injectors = {
    kalshi: createFaultInjector({ next: () => 0 } as never, KALSHI_FAULTS),
    polymarket: new PolymarketSimulatorHarness().simulator.controls.faults,
  };
  for (const [driver, injector] of Object.entries(injectors)) {
    const lines = UNTIDY_FAULTS[driver] ?? assert.fail(driver);
    for (const line of lines) {
      const [name, ...params] = line.split(' ');
      const given = params.map((param) => param.split('=') as [string, string]);
      const values = given.map(([key, text]) => [key, /^[\d.]+$/.test(text) ? Number(text) : text] as const);
      assert.equal(typeof injector.add({ name, ...Object.fromEntries(values) }), 'object', line);
    }
  }
  assert.deepEqual(DEFAULT_CONFIG.sandbox.faults, []);
});

test('an untidy start adds the faults of the simulated venues before those of the settings', () => {
  const { venues, sandbox } = DEFAULT_CONFIG;
  const config = {
    ...DEFAULT_CONFIG,
    venues: { ...venues, kalshi: { ...venues.kalshi, enabled: true } },
    sandbox: { ...sandbox, faults: ['Demo delay ms=1'] },
  };
  const { faults } = withUntidyFaults(context(config)).config.sandbox;
  assert.equal(faults.at(-1), 'Demo delay ms=1');
  assert.ok(faults.slice(0, -1).every((line) => line.startsWith('Polymarket ')));
  assert.equal(faults.length, (UNTIDY_FAULTS['polymarket']?.length ?? 0) + 1);
});

test('an untidy start is refused where venues are real', () => {
  for (const profile of ['live', 'shadow', 'replay'] as const)
    assert.throws(() => withUntidyFaults(context({ ...DEFAULT_CONFIG, profile })), /--untidy is for profile/);
});

test('a lively start changes Demo only, and is refused where Demo is off or recorded', () => {
  const { venues } = withLivelyMarkets(context()).config;
  assert.equal(venues.demo?.['lively'], true);
  assert.deepEqual(
    [venues.kalshi, venues.polymarket],
    [DEFAULT_CONFIG.venues.kalshi, DEFAULT_CONFIG.venues.polymarket],
  );
  const { demo, ...others } = DEFAULT_CONFIG.venues;
  const off = { ...DEFAULT_CONFIG, venues: { ...others, demo: { ...demo, enabled: false } } };
  for (const config of [off, { ...DEFAULT_CONFIG, profile: 'replay' as const }])
    assert.throws(() => withLivelyMarkets(context(config)), /--lively is for the built-in exchange/);
});
