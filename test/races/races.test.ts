import { test } from 'node:test';
import type { OrderId, VenueClientId } from '../../src/contract/model/ids.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { openInstrument, orderBody, TRADER } from '../../src/oms/oms.fixture.ts';
import { sized } from '../support/test-size.ts';
import { assertConsistent, permutations, RaceRun, runEventLoop } from './race-setup.ts';

type Event = (scene: RaceRun) => void | Promise<void>;

const ORDER = 'ord_1' as OrderId;
const FIRST = 'cb-1-1-1' as VenueClientId;

/** Calls of a trader. An acknowledged cancel or kill switch is recorded, because it is a promise. */
const submit = (change: object = {}): Event => {
  return ({ harness }) => void harness.oms.orders.submit(TRADER, orderBody(change), null);
};
const amend = (change: object): Event => {
  return ({ harness }) => void harness.oms.orders.amend(TRADER, ORDER, change);
};
const cancel: Event = (scene) => {
  onAnswer(scene.harness.oms.orders.cancel(TRADER, ORDER), () => scene.mustEnd.add(ORDER));
};
const cancelAll: Event = (scene) => {
  const live = [...scene.harness.oms.state.orders.keys()];
  onAnswer(scene.harness.oms.orders.cancelAll(TRADER, null, 'cancel_all'), () => {
    for (const id of live) scene.mustEnd.add(id);
  });
};
const kill: Event = (scene) => {
  onAnswer(scene.harness.oms.risk.setKillSwitch(TRADER, { enabled: true }), () => {
    scene.sentAtKill ??= scene.clientIds.length;
  });
};

/** Events at the venue, and its reports. */
const answered: Event = ({ venue }) => venue.answer();
const lost: Event = ({ venue }) => venue.answer(true);
const reported: Event = (scene) => scene.publish();
const trade = (id: string, size: string): Event => {
  return ({ venue }) => {
    for (const name of venue.orders.keys()) venue.trade(name, `${id}-${name}`, size);
  };
};
const pending: Event = ({ venue }) => venue.trade(FIRST, 'p', '10', 'PENDING');
const voided: Event = ({ venue }) => venue.settleAs(FIRST, 'VOID');
const crash: Event = (scene) => scene.crash();
const closed: Event = ({ harness }) => harness.market.set(openInstrument(1001, { status: 'CLOSED' }));

function onAnswer(call: Promise<Result<unknown, Rejection>>, then: () => void): void {
  void call.then((result) => {
    if (result.ok) then();
  });
}

const spacedOut = (): Promise<void> => runEventLoop(6);
const atOnce = (): Promise<void> => Promise.resolve();

/** Of a race with more than 100 orders of its events, the quick run tries every seventh order. */
const QUICK_STEP = 7;

/** Tests every permutation of the events, one after the other and all at once, and checks the final state. */
function race(
  name: string,
  events: Readonly<Record<string, Event>>,
  amends: 'native' | 'replace' = 'native',
  before: readonly Event[] = [submit()],
): void {
  const names = Object.keys(events);
  test(`race: ${name}`, async () => {
    const step = names.length > 4 ? sized({ full: 1, quick: QUICK_STEP }) : 1;
    for (const order of permutations(names).filter((_, at) => at % step === 0))
      for (const pace of names.length > 5 ? [spacedOut] : [spacedOut, atOnce]) {
        const scene = await RaceRun.open(amends);
        for (const event of before) await event(scene);
        await spacedOut();
        for (const each of order) {
          await events[each]?.(scene);
          await pace();
        }
        await scene.settle();
        assertConsistent(scene, `${order.join(', ')} ${pace === spacedOut ? 'spaced out' : 'at once'}`);
      }
  });
}

const resting = [submit(), spacedOut, answered];

race('cancel against a full fill, before and after the acknowledgement', {
  cancel,
  answered,
  trade: trade('t', '10'),
  reported,
});
race('cancel against a partial fill, reported twice', {
  cancel,
  trade: trade('t', '4'),
  reported,
  again: reported,
  answered,
});
race('cancel before the acknowledgement, whose answer is lost', { cancel, lost, reported, answered });
race(
  'cancel confirmed, then a fill from before it',
  { cancel, answered, late: trade('t', '4'), reported },
  'native',
  resting,
);
race(
  'amend against fills',
  { lower: amend({ qty: '6' }), part: trade('a', '4'), rest: trade('b', '2'), reported, answered },
  'native',
  resting,
);
race(
  'cancel against an unanswered amend',
  { amend: amend({ price: '0.47' }), cancel, answered, lost, reported },
  'native',
  resting,
);
race(
  'replace against a fill and a cancel, with a crash',
  { amend: amend({ price: '0.47' }), trade: trade('t', '4'), cancel, answered, reported, crash },
  'replace',
  resting,
);
race(
  'kill switch against a replacement',
  { amend: amend({ price: '0.47' }), kill, answered, reported },
  'replace',
  resting,
);
race('a fill before the acknowledgement, with a crash', {
  trade: trade('t', '4'),
  reported,
  answered,
  crash,
});
race('an acknowledgement that arrives late, and twice', {
  lost,
  reported,
  answered,
  again: reported,
  trade: trade('t', '10'),
});
race('kill switch against sends', { one: submit(), two: submit(), kill, answered, reported }, 'native', []);
race(
  'cancel-all against new orders',
  { one: submit(), cancelAll, two: submit(), answered, crash },
  'native',
  [],
);
race('a void after FILLED', { pending, reported, voided, again: reported, cancel }, 'native', resting);
race('a market that closes while an order is in doubt', {
  closed,
  lost,
  trade: trade('t', '10'),
  reported,
  crash,
});
