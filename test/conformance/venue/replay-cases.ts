import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { VenueClientId } from '../../../src/contract/model/ids.ts';
import type { OrderReport } from '../../../src/ports/venue.ts';
import { ConformanceHarness, type DefineCase, UNUSED_CLIENT_ID } from './conformance-harness.ts';
import { RecordingListener } from './recording-listener.ts';

/** Queries, reconciliation and restarts. */
export function defineReplayCases(defineCase: DefineCase): void {
  defineCase('a query finds an order by client id and says when there is none', async (harness) => {
    const placed = await harness.place({ price: harness.market.priceMin });
    assert.deepEqual(await harness.find(placed.clientId), placed);
    assert.equal(await harness.find(UNUSED_CLIENT_ID), null);
  });

  defineCase(
    'reconcile reports every order first, and then those open or, unless their end was reported, changed since the mark',
    async (harness) => {
      const resting = await harness.place({ price: harness.market.priceMin });
      const filled = await harness.place({ price: harness.market.priceMax });
      const first = await harness.venue.reconcile(null);
      assert.deepEqual(new Set(first.reports.map(getClientId)), new Set([resting.clientId, filled.clientId]));
      assert.deepEqual(
        first.reports.find((report) => getClientId(report) === filled.clientId),
        filled,
      );

      // A venue may look back slightly further than the mark, and report an order again.
      const queryUpdates = async (mark: string) => {
        const { reports, mark: next } = await harness.venue.reconcile(mark);
        const updates = reports.filter((report) => !isDeepStrictEqual(report, filled));
        return { updates: updates.map(({ clientId, status }) => [clientId, status]), next };
      };
      const quiet = await queryUpdates(first.mark);
      assert.deepEqual(quiet.updates, [[resting.clientId, 'OPEN']]);
      const ended = harness.expectReport(await harness.venue.cancel(resting.clientId, harness.id));
      assert.equal(ended.status, 'CANCELLED');
      const after = await queryUpdates(quiet.next);
      const changed = harness.controls.reconcilesOpenOnly === true ? [] : [[resting.clientId, 'CANCELLED']];
      assert.deepEqual(after.updates, changed);
      await harness.controls.pass(3_600_000);
      const late = await harness.venue.reconcile(after.next);
      assert.deepEqual((await harness.venue.reconcile(late.mark)).reports, []);
    },
  );

  defineCase('an acknowledged order survives a restart and can be cancelled', async (harness) => {
    const resting = await harness.place({ price: harness.market.priceMin, qty: harness.lots(3) });
    const filled = await harness.place({ price: harness.market.priceMax });
    const venue = await harness.controls.restart();
    const listener = new RecordingListener();
    await venue.start(listener);
    const restarted = new ConformanceHarness({ ...harness.controls, venue }, listener);
    await restarted.watchMarket();
    assert.deepEqual(await restarted.find(resting.clientId), resting);
    assert.deepEqual(await restarted.find(filled.clientId), filled);
    assert.equal((await venue.reconcile(null)).reports.length, 2);
    assert.equal(restarted.qtyAt('BUY', harness.market.priceMin), harness.lots(3));
    const again = await venue.place({ ...harness.order(), clientId: filled.clientId });
    restarted.expectNotPlaced(again, ['duplicate_client_id', 'id_in_use']);
    const cancelled = restarted.expectReport(await venue.cancel(resting.clientId, harness.id));
    assert.equal(cancelled.status, 'CANCELLED');
  });
}

const getClientId = ({ clientId }: OrderReport): VenueClientId => clientId;
