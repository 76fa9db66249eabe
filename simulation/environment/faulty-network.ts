import type { VenueClientId } from '../../src/domain/model/ids.ts';
import { complement } from '../../src/domain/model/money.ts';
import { oppositeOutcome } from '../../src/domain/model/order.ts';
import type {
  OrderReport,
  Venue,
  VenueAmend,
  VenueBookUpdate,
  VenueCapabilities,
  VenueFill,
  VenueHealth,
  VenueListener,
  VenueOrder,
  VenueOutcome,
  VenuePosition,
  VenueQuery,
} from '../../src/ports/venue.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import { LAG_MS, type Options, settleMsOf, type WireFault } from '../simulation-options.ts';
import type { FillReversingVenue, Settling } from './fill-reversals.ts';
import type { MachineClock } from './simulated-clock.ts';
import { type Machine, never } from './simulated-disks.ts';

export interface FaultyNetworkDeps {
  readonly machine: Machine; // our process: it receives nothing after it has ended
  readonly network: MachineClock; // delivers requests; it outlives the process if the venue does
  readonly options: Options;
  readonly dice: SeededChoice;
  readonly monitor: InvariantMonitor;
  readonly faultsOn: () => boolean;
  readonly onSend: (sent: Sent) => void;
  readonly onBook: (update: VenueBookUpdate) => void;
  readonly undoing: FillReversingVenue | null; // reverses fills like an on-chain venue; null: Demo without changes
}

/** A request of the engine at the send, for the checkers. */
export type Sent =
  | { readonly kind: 'place'; readonly clientId: VenueClientId; readonly order: VenueOrder }
  | { readonly kind: 'amend'; readonly clientId: VenueClientId; readonly amend: VenueAmend }
  | { readonly kind: 'cancel'; readonly clientId: VenueClientId };

/**
 * One request in transit: its random numbers are drawn before the send, so that one seed draws in one order.
 */
interface Journey {
  readonly there: number; // ms
  readonly back: number;
  readonly fate: WireFault | null;
}

const REQUEST_FAULTS = [
  'lost',
  'unsent',
  'throwsBefore',
  'throwsAfter',
  'replyLost',
  'replyLate',
  'twice',
] as const;
const SILENCE_MS = 8_000;
const STRANGER = 'cb-999999999-1-1' as VenueClientId;
const OVERTAKEN_MS = 3_000;
const OURS = /^(?:cb-|0x)/;
const MARK = /^(.*)@([0-9]+)$/;

/** The network between the engine and a venue, with random delays, losses, repeats and false messages. */
export class FaultyNetwork implements Venue {
  readonly name;
  readonly capabilities: VenueCapabilities;
  readonly #venue: Venue;
  readonly #deps: FaultyNetworkDeps;
  readonly #arrivedAt = new Map<VenueClientId, number>();
  #listener: VenueListener | null = null;
  #silentUntilMs = 0;

  constructor(venue: Venue, deps: FaultyNetworkDeps) {
    const { confirmations, gapMs } = deps.options;
    this.#venue = venue;
    this.#deps = deps;
    this.name = venue.name;
    const notFoundPolicy = { settleMs: settleMsOf(deps.options), confirmations, gapMs };
    const amend = deps.undoing === null ? 'native' : 'replace';
    this.capabilities = { ...venue.capabilities, notFoundPolicy, amend };
  }

  start(listener: VenueListener): Promise<void> {
    this.#listener = listener;
    this.#deps.undoing?.onSettled((settled) => void this.#publishSettled(settled));
    return this.#venue.start({
      onInstruments: (instruments) => this.#deps.machine.isAlive && listener.onInstruments(instruments),
      waitForCapacity: () => listener.waitForCapacity(),
      onAssets: (assets) => this.#deps.machine.isAlive && listener.onAssets(assets),
      onBook: (update) => {
        if (!this.#deps.machine.isAlive) return;
        this.#deps.onBook(update);
        listener.onBook(update);
      },
      onTrades: (trades) => this.#deps.machine.isAlive && listener.onTrades(trades),
      onReport: (report) => this.#publish(this.#shown(report)),
      onAnomaly: (anomaly) => this.#deps.machine.isAlive && listener.onAnomaly(anomaly),
    });
  }

  clientIdFor(order: VenueOrder): VenueClientId {
    return this.#deps.undoing?.nameOf(order) ?? this.#venue.clientIdFor(order);
  }

  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { clientId } = order;
    this.#leaves({ kind: 'place', clientId, order });
    this.#deps.undoing?.knows(order);
    return this.#request('place', clientId, () => {
      this.#arrivedAt.set(clientId, this.#deps.network.monotonicMs());
      return this.#venue.place(order);
    });
  }

  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    this.#leaves({ kind: 'amend', clientId: amend.clientId, amend });
    if (this.#draws('refused')) return { kind: 'refused', code: 'busy', message: 'the venue is busy' };
    return this.#request('amend', amend.clientId, () => this.#venue.amend(amend));
  }

  async cancel(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    this.#leaves({ kind: 'cancel', clientId });
    if (this.#draws('refused')) return { kind: 'refused', code: 'too_late', message: 'not now' };
    return this.#request('cancel', clientId, () => this.#venue.cancel(clientId, venueInstrumentId));
  }

  async order(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueQuery> {
    const ask = async (): Promise<VenueQuery> => {
      const arrivedAt = this.#arrivedAt.get(clientId) ?? Number.NEGATIVE_INFINITY;
      const isFresh = this.#deps.network.monotonicMs() - arrivedAt < LAG_MS;
      if (isFresh && this.#draws('queryLags')) return { kind: 'absent' };
      const found = await this.#venue.order(clientId, venueInstrumentId);
      return found.kind === 'found' ? { ...found, report: this.#shown(found.report) } : found;
    };
    const failed = { kind: 'failed', why: 'no answer' } as const;
    const answer = await this.#query(ask, failed);
    this.#deps.monitor.note(`query ${clientId} ${answer.kind}`);
    return answer;
  }

  async reconcile(mark: string | null): ReturnType<Venue['reconcile']> {
    const answer = await this.#query(() => this.#reconciled(mark), null);
    if (answer === null) throw new Error('no answer');
    return { ...answer, reports: answer.reports.filter(({ clientId }) => OURS.test(clientId)) };
  }

  /** Demo's record, and if fills settle later, the orders with a fill that settled since the mark. */
  async #reconciled(mark: string | null): ReturnType<Venue['reconcile']> {
    const { undoing } = this.#deps;
    if (undoing === null) return this.#venue.reconcile(mark);
    const [, before, since] = mark === null ? [] : (MARK.exec(mark) ?? []);
    const { nowMs } = undoing;
    const answer = await this.#venue.reconcile(before ?? null);
    const reports = [...answer.reports];
    for (const { clientId, venueInstrumentId } of undoing.settledAfter(Number(since ?? -1))) {
      const found = await this.#venue.order(clientId, venueInstrumentId);
      if (found.kind === 'found') reports.push(found.report);
    }
    return { reports: reports.map((report) => this.#shown(report)), mark: `${answer.mark}@${nowMs}` };
  }

  async #publishSettled({ clientId, venueInstrumentId }: Settling): Promise<void> {
    if (!this.#deps.machine.isAlive) return;
    const found = await this.#venue.order(clientId, venueInstrumentId);
    if (found.kind === 'found') this.#publish(this.#shown(found.report));
  }

  #shown(report: OrderReport): OrderReport {
    return this.#deps.undoing?.report(report) ?? report;
  }

  positions(): Promise<readonly VenuePosition[] | null> {
    return this.#venue.positions();
  }

  watch(venueInstrumentId: string): void {
    this.#venue.watch(venueInstrumentId);
  }

  unwatch(venueInstrumentId: string): void {
    this.#venue.unwatch(venueInstrumentId);
  }

  health(): Promise<VenueHealth> {
    if (!this.#deps.machine.isAlive || this.#isSilent) return never();
    return this.#venue.health();
  }

  stop(): Promise<void> {
    return this.#venue.stop();
  }

  get #isSilent(): boolean {
    return this.#deps.faultsOn() && this.#deps.network.monotonicMs() < this.#silentUntilMs;
  }

  #leaves(sent: Sent): void {
    const { machine, monitor, onSend } = this.#deps;
    machine.mayCrash('beforeSend', sent);
    if (!machine.isAlive) return;
    monitor.note(`send ${sent.kind} ${sent.clientId}`);
    onSend(sent);
  }

  #request(
    kind: Sent['kind'],
    clientId: VenueClientId,
    arrive: () => Promise<VenueOutcome>,
  ): Promise<VenueOutcome> {
    const { machine, options, dice, monitor, network } = this.#deps;
    if (!machine.isAlive) return never();
    if (this.#draws('silence')) this.#silentUntilMs = network.monotonicMs() + SILENCE_MS;
    const { there, back, fate } = this.#journey();
    if (fate === 'unsent') return Promise.resolve({ kind: 'unsent', why: 'connection refused' });
    if (fate === 'throwsBefore') return Promise.reject(new Error('socket hang up'));
    return new Promise((resolve, reject) => {
      let isOver = false;
      const deadline = machine.clock.after(options.timeoutMs, () => {
        isOver = true;
        monitor.note(`${kind} ${clientId} has no answer`);
        resolve({ kind: 'unknown', why: 'no answer in time' });
      });
      const answer = (said: VenueOutcome): void => {
        const outcome = said.kind === 'report' ? { ...said, report: this.#shown(said.report) } : said;
        if (fate === 'replyLost' || this.#isSilent) return;
        machine.mayCrash('reply', { kind, clientId });
        if (!machine.isAlive) return;
        monitor.note(`${kind} ${clientId} answered ${wordsOf(outcome)}`);
        deadline.cancel();
        if (fate === 'throwsAfter') reject(new Error('socket hang up'));
        else resolve(outcome);
        const isReportedToo = isOver ? dice.chance(0.3) : this.#draws('echo');
        if (outcome.kind === 'report' && isReportedToo) this.#publish(outcome.report);
      };
      const arrives = (): void => {
        if (fate === 'lost' || this.#isSilent || !this.#reaches) return;
        machine.mayCrash('arrival', { kind, clientId });
        if (!this.#reaches) return;
        // An amend has no id by which a venue could recognise a repeat.
        const isTwice = fate === 'twice' && kind !== 'amend';
        const answers = [arrive(), ...(isTwice ? [arrive()] : [])];
        const counted = answers[answers.length - 1] as Promise<VenueOutcome>;
        counted.then((outcome) => this.#travel(back, () => answer(outcome)), reject);
      };
      this.#travel(there, arrives);
    });
  }

  async #query<Answer>(ask: () => Promise<Answer>, failed: Answer): Promise<Answer> {
    const { machine, options, dice } = this.#deps;
    if (!machine.isAlive) return never();
    if (this.#draws('queryThrows')) throw new Error('socket hang up');
    const there = dice.whole(0, options.wireMs);
    const back = dice.whole(0, options.wireMs);
    const isLost = this.#draws('queryFails');
    return new Promise((resolve, reject) => {
      const deadline = machine.clock.after(options.timeoutMs, () => resolve(failed));
      this.#travel(there, () => {
        if (isLost || this.#isSilent || !this.#reaches) return;
        const answer = (value: Answer): void => {
          deadline.cancel();
          if (machine.isAlive) resolve(value);
        };
        ask().then((value) => this.#travel(back, () => answer(value)), reject);
      });
    });
  }

  /** A request reaches a venue that runs elsewhere; a venue in our process ends with the process. */
  get #reaches(): boolean {
    return this.#deps.machine.isAlive || this.#deps.options.venueSurvives;
  }

  #journey(): Journey {
    const { dice, options } = this.#deps;
    const fates = REQUEST_FAULTS.filter((fault) => this.#draws(fault, false));
    const fate = fates.length === 0 ? null : dice.pick(fates);
    if (fate !== null) this.#deps.monitor.fault(fate);
    const isLate = fate === 'replyLate';
    const late = isLate ? dice.whole(options.timeoutMs, options.timeoutMs + options.lateMs) : 0;
    const isSlowThere = isLate && dice.chance(0.5);
    return {
      there: isSlowThere ? Math.min(late, options.lateMs) : dice.whole(0, options.wireMs),
      back: isLate && !isSlowThere ? late : dice.whole(0, options.wireMs),
      fate,
    };
  }

  #travel(ms: number, arrive: () => void): void {
    if (ms === 0) arrive();
    else this.#deps.network.after(ms, arrive);
  }

  /** A report on the stream is delivered, repeated, delayed, or lost while the connection is silent. */
  #publish(report: OrderReport): void {
    if (!OURS.test(report.clientId)) return; // another trader's
    if (this.#isSilent) return this.#deps.monitor.note(`report of ${report.clientId} lost in silence`);
    if (this.#draws('stranger')) this.#deliver({ ...report, clientId: STRANGER });
    const later = this.#deps.dice.whole(1, OVERTAKEN_MS);
    if (this.#draws('duplicate')) this.#deps.network.after(later, () => this.#deliver(report));
    if (this.#draws('delay')) this.#deps.network.after(later, () => this.#deliver(report));
    else this.#deliver(report);
  }

  #deliver(report: OrderReport): void {
    if (!this.#deps.machine.isAlive) return;
    this.#deps.monitor.note(`report ${report.clientId} ${report.status} ${report.filledQty}`);
    const isMirrored = report.fills.length > 0 && this.#draws('mirrored');
    this.#listener?.onReport(isMirrored ? { ...report, fills: report.fills.map(mirrored) } : report);
  }

  #draws(fault: WireFault, isCounted = true): boolean {
    const { options, dice, monitor, faultsOn } = this.#deps;
    const probability = options.faults[fault] ?? 0;
    if (probability === 0 || !faultsOn() || !dice.chance(probability)) return false;
    if (isCounted) monitor.fault(fault);
    return true;
  }
}

/** The same execution from the other party's view: the opposite side of the other outcome. */
const mirrored = (fill: VenueFill): VenueFill => ({
  ...fill,
  side: fill.side === 'BUY' ? 'SELL' : 'BUY',
  outcome: oppositeOutcome(fill.outcome),
  price: complement(fill.price),
});

const wordsOf = (outcome: VenueOutcome): string =>
  outcome.kind === 'report'
    ? `${outcome.report.status} ${outcome.report.filledQty}`
    : `${outcome.kind} ${'code' in outcome ? outcome.code : ''}`;
