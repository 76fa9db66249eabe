import type { OrderId, TraceContext } from '#contract';

/** The operator's log. `facts` must not contain keys, signatures or request bodies. */
export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** Counters and timings by name, exported to Prometheus; tests collect them in a map. */
export type MetricLabels = Readonly<Record<string, string>>;

export interface Metrics {
  count(name: string, labels?: MetricLabels): void;
  /** Milliseconds, unless the name says otherwise (`…_size`). */
  observe(name: string, value: number, labels?: MetricLabels): void;
  gauge(name: string, value: number, labels?: MetricLabels): void;
}

/** A part of the way of a request, in Unix milliseconds with fractions. */
export interface TracedStep {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A request on orders that has been answered: the whole first, then its parts. */
export interface TracedRequest {
  readonly trace: TraceContext;
  readonly spanId: string | null; // of the whole, 16 hexadecimal digits; null: any
  readonly orderId: OrderId | null; // null: a batch
  readonly steps: readonly TracedStep[];
}

/** Sends traces to a collector in the background. A collector that does not answer costs traces, never an order. */
export interface TraceExporter {
  export(request: TracedRequest): void;
}
