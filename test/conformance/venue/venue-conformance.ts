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
 * The behaviours that every venue keeps, whatever is behind it. A venue must have an OPEN instrument
 * with at least two levels on each side that stand still while a test runs.
 */
export function venueConformance(name: string, makeWorld: () => Promise<VenueHarness>): void {
  const behaves: DefineCase = (behaviour, run) => {
    test(behaviour, async (context) => {
      const world = await makeWorld();
      try {
        const heard = new RecordingListener();
        await world.venue.start(heard);
        const desk = new ConformanceHarness(world, heard);
        await desk.watchMarket();
        await run(desk, context);
      } finally {
        await world.close();
      }
    });
  };

  suite(`${name} behaves as a venue:`, () => {
    defineStartupCases(behaves);
    defineSubmitCases(behaves);
    defineCloseCases(behaves);
    defineAmendCases(behaves);
    defineRejectionCases(behaves);
    defineReplayCases(behaves);
  });
}

/** What a venue tells of itself and its markets. */
function defineStartupCases(behaves: DefineCase): void {
  behaves('after the start, instruments and uncrossed two-sided books have been told', async (desk) => {
    assert.ok(desk.best('BUY').price < desk.best('SELL').price);
    for (const instrument of desk.listener.instruments.values()) {
      assert.equal(instrument.venue, desk.venue.name);
      assert.equal(instrument.result !== null, instrument.status === 'SETTLED');
    }
    for (const { members } of desk.listener.assets) {
      for (const member of members) assert.ok(desk.listener.instruments.has(member.venueInstrumentId));
    }
  });

  behaves('it says that it is healthy', async (desk) => {
    assert.deepEqual(
      { ...(await desk.venue.health()), latencyMs: 0 },
      {
        healthy: true,
        latencyMs: 0,
        reason: null,
      },
    );
  });

  behaves('once stopped, it is not healthy and sends nothing', async (desk) => {
    await desk.venue.stop();
    assert.equal((await desk.venue.health()).healthy, false);
    assert.equal((await desk.venue.place(desk.order())).kind, 'unsent');
  });
}
