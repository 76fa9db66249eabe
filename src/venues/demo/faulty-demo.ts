import type { FaultInjector } from '../../domain/matching-engine/fault-injector.ts';
import type { Clock } from '../../ports/environment.ts';
import type { Venue, VenueListener, VenueOutcome } from '../../ports/venue.ts';

/**
 * What Demo can be told to do wrong. None delays a request on its way: Demo's word that it does not know an
 * order is proof, and one that arrives afterwards would make a lie of it.
 */
export const DEMO_FAULTS = {
  delay:
    'the answer comes `ms` later; the request was done at once. `method` is place, amend, cancel or order',
  drop_after_accept: 'done, but the answer to a place, amend or cancel is lost',
  lost_request: 'a place, amend or cancel never arrives, and nobody says so',
  status: 'nothing is answered and nothing done: the venue is down and its health says so',
  report_duplicate: 'a report of an order is told twice',
} as const satisfies Readonly<Record<string, string>>;

export interface FaultyDeps {
  readonly injector: FaultInjector;
  readonly clock: Clock;
}

const DOWN = 'a fault was switched on: the venue is down';
const LOST = 'a fault was switched on: no answer came';

/** Demo behind its fault board; with no fault on it is Demo as it is. */
export function faultyVenue(venue: Venue, { injector, clock }: FaultyDeps): Venue {
  const late = async <Answer>(method: string, answer: Promise<Answer>): Promise<Answer> => {
    const delay = injector.trigger('delay', { method });
    if (delay !== null) await new Promise<void>((resolve) => clock.after(delay.ms, resolve));
    return answer;
  };
  const isDown = (): boolean => injector.findActive('status') !== null;

  /** With no fault on, nothing comes between the venue and whoever asks it. */
  const request = (method: string, send: () => Promise<VenueOutcome>): Promise<VenueOutcome> =>
    injector.list().length === 0 ? send() : struck(method, send);

  async function struck(method: string, send: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
    if (injector.trigger('status', { method }) !== null) return { kind: 'unsent', why: DOWN };
    if (injector.trigger('lost_request', { method }) !== null) return { kind: 'unknown', why: LOST };
    const outcome = await late(method, send());
    return injector.trigger('drop_after_accept', { method }) === null
      ? outcome
      : { kind: 'unknown', why: LOST };
  }

  return {
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => venue.start(repeating(listener, injector)),
    clientIdFor: (order) => venue.clientIdFor(order),
    place: (order) => request('place', () => venue.place(order)),
    amend: (amend) => request('amend', () => venue.amend(amend)),
    cancel: (clientId, instrument) => request('cancel', () => venue.cancel(clientId, instrument)),
    order: async (clientId, instrument) =>
      isDown() ? { kind: 'failed', why: DOWN } : late('order', venue.order(clientId, instrument)),
    reconcile: async (mark) => {
      if (isDown()) throw new Error(DOWN);
      return venue.reconcile(mark);
    },
    positions: () => venue.positions(),
    watch: (instrument) => venue.watch(instrument),
    unwatch: (instrument) => venue.unwatch(instrument),
    health: async () => (isDown() ? { healthy: false, latencyMs: null, reason: DOWN } : venue.health()),
    stop: () => venue.stop(),
  };
}

const repeating = (listener: VenueListener, board: FaultInjector): VenueListener => ({
  onInstruments: (instruments) => listener.onInstruments(instruments),
  waitForCapacity: () => listener.waitForCapacity(),
  onAssets: (assets) => listener.onAssets(assets),
  onBook: (update) => listener.onBook(update),
  onTrades: (trades) => listener.onTrades(trades),
  onReport: (report) => {
    listener.onReport(report);
    if (board.trigger('report_duplicate') !== null) listener.onReport(report);
  },
  onAnomaly: (anomaly) => listener.onAnomaly(anomaly),
});
