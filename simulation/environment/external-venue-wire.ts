import type { Venue, VenueBookUpdate, VenueListener } from '../../src/ports/venue.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SentRequest } from './faulty-network.ts';
import type { Machine } from './simulated-disks.ts';

export interface ExternalWireDeps {
  readonly machine: Machine;
  readonly monitor: InvariantMonitor;
  readonly onSend: (sent: SentRequest) => void;
  readonly onBook: (update: VenueBookUpdate) => void;
}

/**
 * Wraps a real adapter without changing its behaviour. It reports the requests to the checkers, and a process
 * that has ended receives nothing more.
 */
export function observeVenue(venue: Venue, deps: ExternalWireDeps): Venue {
  const { machine, monitor, onSend } = deps;
  const record = (kind: string, clientId: string, words: string): void => {
    if (machine.isAlive) monitor.note(`${venue.name} ${kind} ${clientId} answered ${words}`);
  };
  return {
    ...venue,
    start: (listener) => venue.start(createProcessListener(listener, deps)),
    async place(order) {
      onSend({ kind: 'place', clientId: order.clientId, order });
      const outcome = await venue.place(order);
      record('place', order.clientId, renderOutcome(outcome));
      return outcome;
    },
    async amend(amend) {
      onSend({ kind: 'amend', clientId: amend.clientId, amend });
      const outcome = await venue.amend(amend);
      record('amend', amend.clientId, renderOutcome(outcome));
      return outcome;
    },
    async cancel(clientId, venueInstrumentId) {
      onSend({ kind: 'cancel', clientId });
      const outcome = await venue.cancel(clientId, venueInstrumentId);
      record('cancel', clientId, renderOutcome(outcome));
      return outcome;
    },
    async order(clientId, venueInstrumentId) {
      const answer = await venue.order(clientId, venueInstrumentId);
      record('query', clientId, answer.kind === 'failed' ? `failed ${answer.why}` : answer.kind);
      return answer;
    },
  };
}

function createProcessListener(
  listener: VenueListener,
  { machine, monitor, onBook }: ExternalWireDeps,
): VenueListener {
  return {
    onInstruments: (instruments) => machine.isAlive && listener.onInstruments(instruments),
    waitForCapacity: () => listener.waitForCapacity(),
    onAssets: (assets) => machine.isAlive && listener.onAssets(assets),
    onBook: (update) => {
      if (!machine.isAlive) return;
      onBook(update);
      listener.onBook(update);
    },
    onTrades: (trades) => machine.isAlive && listener.onTrades(trades),
    onReport: (report) => {
      if (!machine.isAlive) return;
      const fills = report.fills.map(({ venueTradeId, settlement }) => `${settlement} ${venueTradeId}`);
      monitor.note(`report ${report.clientId} ${report.status} ${report.filledQty} ${fills.join(', ')}`);
      listener.onReport(report);
    },
    onAnomaly: (anomaly) => {
      if (!machine.isAlive) return;
      monitor.note(`anomaly ${anomaly.kind} ${anomaly.detail}`);
      listener.onAnomaly(anomaly);
    },
  };
}

const renderOutcome = (outcome: Awaited<ReturnType<Venue['place']>>): string => {
  if (outcome.kind === 'report') return `${outcome.report.status} ${outcome.report.filledQty}`;
  return outcome.kind === 'refused'
    ? `refused ${outcome.code} ${outcome.message}`
    : `${outcome.kind} ${outcome.why}`;
};
