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
