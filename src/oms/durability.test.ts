import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeEvents } from '../domain/events/event-codec.ts';
import { present } from '../domain/model/assert.ts';
import type { Rejection, Result } from '../domain/model/result.ts';
import {
  body,
  fill,
  type OmsHarness,
  openOms,
  price,
  qty,
  reportOf,
  resting,
  settle,
  submit,
  TRADER,
  value,
} from './oms.fixture.ts';

type Call = (desk: OmsHarness) => Promise<Result<unknown, Rejection>>;

/** Every call that changes something; `ord_1` rests when it is made. */
const CALLS: Readonly<Record<string, Call>> = {
  submit: ({ engine }) => engine.submit(TRADER, body(), null),
  'submit of a repeat': ({ engine }) => engine.submit(TRADER, body({ client_order_id: 'k' }), null),
  'submit of a batch': ({ engine }) => engine.submitBatch(TRADER, [body(), body()]),
  amend: ({ engine }) => engine.amend(TRADER, 'ord_1' as never, { price: '0.47' }),
  'amend in another spelling': ({ engine }) => engine.amend(TRADER, 'ord_1' as never, { price: '0.480' }),
  cancel: ({ engine }) => engine.cancel(TRADER, 'ord_1' as never),
  'cancel-all': ({ engine }) => engine.cancelAll(TRADER, null, 'cancel_all'),
  limits: ({ engine }) => engine.setLimits(TRADER, { max_open_orders: 9 }),
  'limits that change nothing': ({ engine }) => engine.setLimits(TRADER, {}),
  'kill switch': ({ engine }) => engine.setKillSwitch(TRADER, { enabled: true }),
  'kill switch as it is': ({ engine }) => engine.setKillSwitch(TRADER, { enabled: false }),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`I-22: ${name} is answered only once all that it tells of is durable`, async () => {
    const synced = { promise: Promise.resolve() };
    const desk = await openOms({ disk: { beforeSync: () => synced.promise } });
    desk.venue.onAmend = () => resting(desk.venue.placed[0]!, { price: price('0.47') });
    desk.venue.onCancel = () => resting(desk.venue.placed[0]!, { status: 'CANCELLED', reason: 'requested' });
    await submit(desk, { client_order_id: 'k' });
    const sync = Promise.withResolvers<void>();
    synced.promise = sync.promise;
    // Something that is already on its way to the disk: what merely reads must wait for it as well.
    const earlier = desk.engine.setLimits(TRADER, { max_order_qty: '77' });
    let isAnswered = false;
    const answer = call(desk).finally(() => {
      isAnswered = true;
    });
    await settle();
    desk.clock.advance(10_000);
    await settle();
    assert.equal(isAnswered, false);
    sync.resolve();
    assert.ok((await answer).ok);
    await earlier;
  });
}

test('an order is read as the disk has it: a fill that is not durable has not happened yet', async () => {
  const synced = { promise: Promise.resolve() };
  const desk = await openOms({ disk: { beforeSync: () => synced.promise } });
  const { id } = await submit(desk);
  const placed = present(desk.venue.placed[0], 'the order at the venue');
  const sync = Promise.withResolvers<void>();
  synced.promise = sync.promise;
  desk.engine.report(desk.venue.name, reportOf(placed, { fills: [fill(placed, 't1', '4', '0.48')] }));
  await settle();
  const filled = async () => value(await desk.engine.order(TRADER, id)).legs[0]?.filledQty;
  assert.equal(await filled(), qty('0'));
  sync.resolve();
  await settle();
  assert.equal(await filled(), qty('4'));
});

test('the mark of a venue moves only after every report before it is in the journal', async () => {
  const desk = await openOms();
  await submit(desk);
  const [placed] = desk.venue.placed;
  assert.ok(placed);
  desk.venue.toReconcile = [reportOf(placed, { fills: [fill(placed, 't1', '4', '0.48')] })];
  desk.venue.reconcile = async () => ({ reports: desk.venue.toReconcile, mark: 'm2' });
  desk.clock.advance(60_000);
  await settle();
  const rows = desk.store.database.prepare('SELECT events FROM entries ORDER BY seq').all();
  const events = rows.flatMap((row) => decodeEvents(String(row['events'])));
  const filledAt = events.findIndex(({ type }) => type === 'FillRecorded');
  const markedAt = events.findLastIndex(({ type }) => type === 'VenueMarkAdvanced');
  assert.ok(filledAt > 0 && filledAt < markedAt, `fill ${filledAt}, mark ${markedAt}`);
});
