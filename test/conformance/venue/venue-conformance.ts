import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defineAmendCases } from './amend-cases.ts';
import { defineCloseCases } from './close-cases.ts';
import { ConformanceHarness, type DefineCase, type VenueHarness } from './conformance-harness.ts';
import { RecordingListener } from './recording-listener.ts';
import { defineReplayCases } from './replay-cases.ts';
import { defineRejectionCases, defineSubmitCases } from './submit-cases.ts';

export type { VenueHarness } from './conformance-harness.ts';

/**
 * The behaviour that every venue must have. The venue needs an OPEN instrument with at least two levels on each
 * side that do not change during a test.
 */
export function venueConformance(name: string, createControls: () => Promise<VenueHarness>): void {
  const defineCase: DefineCase = (title, run) => {
    test(title, async (context) => {
      const controls = await createControls();
      try {
        const listener = new RecordingListener();
        await controls.venue.start(listener);
        const harness = new ConformanceHarness(controls, listener);
        await harness.watchMarket();
        await run(harness, context);
      } finally {
        await controls.close();
      }
    });
  };

  suite(`${name} behaves as a venue:`, () => {
    defineStartupCases(defineCase);
    defineSubmitCases(defineCase);
    defineCloseCases(defineCase);
    defineAmendCases(defineCase);
    defineRejectionCases(defineCase);
    defineReplayCases(defineCase);
  });
}

/** Instruments, books and health after the start. */
function defineStartupCases(defineCase: DefineCase): void {
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
