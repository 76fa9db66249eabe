import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { MetricLabels, Metrics } from '#ports';
import { METRICS, type MetricSpec, MS_BUCKETS } from './metric-definitions.ts';

const PREFIX = 'crossbook_';
const SERIES_MAX = 2_000; // label combinations of one metric; more would mean that a label has unbounded values
const UNKNOWN_NAMES_MAX = 100;

export interface PromMetrics extends Metrics {
  /** All metrics with their help texts, in Prometheus text format. */
  text(): Promise<string>;
}

/**
 * Counters and timings for Prometheus. Names are those of `METRICS`; an unknown name is registered at its
 * first use, with the labels of that use. Measuring never throws: a measurement that does not fit its metric
 * is dropped and counted in `crossbook_metrics_dropped_total`.
 */
export function createMetrics(): PromMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: PREFIX });
  const dropped = new Counter({
    name: `${PREFIX}metrics_dropped_total`,
    help: 'Dropped measurements that did not fit their metric, by metric name.',
    labelNames: ['name'],
    registers: [registry],
  });
  const series = new Map<string, Series>();
  const known = Object.entries(METRICS);
  for (const [name, spec] of known) series.set(name, new Series(registry, name, spec));

  const record = (kind: MetricSpec['kind'], name: string, value: number, labels: MetricLabels): void => {
    let metric = series.get(name);
    if (metric === undefined && series.size < known.length + UNKNOWN_NAMES_MAX) {
      const spec = { kind, help: 'Not described.', labels: Object.keys(labels) };
      metric = new Series(registry, name, spec);
      series.set(name, metric);
    }
    if (metric === undefined || !metric.record(kind, value, labels)) dropped.inc({ name });
  };
  return {
    count: (name, labels = {}) => record('counter', name, 1, labels),
    observe: (name, value, labels = {}) => record('histogram', name, value, labels),
    gauge: (name, value, labels = {}) => record('gauge', name, value, labels),
    text: () => registry.metrics(),
  };
}

/** One metric and the label combinations it has seen. */
class Series {
  readonly #spec: MetricSpec;
  readonly #labels = new Map<string, Record<string, string>>(); // of each combination, by its values
  readonly #add: (labels: Record<string, string>, value: number) => void;

  constructor(registry: Registry, name: string, spec: MetricSpec) {
    this.#spec = spec;
    this.#add = register(registry, name, spec);
  }

  /**
   * False if the kind differs, the value is not a finite number, or there are too many label combinations.
   */
  record(kind: MetricSpec['kind'], value: number, labels: MetricLabels): boolean {
    if (kind !== this.#spec.kind || !Number.isFinite(value)) return false;
    let key = '';
    for (const label of this.#spec.labels) key += `${labels[label] ?? ''}\n`;
    const known = this.#labels.get(key) ?? this.#addLabels(key, labels);
    if (known === null) return false;
    this.#add(known, value);
    return true;
  }

  #addLabels(key: string, labels: MetricLabels): Record<string, string> | null {
    if (this.#labels.size >= SERIES_MAX) return null;
    const fitted = Object.fromEntries(this.#spec.labels.map((label) => [label, labels[label] ?? '']));
    this.#labels.set(key, fitted);
    return fitted;
  }
}

function register(
  registry: Registry,
  name: string,
  { kind, help, labels, buckets }: MetricSpec,
): (labels: Record<string, string>, value: number) => void {
  const options = { name: `${PREFIX}${name}`, help, labelNames: [...labels], registers: [registry] };
  if (kind === 'counter') {
    // Prometheus counter names must end in `_total`, so both spellings mean the same metric.
    const counter = new Counter({ ...options, name: `${options.name.replace(/_total$/, '')}_total` });
    return (values, by) => counter.inc(values, by);
  }
  if (kind === 'gauge') {
    const gauge = new Gauge(options);
    return (values, value) => gauge.set(values, value);
  }
  const histogram = new Histogram({ ...options, buckets: [...(buckets ?? MS_BUCKETS)] });
  return (values, value) => histogram.observe(values, value);
}
