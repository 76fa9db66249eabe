import { createLruCache, type OrderId, type TraceContext } from '#contract';
import type { Clock, Random, TracedStep, TraceExporter } from '#ports';

/** The trace of a request on orders. */
export interface RequestTrace extends TraceContext {
  readonly spanId: string | null; // of the request; null: nothing refers to it
  readonly startedMs: number; // monotonic: the arrival of the request
}

interface TraceParts {
  readonly random: Random;
  readonly isExported: boolean;
}

/** The trace that the caller names; with an exporter every request has one. */
export function createRequestTrace(
  named: TraceContext | null,
  startedMs: number,
  { random, isExported }: TraceParts,
): RequestTrace | null {
  if (!isExported) return named && { ...named, spanId: null, startedMs };
  const trace = named ?? { traceId: random.hex(TRACE_ID_BYTES), parentId: null, isSampled: true };
  return { ...trace, spanId: random.hex(SPAN_ID_BYTES), startedMs };
}

const TRACE_ID_BYTES = 16;
const SPAN_ID_BYTES = 8;

/** The end of a step of an order: approved, durable, passed to its venue, answered by the venue. */
type Mark = 'admitted' | 'durable' | 'sent' | 'venueAnswered';

interface Traced {
  readonly trace: RequestTrace;
  readonly marks: Partial<Record<Mark, number>>; // monotonic
}

type ChangeName = 'amend' | 'cancel';

interface TracedChange extends Traced {
  readonly name: ChangeName;
}

/** A batch from its arrival to its answer. */
export interface BatchTrace {
  readonly ofOrders: RequestTrace; // each order is a part of the batch
  /** Every order is decided. */
  admitted(): void;
  /** The caller gets the answer now. */
  finish(): void;
}

/** A cancel-all from its arrival to its answer. */
export interface CancelAllTrace {
  /** The orders are chosen. */
  admitted(): void;
  /** Their cancels are on disk. */
  durable(): void;
  /** The caller gets the answer now. */
  finish(): void;
}

const ORDERS_MAX = 10_000;

/**
 * The traces of the newest orders whose request had one, in memory only. When a request is answered, the time of each step
 * goes to the exporter, if there is one.
 *
 * docs/decisions/processor-time.md
 */
export class OrderTraces {
  readonly #clock: Clock;
  readonly #exporter: TraceExporter | null;
  readonly #traces = createLruCache<OrderId, Traced>(ORDERS_MAX);
  readonly #changes = new Map<OrderId, Set<TracedChange>>(); // not answered yet

  constructor(clock: Clock, exporter: TraceExporter | null) {
    this.#clock = clock;
    this.#exporter = exporter;
  }

  /** The order is approved. */
  begin(id: OrderId, trace: RequestTrace): void {
    this.#traces.set(id, { trace, marks: { admitted: this.#clock.monotonicMs() } });
  }

  mark(id: OrderId, mark: Mark): void {
    const found = this.#traces.peek(id);
    if (found !== undefined) found.marks[mark] ??= this.#clock.monotonicMs();
  }

  /** The caller gets the answer now. */
  finish(id: OrderId): void {
    const found = this.#traces.peek(id);
    if (found !== undefined) this.#export('order', found.trace, id, (nowMs) => toOrderSteps(found, nowMs));
  }

  /**
   * The change of an order is approved.
   *
   * @returns  to be called when the caller gets the answer
   */
  beginChange(name: ChangeName, id: OrderId, trace: RequestTrace | null): () => void {
    if (trace === null || this.#exporter === null || !trace.isSampled) return () => {};
    const change: TracedChange = { name, trace, marks: { admitted: this.#clock.monotonicMs() } };
    const changes = this.#changes.get(id) ?? new Set<TracedChange>();
    this.#changes.set(id, changes.add(change));
    return () => {
      changes.delete(change);
      if (changes.size === 0) this.#changes.delete(id);
      this.#export(name, trace, id, (nowMs) => toChangeSteps(change, nowMs));
    };
  }

  /** Marks the changes of this kind that the order has. */
  markChanges(name: ChangeName, id: OrderId, mark: 'durable' | 'venueAnswered'): void {
    for (const change of this.#changes.get(id) ?? []) {
      if (change.name === name) change.marks[mark] ??= this.#clock.monotonicMs();
    }
  }

  beginBatch(trace: RequestTrace): BatchTrace {
    const { startedMs } = trace;
    let admittedMs = startedMs;
    return {
      ofOrders: { ...trace, parentId: trace.spanId ?? trace.parentId, spanId: null },
      admitted: () => {
        admittedMs = this.#clock.monotonicMs();
      },
      finish: () =>
        this.#export('batch', trace, null, (nowMs) => [
          ['admit', startedMs, admittedMs],
          ['answer', admittedMs, nowMs],
        ]),
    };
  }

  beginCancelAll(trace: RequestTrace): CancelAllTrace {
    const marks: Traced['marks'] = {};
    const mark = (name: Mark) => (): void => {
      marks[name] = this.#clock.monotonicMs();
    };
    return {
      admitted: mark('admitted'),
      durable: mark('durable'),
      finish: () =>
        this.#export('cancel_all', trace, null, (nowMs) => toChangeSteps({ trace, marks }, nowMs)),
    };
  }

  /** Null: the request had none, or it is no longer in memory. */
  getTraceId(id: OrderId): string | null {
    return this.#traces.peek(id)?.trace.traceId ?? null;
  }

  #export(
    name: string,
    trace: RequestTrace,
    orderId: OrderId | null,
    toSteps: (nowMs: number) => readonly Step[],
  ): void {
    if (this.#exporter === null || !trace.isSampled) return;
    const nowMs = this.#clock.monotonicMs();
    // The wall clock is read once, so that a step of it moves no span against the others.
    const offset = this.#clock.now() - nowMs;
    const shift = ([step, from, to]: Step): TracedStep => ({
      name: step,
      fromMs: from + offset,
      toMs: to + offset,
    });
    const whole: Step = [name, trace.startedMs, nowMs];
    const { spanId } = trace;
    this.#exporter.export({ trace, spanId, orderId, steps: [whole, ...toSteps(nowMs)].map(shift) });
  }
}

type Step = readonly [name: string, fromMs: number, toMs: number];

/** The steps that have ended. An order of the built-in exchange is sent before it is durable. */
function toOrderSteps({ trace, marks }: Traced, nowMs: number): readonly Step[] {
  const { admitted = nowMs, durable = admitted, sent, venueAnswered } = marks;
  const steps: Step[] = [
    ['admit', trace.startedMs, admitted],
    ['durable', admitted, durable],
  ];
  if (sent === undefined) return [...steps, ['answer', durable, nowMs]];
  steps.push(['gate', sent < durable ? admitted : durable, sent]);
  if (venueAnswered !== undefined) steps.push(['venue', sent, venueAnswered]);
  return [...steps, ['answer', Math.max(durable, venueAnswered ?? sent), nowMs]];
}

/** The steps that have ended. A change is sent as soon as it is durable. */
function toChangeSteps({ trace, marks }: Traced, nowMs: number): readonly Step[] {
  const { admitted = nowMs, durable = admitted, venueAnswered } = marks;
  const steps: Step[] = [
    ['admit', trace.startedMs, admitted],
    ['durable', admitted, durable],
  ];
  if (venueAnswered !== undefined) steps.push(['venue', durable, venueAnswered]);
  return [...steps, ['answer', Math.max(durable, venueAnswered ?? durable), nowMs]];
}
