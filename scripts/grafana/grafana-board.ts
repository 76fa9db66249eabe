import { METRICS, type MetricSpec } from '../../src/platform/metric-definitions.ts';

/** A board and the metrics on it: the first whose pattern matches a name. The last one takes the rest. */
const BOARDS: readonly { readonly name: string; readonly title: string; readonly metrics: RegExp }[] = [
  {
    name: 'orders',
    title: 'Crossbook orders and money',
    metrics: /order|refusals|guards|anomalies|fills|position|venue_ack/,
  },
  {
    name: 'venues',
    title: 'Crossbook venues and market data',
    metrics: /^venue_|^book_|^market_|^opportunit|^matching_/,
  },
  { name: 'service', title: 'Crossbook service', metrics: /./ },
];

const PREFIX = 'crossbook_';
const COLUMNS = 2;
const [WIDTH, HEIGHT] = [24 / COLUMNS, 8];
const SOURCE = { type: 'prometheus', uid: 'prometheus' };

interface Query {
  readonly expr: string;
  readonly legendFormat: string;
}

interface Chart {
  readonly title: string;
  readonly description: string;
  readonly unit: string;
  readonly queries: readonly Query[];
}

/** What every process of Node exports, on the board of the service. */
const PROCESS: readonly Chart[] = [
  {
    title: 'memory',
    description: 'Resident memory, and the heap of JavaScript in use.',
    unit: 'bytes',
    queries: [
      { expr: `${PREFIX}process_resident_memory_bytes`, legendFormat: 'resident {{instance}}' },
      { expr: `${PREFIX}nodejs_heap_size_used_bytes`, legendFormat: 'heap {{instance}}' },
    ],
  },
  {
    title: 'processor',
    description: 'Processor time of all threads, in cores.',
    unit: 'short',
    queries: [
      { expr: `rate(${PREFIX}process_cpu_seconds_total[$__rate_interval])`, legendFormat: '{{instance}}' },
    ],
  },
];

/** The boards as files of Grafana: one chart for each metric, by its kind. */
export const renderBoards = (): ReadonlyMap<string, string> =>
  new Map(
    BOARDS.map(({ name, title }) => [`${name}.json`, `${JSON.stringify(toBoard(name, title), null, 2)}\n`]),
  );

function toBoard(name: string, title: string): object {
  const own = Object.entries(METRICS).filter(([metric]) => findBoard(metric) === name);
  const charts = own.map(([metric, spec]) => toChart(metric, spec));
  return {
    uid: `crossbook-${name}`,
    title,
    tags: ['crossbook'],
    timezone: 'utc',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-1h', to: 'now' },
    panels: [...charts, ...(name === 'service' ? PROCESS : [])].map(toPanel),
  };
}

const findBoard = (metric: string): string | undefined =>
  BOARDS.find(({ metrics }) => metrics.test(metric))?.name;

function toChart(metric: string, { kind, help, labels }: MetricSpec): Chart {
  const unit = metric.includes('_ms') ? 'ms' : 'short';
  return {
    title: metric,
    description: help,
    unit: kind === 'counter' ? 'cps' : unit,
    queries: toQueries(metric, kind, labels),
  };
}

function toQueries(metric: string, kind: MetricSpec['kind'], labels: readonly string[]): readonly Query[] {
  const isBare = kind === 'counter' && !metric.endsWith('_total');
  const name = `${PREFIX}${metric}${isBare ? '_total' : ''}`;
  // Routes and statuses together have too many series for one chart.
  const shown = labels.filter((label) => label !== 'method' && label !== 'status').slice(0, 2);
  const legend = shown.map((label) => `{{${label}}}`).join(' ');
  if (kind === 'gauge') return [{ expr: name, legendFormat: legend || '{{instance}}' }];
  if (kind === 'counter')
    return [{ expr: sumBy(shown, `rate(${name}[$__rate_interval])`), legendFormat: legend || 'all' }];
  return ['0.5', '0.99'].map((quantile) => ({
    expr: `histogram_quantile(${quantile}, ${sumBy([...shown, 'le'], `rate(${name}_bucket[$__rate_interval])`)})`,
    legendFormat: `p${Number(quantile) * 100} ${legend}`.trim(),
  }));
}

const sumBy = (labels: readonly string[], expr: string): string =>
  labels.length === 0 ? `sum(${expr})` : `sum by (${labels.join(', ')}) (${expr})`;

function toPanel({ title, description, unit, queries }: Chart, index: number): object {
  return {
    id: index + 1,
    type: 'timeseries',
    title,
    description,
    datasource: SOURCE,
    gridPos: { x: (index % COLUMNS) * WIDTH, y: Math.floor(index / COLUMNS) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: queries.map((query, at) => ({
      refId: String.fromCodePoint(65 + at),
      datasource: SOURCE,
      ...query,
    })),
  };
}
