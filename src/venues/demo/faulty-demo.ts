import type { FaultInjector } from '#matching-engine';
import { type Clock, type Venue, type VenueListener, type VenueOutcome, wait } from '#ports';

/**
 * Faults that can be injected into Demo, with their descriptions. None delays a request: Demo promises that an
 * order it reports as absent does not arrive later.
 */
export const DEMO_FAULTS = {
  delay:
    'the answer arrives `ms` later; the request itself ran at once. `method` is place, amend, cancel or order',
  drop_after_accept: 'a place, amend or cancel is executed, but its answer is lost',
  lost_request: 'a place, amend or cancel never arrives, and no error is reported',
  status: 'the venue is down: it executes nothing, answers nothing, and its health reports it',
  report_duplicate: 'each execution report is sent twice',
} as const satisfies Readonly<Record<string, string>>;

export interface FaultyDeps {
  readonly injector: FaultInjector;
  readonly clock: Clock;
}

const DOWN = 'injected fault: the venue is down';
const LOST = 'injected fault: no answer arrived';

/** Wraps Demo with a fault injector. Without an active fault it passes everything through. */
export function faultyVenue(venue: Venue, { injector, clock }: FaultyDeps): Venue {
  const delayAnswer = async <Answer>(method: string, answer: Promise<Answer>): Promise<Answer> => {
    const delay = injector.trigger('delay', { method });
    if (delay !== null) await wait(clock, delay.ms);
    return answer;
  };
  const hasFaults = (): boolean => injector.list().length > 0;
  const isDown = (): boolean => injector.findActive('status') !== null;

  const request = (method: string, send: () => Promise<VenueOutcome>): Promise<VenueOutcome> =>
    hasFaults() ? sendWithFaults(method, send) : send();

  async function sendWithFaults(method: string, send: () => Promise<VenueOutcome>): Promise<VenueOutcome> {
    if (injector.trigger('status', { method }) !== null) return { kind: 'unsent', why: DOWN };
    if (injector.trigger('lost_request', { method }) !== null) return { kind: 'unknown', why: LOST };
    const outcome = await delayAnswer(method, send());
    return injector.trigger('drop_after_accept', { method }) === null
      ? outcome
      : { kind: 'unknown', why: LOST };
  }

  return {
    name: venue.name,
    capabilities: venue.capabilities,
    start: (listener) => venue.start(duplicateReports(listener, injector)),
    clientIdFor: (order) => venue.clientIdFor(order),
    place: (order) => request('place', () => venue.place(order)),
    placeAtOnce: (order) => (hasFaults() ? null : (venue.placeAtOnce?.(order) ?? null)),
    cancelAtOnce: (clientId) => (hasFaults() ? null : (venue.cancelAtOnce?.(clientId) ?? null)),
    amend: (amend) => request('amend', () => venue.amend(amend)),
    cancel: (clientId, instrument) => request('cancel', () => venue.cancel(clientId, instrument)),
    order: async (clientId, instrument) =>
      isDown() ? { kind: 'failed', why: DOWN } : delayAnswer('order', venue.order(clientId, instrument)),
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

const duplicateReports = (listener: VenueListener, injector: FaultInjector): VenueListener => ({
  onInstruments: (instruments) => listener.onInstruments(instruments),
  waitForCapacity: () => listener.waitForCapacity(),
  onAssets: (assets) => listener.onAssets(assets),
  onBook: (update) => listener.onBook(update),
  onTrades: (trades) => listener.onTrades(trades),
  onTradesMissed: (missed) => listener.onTradesMissed?.(missed),
  lastTradeAt: (venueInstrumentId) => listener.lastTradeAt?.(venueInstrumentId) ?? null,
  onReport: (report) => {
    listener.onReport(report);
    if (injector.trigger('report_duplicate') !== null) listener.onReport(report);
  },
  onAnomaly: (anomaly) => listener.onAnomaly(anomaly),
});
