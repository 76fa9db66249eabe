import assert from 'node:assert/strict';
import { isLive, type Order } from '../../src/contract/model/order.ts';
import type { Rejection, Result } from '../../src/contract/model/result.ts';
import { type OmsHarness, openOms, orderBody, TRADER, value } from '../../src/oms/oms.fixture.ts';
import { ReplacingVenue } from '../../src/oms/scripted-venue.fixture.ts';
import type { BatchEntry, Submitted } from '../../src/orders/trading-service.ts';
import { SeededRandom } from '../support/seeded-values.ts';

/** The result of many races. Both outcomes are counted, because races that are never close prove nothing. */
export interface KillSwitchRaces {
  readonly races: number;
  readonly sent: number; // orders that left before the switch answered
  readonly stopped: number; // orders that were accepted and then stopped at the gateway
}

/** One harness keeps all its orders: a new one after this many races bounds the memory. */
const RACES_PER_HARNESS = 1_000;

/**
 * Races new orders, batches and replacements against the kill switch. Each call starts some event-loop
 * iterations before or after it; the disk and the venue answer after random delays.
 *
 * Fails if the venue receives an order after the kill switch was acknowledged.
 */
export async function raceKillSwitch(races: number, seed: number): Promise<KillSwitchRaces> {
  let [sent, stopped] = [0, 0];
  for (let first = 0; first < races; first += RACES_PER_HARNESS) {
    const dice = new SeededRandom(seed * 1_000_003 + first);
    const venue = new ReplacingVenue();
    const place = venue.onPlace;
    venue.onPlace = async (order) => {
      await pauseAtRandom(dice);
      // Most orders are rejected, so that few rest.
      if (dice.happens(0.9)) return { kind: 'refused', code: 'no', message: 'no' };
      return place(order);
    };
    const harness = await openOms({ venue, disk: { beforeSync: () => pauseAtRandom(dice) } });
    for (let race = first; race < Math.min(races, first + RACES_PER_HARNESS); race += 1) {
      const orders = await raceOnce({ oms: harness.oms, venue }, dice, `seed ${seed}, race ${race}`);
      stopped += orders.filter(({ reason }) => reason === 'kill_switch').length;
    }
    sent += venue.placed.length;
  }
  return { races, sent, stopped };
}

/** @returns the orders that were accepted in this race, as their callers received them */
async function raceOnce(
  { oms, venue }: RaceHarness,
  dice: SeededRandom,
  which: string,
): Promise<readonly Order[]> {
  const resting = [...oms.state.orders.values()].findLast(({ status }) => isLive(status));
  const calls: (() => Promise<Result<Submitted | readonly BatchEntry[] | Order, Rejection>>)[] = [
    () => oms.orders.submit(TRADER, orderBody(), null),
    () => oms.orders.submit(TRADER, orderBody({ tif: 'IOC' }), which.replaceAll(/\W/g, '-')),
    () => oms.orders.submitBatch(TRADER, [orderBody(), orderBody()]),
  ];
  if (resting !== undefined) calls.push(() => oms.orders.amend(TRADER, resting.id, { price: '0.47' }));
  const running = calls.map(async (call) => {
    await pauseAtRandom(dice);
    const result = await call();
    return result.ok ? toOrders(result.value) : [];
  });
  await pauseAtRandom(dice);
  value(await oms.risk.setKillSwitch(TRADER, { enabled: true }));
  const sentAtKill = venue.placed.length;
  const orders = (await Promise.all(running)).flat();
  await nextIteration();
  assert.equal(
    venue.placed.length,
    sentAtKill,
    `${which}: an order was sent after the kill switch was acknowledged`,
  );
  value(await oms.risk.setKillSwitch(TRADER, { enabled: false }));
  return orders;
}

type RaceHarness = Pick<OmsHarness, 'oms'> & { readonly venue: ReplacingVenue };

function toOrders(answer: Submitted | readonly BatchEntry[] | Order): readonly Order[] {
  if ('order' in answer) return [answer.order];
  if ('id' in answer) return [answer];
  return answer.flatMap((entry) => (entry.ok ? [entry.order] : []));
}

/** Waits for a random number of microtasks and, sometimes, one event-loop iteration. */
async function pauseAtRandom(dice: SeededRandom): Promise<void> {
  const turns = dice.below(12);
  if (dice.happens(0.2)) await nextIteration();
  for (let passed = 0; passed < turns; passed += 1) await Promise.resolve();
}

const nextIteration = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
