import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type OmsHarness, openOms, settle, submit, TRADER, value } from '../oms/oms.fixture.ts';
import { ScriptedVenue } from '../oms/scripted-venue.fixture.ts';
import { SOLE_OWNER } from '../ports/journal-ownership.ts';

const HEARTBEAT = { everyMs: 5_000, cancelsInMs: 10_000 } as const;
const GUARD = { subaccountId: null, timeoutMs: 600_000, scope: 'KEY', blockAfter: true } as const;

/** A venue that records the times of its heartbeats. */
class BeatingVenue extends ScriptedVenue {
  readonly beatsAt: number[] = [];
  onHeartbeat: () => string | null = () => null;
  now: () => number = () => 0;

  constructor() {
    super({ heartbeat: HEARTBEAT, deadServiceNote: 'It cancels.' });
  }
  async sendHeartbeat(): Promise<string | null> {
    this.beatsAt.push(this.now());
    return this.onHeartbeat();
  }
}

interface Beating {
  readonly harness: OmsHarness;
  readonly venue: BeatingVenue;
}

async function open(ownership = SOLE_OWNER): Promise<Beating> {
  const venue = new BeatingVenue();
  const harness = await openOms({ venue, journalOwnership: ownership });
  const startedMs = harness.clock.now();
  venue.now = () => harness.clock.now() - startedMs;
  return { harness, venue };
}

const setGuard = async ({ harness }: Beating, timeoutMs: number = GUARD.timeoutMs) =>
  value(await harness.oms.risk.setGuard(TRADER, { ...GUARD, timeoutMs }));

async function pass({ harness }: Beating, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    harness.clock.advance(1_000);
    await settle();
  }
}

/** Kills the process and starts the next one at the same venue. */
async function restart({ harness: { clock, venue, market, storage, oms } }: Beating): Promise<void> {
  storage.crash();
  oms.stop();
  await openOms({ clock, venue, market, storage: await storage.restart() });
  await settle();
}

describe('heartbeats', () => {
  test('begin with the first guard at once, and go on every five seconds after it is disarmed', async () => {
    const beating = await open();
    await submit(beating.harness);
    await pass(beating, 20);
    assert.deepEqual(beating.venue.beatsAt, [], 'no guard was armed');
    await setGuard(beating);
    await settle();
    assert.deepEqual(beating.venue.beatsAt, [20_000]);
    await setGuard(beating, 0);
    await pass(beating, 12);
    assert.deepEqual(beating.venue.beatsAt, [20_000, 25_000, 30_000]);
    beating.harness.oms.stop();
    await pass(beating, 12);
    assert.equal(beating.venue.beatsAt.length, 3);
  });

  test('begin with a session that cancels when it ends, and not with another', async () => {
    const beating = await open();
    const { oms } = beating.harness;
    await oms.sessions.open(TRADER, { subaccountId: null, onDisconnect: null });
    await settle();
    assert.deepEqual(beating.venue.beatsAt, []);
    await oms.sessions.open(TRADER, { subaccountId: null, onDisconnect: 'SESSION' });
    await settle();
    assert.deepEqual(beating.venue.beatsAt, [0]);
  });

  test('that fail are repeated each second until one is accepted', async () => {
    const beating = await open();
    const failures = ['HTTP 500', 'HTTP 500'];
    beating.venue.onHeartbeat = () => failures.pop() ?? null;
    await setGuard(beating);
    await pass(beating, 8);
    assert.deepEqual(beating.venue.beatsAt, [0, 1_000, 2_000, 7_000]);
  });

  test('that throw are repeated like those that fail', async () => {
    const beating = await open();
    beating.venue.onHeartbeat = () => {
      throw new Error('a defect');
    };
    await setGuard(beating);
    await pass(beating, 2);
    assert.deepEqual(beating.venue.beatsAt, [0, 1_000, 2_000]);
  });

  test('do not overlap when a venue answers late', async () => {
    const beating = await open();
    const answer = Promise.withResolvers<string | null>();
    const { venue } = beating;
    venue.sendHeartbeat = () => {
      venue.beatsAt.push(venue.now());
      return answer.promise;
    };
    await setGuard(beating);
    await pass(beating, 7);
    assert.deepEqual(venue.beatsAt, [0]);
    answer.resolve(null);
    await settle();
    await pass(beating, 1);
    assert.deepEqual(venue.beatsAt, [0, 7_000], 'it is late, so the next one follows at once');
  });

  test('begin at the start when an earlier process may have sent some', async () => {
    const withOrder = await open();
    await submit(withOrder.harness);
    await restart(withOrder);
    assert.equal(withOrder.venue.beatsAt.length, 1, 'a live order, which its venue might cancel');
    const withGuard = await open();
    await setGuard(withGuard);
    await setGuard(withGuard, 0);
    await settle();
    assert.equal(withGuard.venue.beatsAt.length, 1);
    await restart(withGuard);
    assert.equal(withGuard.venue.beatsAt.length, 2, 'guards are in use');
    const unused = await open();
    await restart(unused);
    assert.equal(unused.venue.beatsAt.length, 0);
  });

  test('are not sent while another process may own the journal', async () => {
    let isOwner = false;
    const beating = await open({ ...SOLE_OWNER, mayCallVenues: () => isOwner });
    await setGuard(beating);
    await pass(beating, 3);
    assert.deepEqual(beating.venue.beatsAt, []);
    isOwner = true;
    await pass(beating, 1);
    assert.deepEqual(beating.venue.beatsAt, [4_000]);
  });
});

test('the record of a guard has the silence after which a venue cancels', async () => {
  const { venues } = await setGuard(await open());
  assert.deepEqual(venues, [{ venue: 'Demo', cancelsInMs: 10_000, note: 'It cancels.' }]);
  const plain = await openOms();
  const [kept] = value(plain.oms.risk.guard(TRADER, null)).venues;
  assert.equal(kept?.cancelsInMs, null);
  assert.match(kept?.note ?? '', /keeps resting orders/);
});
