import { test } from 'node:test';
import type { OrderId, VenueClientId } from '../../src/domain/model/ids.ts';
import type { Rejection, Result } from '../../src/domain/model/result.ts';
import { openInstrument, orderBody, TRADER } from '../../src/oms/oms.fixture.ts';
import { assertSound, permutations, Scene, turns } from './race-setup.ts';

type Event = (scene: Scene) => void | Promise<void>;

const ORDER = 'ord_1' as OrderId;
const FIRST = 'cb-1-1-1' as VenueClientId;

/** Calls of a trader; what they were answered is remembered where it is a promise. */
const submit = (change: object = {}): Event => {
  return ({ desk }) => void desk.oms.submit(TRADER, orderBody(change), null);
};
const amend = (change: object): Event => {
  return ({ desk }) => void desk.oms.amend(TRADER, ORDER, change);
};
const cancel: Event = (scene) => {
  heard(scene.desk.oms.cancel(TRADER, ORDER), () => scene.mustEnd.add(ORDER));
};
const cancelAll: Event = (scene) => {
  const live = [...scene.desk.oms.state.orders.keys()];
  heard(scene.desk.oms.cancelAll(TRADER, null, 'cancel_all'), () => {
    for (const id of live) scene.mustEnd.add(id);
  });
};
const kill: Event = (scene) => {
  heard(scene.desk.oms.setKillSwitch(TRADER, { enabled: true }), () => {
    scene.sentAtKill ??= scene.names.length;
  });
};

/** What happens at the venue, and what is heard of it. */
const answered: Event = ({ venue }) => venue.answer();
const lost: Event = ({ venue }) => venue.answer(true);
const told: Event = (scene) => scene.tell();
const trade = (id: string, size: string): Event => {
  return ({ venue }) => {
    for (const name of venue.orders.keys()) venue.trade(name, `${id}-${name}`, size);
  };
};
const pending: Event = ({ venue }) => venue.trade(FIRST, 'p', '10', 'PENDING');
const voided: Event = ({ venue }) => venue.settleAs(FIRST, 'VOID');
const crash: Event = (scene) => scene.crash();
const closed: Event = ({ desk }) => desk.market.set(openInstrument(1001, { status: 'CLOSED' }));

function heard(call: Promise<Result<unknown, Rejection>>, then: () => void): void {
  void call.then((result) => {
    if (result.ok) then();
  });
}

const inTurn = (): Promise<void> => turns(6);
const atOnce = (): Promise<void> => Promise.resolve();

/** Lets the events come in every order, one after the other and all at once, and looks what became of it. */
function race(
  name: string,
  events: Readonly<Record<string, Event>>,
  amends: 'native' | 'replace' = 'native',
  before: readonly Event[] = [submit()],
): void {
  const names = Object.keys(events);
  test(`race: ${name}`, async () => {
    for (const order of permutations(names))
      for (const pace of names.length > 5 ? [inTurn] : [inTurn, atOnce]) {
        const scene = await Scene.open(amends);
        for (const event of before) await event(scene);
        await inTurn();
        for (const each of order) {
          await events[each]?.(scene);
          await pace();
        }
        await scene.calm();
        assertSound(scene, `${order.join(', ')} ${pace === inTurn ? 'in turn' : 'at once'}`);
      }
  });
}

const resting = [submit(), inTurn, answered];

race('cancel against a full fill, before and after the acknowledgement', {
  cancel,
  answered,
  trade: trade('t', '10'),
  told,
});
race('cancel against a part fill, told twice', {
  cancel,
  trade: trade('t', '4'),
  told,
  again: told,
  answered,
});
race('cancel before the acknowledgement, whose answer is lost', { cancel, lost, told, answered });
race(
  'cancel confirmed, then a fill from before it',
  { cancel, answered, late: trade('t', '4'), told },
  'native',
  resting,
);
race(
  'amend against fills',
  { lower: amend({ qty: '6' }), part: trade('a', '4'), rest: trade('b', '2'), told, answered },
  'native',
  resting,
);
race(
  'cancel against an amend under way',
  { amend: amend({ price: '0.47' }), cancel, answered, lost, told },
  'native',
  resting,
);
race(
  'replace against a fill and a cancel, with a crash',
  { amend: amend({ price: '0.47' }), trade: trade('t', '4'), cancel, answered, told, crash },
  'replace',
  resting,
);
race(
  'kill switch against a replacement',
  { amend: amend({ price: '0.47' }), kill, answered, told },
  'replace',
  resting,
);
race('a fill before the acknowledgement, with a crash', { trade: trade('t', '4'), told, answered, crash });
race('an acknowledgement that comes late, and twice', {
  lost,
  told,
  answered,
  again: told,
  trade: trade('t', '10'),
});
race('kill switch against sends', { one: submit(), two: submit(), kill, answered, told }, 'native', []);
race(
  'cancel-all against new orders',
  { one: submit(), cancelAll, two: submit(), answered, crash },
  'native',
  [],
);
race('a void after FILLED', { pending, told, voided, again: told, cancel }, 'native', resting);
race('a market that closes while an order is in doubt', {
  closed,
  lost,
  trade: trade('t', '10'),
  told,
  crash,
});
