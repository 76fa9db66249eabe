import type { VenueClientId } from '../../src/contract/model/ids.ts';
import { complement } from '../../src/contract/model/money.ts';
import { oppositeOutcome } from '../../src/contract/model/order.ts';
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
import { computeSettleMs, LAG_MS, type Options, type WireFault } from '../simulation-options.ts';
import type { FillReversingVenue, SettledOrder } from './fill-reversals.ts';
import type { MachineClock } from './simulated-clock.ts';
import { type Machine, never } from './simulated-disks.ts';

export interface FaultyNetworkDeps {
  readonly machine: Machine; // the process of the service: it receives nothing after it has ended
  readonly network: MachineClock; // delivers requests; it outlives the process if the venue does
  readonly options: Options;
  readonly dice: SeededChoice;
  readonly monitor: InvariantMonitor;
  readonly faultsOn: () => boolean;
  readonly onSend: (sent: SentRequest) => void;
  readonly onBook: (update: VenueBookUpdate) => void;
  readonly fillReversals: FillReversingVenue | null; // reverses fills like an on-chain venue; null: Demo without changes
}

/** A request that order management sends, for the checkers. */
export type SentRequest =
  | { readonly kind: 'place'; readonly clientId: VenueClientId; readonly order: VenueOrder }
  | { readonly kind: 'amend'; readonly clientId: VenueClientId; readonly amend: VenueAmend }
  | { readonly kind: 'cancel'; readonly clientId: VenueClientId };

/**
 * One request in transit. Its random numbers are drawn before the send, so that a seed always draws in the
 * same order.
 */
interface Transit {
  readonly requestMs: number; // ms
  readonly answerMs: number;
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
const UNKNOWN_CLIENT_ID = 'cb-999999999-1-1' as VenueClientId;
const REORDER_MS_MAX = 3_000;
const OURS = /^(?:cb-|0x)/;
const MARK = /^(.*)@([0-9]+)$/;

/**
 * The network between order management and a venue, with random delays, losses, repeats and false messages.
 */
export class FaultyNetwork implements Venue {
  readonly name;
  readonly capabilities: VenueCapabilities;
  readonly #venue: Venue;
  readonly #deps: FaultyNetworkDeps;
  readonly #arrivedAt = new Map<VenueClientId, number>();
  readonly #unlisted = new Set<VenueClientId>();
  #listener: VenueListener | null = null;
  #silentUntilMs = 0;

  constructor(venue: Venue, deps: FaultyNetworkDeps) {
    const { confirmations, gapMs } = deps.options;
    this.#venue = venue;
    this.#deps = deps;
    this.name = venue.name;
    const notFoundPolicy = { settleMs: computeSettleMs(deps.options), confirmations, gapMs };
    const amend = deps.fillReversals === null ? 'native' : 'replace';
    this.capabilities = { ...venue.capabilities, notFoundPolicy, amend };
  }

  start(listener: VenueListener): Promise<void> {
    this.#listener = listener;
    this.#deps.fillReversals?.onSettled((settled) => void this.#publishSettled(settled));
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
      onReport: (report) => this.#publish(this.#withSettlements(report)),
      onAnomaly: (anomaly) => this.#deps.machine.isAlive && listener.onAnomaly(anomaly),
    });
  }

  clientIdFor(order: VenueOrder): VenueClientId {
    return this.#deps.fillReversals?.clientIdFor(order) ?? this.#venue.clientIdFor(order);
  }

  async place(order: VenueOrder): Promise<VenueOutcome> {
    const { clientId } = order;
    this.#send({ kind: 'place', clientId, order });
    this.#deps.fillReversals?.onPlace(order);
    return this.#request('place', clientId, (arrivedMs) => {
      this.#arrivedAt.set(clientId, arrivedMs);
      return this.#venue.place(order);
    });
  }

  /** Half of the orders take this way, without faults; their intent is checked right after the step that accepts them. */
  placeAtOnce(order: VenueOrder): VenueOutcome | null {
    const { monitor } = this.#deps;
    const { clientId } = order;
    const outcome = this.#mayAnswerAtOnce() ? (this.#venue.placeAtOnce?.(order) ?? null) : null;
    if (outcome === null) return null;
    monitor.note(`placed at once ${clientId}, answered ${renderOutcome(outcome)}`);
    queueMicrotask(() => this.#send({ kind: 'place', clientId, order }));
    return outcome;
  }

  cancelAtOnce(clientId: VenueClientId): VenueOutcome | null {
    const { monitor } = this.#deps;
    const outcome = this.#mayAnswerAtOnce() ? (this.#venue.cancelAtOnce?.(clientId) ?? null) : null;
    if (outcome !== null) monitor.note(`cancelled at once ${clientId}, answered ${renderOutcome(outcome)}`);
    return outcome;
  }

  #mayAnswerAtOnce(): boolean {
    const { machine, dice, fillReversals } = this.#deps;
    return fillReversals === null && machine.isAlive && !this.#isSilent && dice.chance(0.5);
  }

  async amend(amend: VenueAmend): Promise<VenueOutcome> {
    this.#send({ kind: 'amend', clientId: amend.clientId, amend });
    if (this.#drawFault('refused')) return { kind: 'refused', code: 'busy', message: 'the venue is busy' };
    return this.#request('amend', amend.clientId, () => this.#venue.amend(amend));
  }

  async cancel(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueOutcome> {
    this.#send({ kind: 'cancel', clientId });
    if (this.#drawFault('refused')) return { kind: 'refused', code: 'too_late', message: 'not now' };
    return this.#request('cancel', clientId, () => this.#venue.cancel(clientId, venueInstrumentId));
  }

  async order(clientId: VenueClientId, venueInstrumentId: string): Promise<VenueQuery> {
    const ask = async (): Promise<VenueQuery> => {
      const arrivedAt = this.#arrivedAt.get(clientId) ?? Number.NEGATIVE_INFINITY;
      const isFresh = this.#deps.network.monotonicMs() - arrivedAt < LAG_MS;
      if (isFresh && this.#drawFault('queryLags')) return { kind: 'absent' };
      const found = await this.#venue.order(clientId, venueInstrumentId);
      return found.kind === 'found' ? { ...found, report: this.#withSettlements(found.report) } : found;
    };
    const failed = { kind: 'failed', why: 'no answer' } as const;
    const answer = await this.#query(ask, failed);
    this.#deps.monitor.note(`query ${clientId} ${answer.kind}`);
    return answer;
  }

  async reconcile(mark: string | null): ReturnType<Venue['reconcile']> {
    const answer = await this.#query(() => this.#reconcile(mark), null);
    if (answer === null) throw new Error('no answer');
    const ours = answer.reports.filter(({ clientId }) => OURS.test(clientId));
    return { ...answer, reports: ours.filter(({ clientId }) => !this.#unlisted.delete(clientId)) };
  }

  /** Demo's record, and if fills settle later, the orders with a fill that settled since the mark. */
  async #reconcile(mark: string | null): ReturnType<Venue['reconcile']> {
    const { fillReversals } = this.#deps;
    if (fillReversals === null) return this.#venue.reconcile(mark);
    const [, before, since] = mark === null ? [] : (MARK.exec(mark) ?? []);
    const { nowMs } = fillReversals;
    const answer = await this.#venue.reconcile(before ?? null);
    const reports = [...answer.reports];
    for (const { clientId, venueInstrumentId } of fillReversals.settledAfter(Number(since ?? -1))) {
      const found = await this.#venue.order(clientId, venueInstrumentId);
      if (found.kind === 'found') reports.push(found.report);
    }
    return {
      reports: reports.map((report) => this.#withSettlements(report)),
      mark: `${answer.mark}@${nowMs}`,
    };
  }

  async #publishSettled({ clientId, venueInstrumentId }: SettledOrder): Promise<void> {
    if (!this.#deps.machine.isAlive) return;
    const found = await this.#venue.order(clientId, venueInstrumentId);
    if (found.kind === 'found') this.#publish(this.#withSettlements(found.report));
  }

  #withSettlements(report: OrderReport): OrderReport {
    return this.#deps.fillReversals?.report(report) ?? report;
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

  #send(sent: SentRequest): void {
    const { machine, monitor, onSend } = this.#deps;
    machine.mayCrash('beforeSend', sent);
    if (!machine.isAlive) return;
    monitor.note(`send ${sent.kind} ${sent.clientId}`);
    onSend(sent);
  }

  #request(
    kind: SentRequest['kind'],
    clientId: VenueClientId,
    arrive: (arrivedMs: number) => Promise<VenueOutcome>,
  ): Promise<VenueOutcome> {
    const { machine, options, dice, monitor, network } = this.#deps;
    if (!machine.isAlive) return never();
    if (this.#drawFault('silence')) this.#silentUntilMs = network.monotonicMs() + SILENCE_MS;
    const { requestMs, answerMs, fate } = this.#drawTransit();
    if (fate === 'unsent') return Promise.resolve({ kind: 'unsent', why: 'connection refused' });
    if (fate === 'throwsBefore') return Promise.reject(new Error('socket hang up'));
    const arrivedMs = network.monotonicMs() + requestMs; // a stall of our process does not delay the venue
    return new Promise((resolve, reject) => {
      let isOver = false;
      const deadline = machine.clock.after(options.timeoutMs, () => {
        isOver = true;
        monitor.note(`${kind} ${clientId} has no answer`);
        resolve({ kind: 'unknown', why: 'no answer in time' });
      });
      const answer = (said: VenueOutcome): void => {
        const outcome =
          said.kind === 'report' ? { ...said, report: this.#withSettlements(said.report) } : said;
        if (fate === 'replyLost' || this.#isSilent) return;
        machine.mayCrash('reply', { kind, clientId });
        if (!machine.isAlive) return;
        monitor.note(`${kind} ${clientId} answered ${renderOutcome(outcome)}`);
        deadline.cancel();
        if (fate === 'throwsAfter') reject(new Error('socket hang up'));
        else resolve(outcome);
        const isReportedToo = isOver ? dice.chance(0.3) : this.#drawFault('echo');
        if (outcome.kind === 'report' && isReportedToo) this.#publish(outcome.report);
      };
      const arrives = (): void => {
        if (fate === 'lost' || this.#isSilent || !this.#isReachable) return;
        machine.mayCrash('arrival', { kind, clientId });
        if (!this.#isReachable) return;
        // An amend has no id by which a venue could recognise a repeat.
        const isTwice = fate === 'twice' && kind !== 'amend';
        const answers = [arrive(arrivedMs), ...(isTwice ? [arrive(arrivedMs)] : [])];
        const counted = answers[answers.length - 1] as Promise<VenueOutcome>;
        counted.then((outcome) => this.#deliverAfter(answerMs, () => answer(outcome)), reject);
      };
      this.#deliverAfter(requestMs, arrives);
    });
  }

  async #query<Answer>(ask: () => Promise<Answer>, failed: Answer): Promise<Answer> {
    const { machine, options, dice } = this.#deps;
    if (!machine.isAlive) return never();
    if (this.#drawFault('queryThrows')) throw new Error('socket hang up');
    const there = dice.whole(0, options.wireMs);
    const back = dice.whole(0, options.wireMs);
    const isLost = this.#drawFault('queryFails');
    return new Promise((resolve, reject) => {
      const deadline = machine.clock.after(options.timeoutMs, () => resolve(failed));
      this.#deliverAfter(there, () => {
        if (isLost || this.#isSilent || !this.#isReachable) return;
        const answer = (value: Answer): void => {
          deadline.cancel();
          if (machine.isAlive) resolve(value);
        };
        ask().then((value) => this.#deliverAfter(back, () => answer(value)), reject);
      });
    });
  }

  /** A request reaches a venue that runs elsewhere; a venue in our process ends with the process. */
  get #isReachable(): boolean {
    return this.#deps.machine.isAlive || this.#deps.options.venueSurvives;
  }

  #drawTransit(): Transit {
    const { dice, options } = this.#deps;
    const fates = REQUEST_FAULTS.filter((fault) => this.#drawFault(fault, false));
    const fate = fates.length === 0 ? null : dice.pick(fates);
    if (fate !== null) this.#deps.monitor.countFault(fate);
    const isLate = fate === 'replyLate';
    const late = isLate ? dice.whole(options.timeoutMs, options.timeoutMs + options.lateMs) : 0;
    const isSlowThere = isLate && dice.chance(0.5);
    return {
      requestMs: isSlowThere ? Math.min(late, options.lateMs) : dice.whole(0, options.wireMs),
      answerMs: isLate && !isSlowThere ? late : dice.whole(0, options.wireMs),
      fate,
    };
  }

  #deliverAfter(ms: number, arrive: () => void): void {
    // After a stall, what was sent earlier arrives first: the venue did not stop.
    if (ms === 0 && !this.#deps.network.isBehind) arrive();
    else this.#deps.network.after(ms, arrive);
  }

  /** A report on the stream is delivered, repeated, delayed, or lost while the connection is silent. */
  #publish(report: OrderReport): void {
    if (!OURS.test(report.clientId)) return; // another trader's
    if (this.#isSilent) return this.#deps.monitor.note(`report of ${report.clientId} lost in silence`);
    if (this.#drawFault('unreported')) return void this.#unlisted.add(report.clientId);
    if (this.#drawFault('stranger')) this.#deliver({ ...report, clientId: UNKNOWN_CLIENT_ID });
    const later = this.#deps.dice.whole(1, REORDER_MS_MAX);
    if (this.#drawFault('duplicate')) this.#deps.network.after(later, () => this.#deliver(report));
    if (this.#drawFault('delay')) this.#deps.network.after(later, () => this.#deliver(report));
    else this.#deliver(report);
  }

  #deliver(report: OrderReport): void {
    if (!this.#deps.machine.isAlive) return;
    this.#deps.monitor.note(`report ${report.clientId} ${report.status} ${report.filledQty}`);
    const isMirrored = report.fills.length > 0 && this.#drawFault('mirrored');
    this.#listener?.onReport(isMirrored ? { ...report, fills: report.fills.map(mirrorFill) } : report);
  }

  #drawFault(fault: WireFault, isCounted = true): boolean {
    const { options, dice, monitor, faultsOn } = this.#deps;
    const probability = options.faults[fault] ?? 0;
    if (probability === 0 || !faultsOn() || !dice.chance(probability)) return false;
    if (isCounted) monitor.countFault(fault);
    return true;
  }
}

/** The same execution from the other party's view: the opposite side of the other outcome. */
const mirrorFill = (fill: VenueFill): VenueFill => ({
  ...fill,
  side: fill.side === 'BUY' ? 'SELL' : 'BUY',
  outcome: oppositeOutcome(fill.outcome),
  price: complement(fill.price),
});

const renderOutcome = (outcome: VenueOutcome): string =>
  outcome.kind === 'report'
    ? `${outcome.report.status} ${outcome.report.filledQty}`
    : `${outcome.kind} ${'code' in outcome ? outcome.code : ''}`;
