/** What a known metric is: docs/operations.md lists the same table. Labels have few, known values. */
export interface MetricSpec {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[]; // of a histogram
}

export const MS_BUCKETS = [
  0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000,
];
const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024];

export const METRICS: Readonly<Record<string, MetricSpec>> = {
  http_request_ms: histogram('From the request head to the answer, by route pattern.', [
    'method',
    'route',
    'status',
  ]),
  http_connections: gauge('Open connections, streams included.'),
  http_connections_refused_total: counter(
    "Connections turned away: beyond their address's share (`address`), or all places taken (`all`).",
    ['why'],
  ),

  // Order latency, measured from request arrival (`venue_ack_ms`: from send).
  order_durable_ms: histogram('Until an accepted order is on disk.'),
  venue_ack_ms: histogram("From sending a leg to its venue's answer.", ['venue']),
  order_answer_ms: histogram('Until the caller is answered.'),
  order_refusals_total: counter('Orders refused, by code.', ['code']),
  gate_refusals_total: counter('Accepted legs that never left, by reason.', ['reason']),
  orders_in_doubt: gauge('Legs whose outcome at a venue is unknown. Should return to 0.'),
  anomalies_total: counter('Venue reports that contradict what we know. Look at the log.', ['venue', 'kind']),

  fills_voided_total: counter('Fills that a venue has taken back.', ['venue']),
  position_breaks: gauge('Instruments whose position at the venue differs from our fills. Should be 0.', [
    'venue',
  ]),

  journal_batch_size: histogram('Rows that shared one sync.', [], SIZE_BUCKETS),
  journal_sync_ms: histogram('One commit and its sync.'),

  venue_healthy: gauge('1 while the venue answers and may be routed to.', ['venue']),
  book_age_ms: gauge('Age of the oldest book of an open market, by venue.', ['venue']),
  market_book_dropped: counter('Books set aside as stale, gapped or crossed.', ['venue', 'why']),
  market_watched: gauge('Instruments whose order books are subscribed.', ['venue']),
  market_watch_refused: counter('Books not subscribed: every subscribed one has orders or positions.', [
    'venue',
  ]),
  market_unknown_instrument: counter('Messages about instruments that the venue never listed.', ['venue']),
  market_save_failed: counter('Market data that could not be stored; no money depends on it.', ['what']),

  ws_clients: gauge('Connected stream clients.', ['stream']),
  ws_cut_total: counter('Streams closed by us, by close code.', ['stream', 'code']),

  event_loop_lag_ms: gauge('How late the event loop ran over the last seconds.', ['quantile']),
  event_loop_stalls_total: counter('Times the event loop stood still for over a second.'),
};

function histogram(help: string, labels: readonly string[] = [], buckets = MS_BUCKETS): MetricSpec {
  return { kind: 'histogram', help, labels, buckets };
}

function counter(help: string, labels: readonly string[] = []): MetricSpec {
  return { kind: 'counter', help, labels };
}

function gauge(help: string, labels: readonly string[] = []): MetricSpec {
  return { kind: 'gauge', help, labels };
}
