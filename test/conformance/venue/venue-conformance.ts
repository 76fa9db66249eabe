import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defineAmendCases } from './amend-cases.ts';
import { defineCloseCases } from './close-cases.ts';
import {
  ConformanceHarness,
  type DefineCase,
  type DefineCasesFor,
  type VenueHarness,
  type VenueTrait,
} from './conformance-harness.ts';
import { RecordingListener } from './recording-listener.ts';
import { defineReplayCases } from './replay-cases.ts';
import { defineRejectionCases, defineSubmitCases } from './submit-cases.ts';

export type { VenueHarness } from './conformance-harness.ts';

/**
 * The behaviour that every venue must have. The venue needs an OPEN instrument with at least two levels on each
 * side that do not change during a test.
 */
export function venueConformance(
  name: string,
  traits: readonly VenueTrait[],
  createControls: () => Promise<VenueHarness>,
): void {
  const defineCase: DefineCase = (title, run) => {
    test(title, async () => {
      const controls = await createControls();
      try {
        const listener = new RecordingListener();
        await controls.venue.start(listener);
        const harness = new ConformanceHarness(controls, listener);
        await harness.watchMarket();
        await run(harness);
      } finally {
        await controls.close();
      }
    });
  };

  const defineCasesFor: DefineCasesFor = (trait) => (traits.includes(trait) ? defineCase : () => undefined);

  suite(`${name} behaves as a venue:`, () => {
    defineStartupCases(defineCase, traits);
    defineSubmitCases(defineCase, defineCasesFor);
    defineCloseCases(defineCase, defineCasesFor);
    defineAmendCases(defineCasesFor);
    defineRejectionCases(defineCase, defineCasesFor);
    defineReplayCases(defineCase);
  });
}

/** Traits, instruments, books and health after the start. */
function defineStartupCases(defineCase: DefineCase, traits: readonly VenueTrait[]): void {
  defineCase('it has the traits that its cases are defined for', async (harness) => {
    const { amend, tif, selfTrade } = harness.venue.capabilities;
    const instruments = [...harness.listener.instruments.values()];
    assert.deepEqual(
      {
        amend: traits.includes('amend'),
        FOK: traits.includes('FOK'),
        GTD: traits.includes('GTD'),
        'self-trade': traits.includes('self-trade'),
        'paused-market': traits.includes('paused-market'),
      },
      {
        amend: amend === 'native',
        FOK: tif.includes('FOK'),
        GTD: tif.includes('GTD'),
        'self-trade': selfTrade === 'native',
        'paused-market': instruments.some(({ status }) => status !== 'OPEN'),
      },
    );
  });

  defineCase(
    'after the start, instruments and uncrossed two-sided books have been published',
    async (harness) => {
      assert.ok(harness.best('BUY').price < harness.best('SELL').price);
      for (const instrument of harness.listener.instruments.values()) {
        assert.equal(instrument.venue, harness.venue.name);
        assert.equal(instrument.result !== null, instrument.status === 'SETTLED');
      }
      for (const { members } of harness.listener.assets) {
        for (const member of members) assert.ok(harness.listener.instruments.has(member.venueInstrumentId));
      }
    },
  );

  defineCase('it is healthy', async (harness) => {
    assert.deepEqual(
      { ...(await harness.venue.health()), latencyMs: 0 },
      {
        healthy: true,
        latencyMs: 0,
        reason: null,
      },
    );
  });

  defineCase('after a stop it is unhealthy and sends nothing', async (harness) => {
    await harness.venue.stop();
    assert.equal((await harness.venue.health()).healthy, false);
    assert.equal((await harness.venue.place(harness.order())).kind, 'unsent');
  });
}
