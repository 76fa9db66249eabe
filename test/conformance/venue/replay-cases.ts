import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { VenueClientId } from '../../../src/domain/model/ids.ts';
import type { OrderReport } from '../../../src/ports/venue.ts';
import { ConformanceHarness, type DefineCase, UNUSED_CLIENT_ID } from './conformance-harness.ts';
import { RecordingListener } from './recording-listener.ts';

/** What a venue still knows of an order later. */
export function defineReplayCases(behaves: DefineCase): void {
  behaves('a query finds an order by client id and says when there is none', async (desk) => {
    const placed = await desk.place({ price: desk.market.priceMin });
    assert.deepEqual(await desk.find(placed.clientId), placed);
    assert.equal(await desk.find(UNUSED_CLIENT_ID), null);
  });

  behaves('reconcile tells everything at first, then what is open or changed since', async (desk) => {
    const resting = await desk.place({ price: desk.market.priceMin });
    const filled = await desk.place({ price: desk.market.priceMax });
    const first = await desk.venue.reconcile(null);
    assert.deepEqual(new Set(first.reports.map(idOf)), new Set([resting.clientId, filled.clientId]));
    assert.deepEqual(
      first.reports.find((report) => idOf(report) === filled.clientId),
      filled,
    );

    // A venue may look back a little further than the mark, and tell again what it told already.
    const newsOf = async (mark: string) => {
      const { reports, mark: next } = await desk.venue.reconcile(mark);
      const news = reports.filter((report) => !isDeepStrictEqual(report, filled));
      return { news: news.map(({ clientId, status }) => [clientId, status]), next };
    };
    const quiet = await newsOf(first.mark);
    assert.deepEqual(quiet.news, [[resting.clientId, 'OPEN']]);
    await desk.venue.cancel(resting.clientId, desk.id);
    const after = await newsOf(quiet.next);
    assert.deepEqual(after.news, [[resting.clientId, 'CANCELLED']]);
    await desk.controls.pass(3_600_000);
    const late = await desk.venue.reconcile(after.next);
    assert.deepEqual((await desk.venue.reconcile(late.mark)).reports, []);
  });

  behaves('an acknowledged order is there after a restart, and works on', async (desk) => {
    const resting = await desk.place({ price: desk.market.priceMin, qty: desk.lots(3) });
    const filled = await desk.place({ price: desk.market.priceMax });
    const venue = await desk.controls.restart();
    const heard = new RecordingListener();
    await venue.start(heard);
    const again = new ConformanceHarness({ ...desk.controls, venue }, heard);
    await again.watchMarket();
    assert.deepEqual(await again.find(resting.clientId), resting);
    assert.deepEqual(await again.find(filled.clientId), filled);
    assert.equal((await venue.reconcile(null)).reports.length, 2);
    assert.equal(again.qtyAt('BUY', desk.market.priceMin), desk.lots(3));
    again.expectRefused(
      await venue.place({ ...desk.order(), clientId: filled.clientId }),
      'duplicate_client_id',
    );
    const cancelled = again.expectReport(await venue.cancel(resting.clientId, desk.id));
    assert.equal(cancelled.status, 'CANCELLED');
  });
}

const idOf = ({ clientId }: OrderReport): VenueClientId => clientId;
