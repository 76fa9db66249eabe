/** What the operator reads. `facts` never hold keys, signatures or bodies. */
export interface Log {
  info(message: string, facts?: Readonly<Record<string, unknown>>): void;
  warn(message: string, facts?: Readonly<Record<string, unknown>>): void;
  error(message: string, facts?: Readonly<Record<string, unknown>>): void;
}

/** Counters and timings by name; `observe/` renders them for Prometheus, tests collect them in a map. */
export type MetricLabels = Readonly<Record<string, string>>;

export interface Metrics {
  count(name: string, labels?: MetricLabels): void;
  /** Milliseconds, unless the name says otherwise (`…_size`). */
  observe(name: string, value: number, labels?: MetricLabels): void;
  gauge(name: string, value: number, labels?: MetricLabels): void;
}
