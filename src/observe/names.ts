/** What a known metric is: docs/operations.md lists the same table. Labels have few, known values. */
export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[]; // histograms; milliseconds when left out
}

export const MS_BUCKETS = [
  0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000,
];
const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

export const METRICS: Readonly<Record<string, MetricSpec>> = {
  http_request_ms: {
    kind: 'histogram',
    help: 'Time from the request head to the answer, by route pattern.',
    labels: ['method', 'route', 'status'],
  },
  order_ack_ms: {
    kind: 'histogram',
    help: 'Time of an order by phase: decided, durable, venue, answered.',
    labels: ['phase'],
  },
  order_refused: { kind: 'counter', help: 'Orders refused, by the rule that refused.', labels: ['rule'] },
  auth_refused: { kind: 'counter', help: 'Requests refused by authentication, by code.', labels: ['code'] },
  rate_limited: { kind: 'counter', help: 'Requests refused for their rate.', labels: ['bucket'] },
  journal_batch_size: {
    kind: 'histogram',
    help: 'Entries that shared one sync.',
    labels: [],
    buckets: SIZE_BUCKETS,
  },
  journal_sync_ms: { kind: 'histogram', help: 'Time of one commit and its sync.', labels: [] },
  journal_queue_size: { kind: 'gauge', help: 'Entries waiting for a sync.', labels: [] },
  orders_live: { kind: 'gauge', help: 'Orders that may still fill.', labels: [] },
  orders_in_doubt: { kind: 'gauge', help: 'Orders whose outcome at a venue is unknown.', labels: ['venue'] },
  anomaly: {
    kind: 'counter',
    help: 'Venue reports that contradict what we know. Look at the log.',
    labels: ['kind'],
  },
  venue_request_ms: {
    kind: 'histogram',
    help: 'Time of a request to a venue, by call and outcome.',
    labels: ['venue', 'call', 'outcome'],
  },
  venue_healthy: {
    kind: 'gauge',
    help: '1 while the venue answers and may be routed to.',
    labels: ['venue'],
  },
  book_age_ms: { kind: 'gauge', help: 'Age of the oldest live book, by venue.', labels: ['venue'] },
  stream_clients: { kind: 'gauge', help: 'Connected stream clients.', labels: ['stream'] },
  stream_cut: { kind: 'counter', help: 'Streams closed by us, by close code.', labels: ['code'] },
  event_loop_lag_ms: {
    kind: 'gauge',
    help: 'How late the event loop ran over the last seconds, by quantile.',
    labels: ['quantile'],
  },
  event_loop_stall: {
    kind: 'counter',
    help: 'Times the event loop stood still for over a second.',
    labels: [],
  },
};
