import assert from 'node:assert/strict';
import type { Behaves } from './conformance-harness.ts';

/** What a venue tells of itself and its markets. */
export function startsWithTruth(behaves: Behaves): void {
  behaves('after the start, instruments and uncrossed two-sided books have been told', async (desk) => {
    assert.ok(desk.best('BUY').price < desk.best('SELL').price);
    for (const instrument of desk.heard.instruments.values()) {
      assert.equal(instrument.venue, desk.venue.name);
      assert.equal(instrument.result !== null, instrument.status === 'SETTLED');
    }
    for (const { members } of desk.heard.assets) {
      for (const member of members) assert.ok(desk.heard.instruments.has(member.venueInstrumentId));
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
