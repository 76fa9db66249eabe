/** A metric and its help text, which `GET /metrics` shows. Labels have few, known values. */
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
  http_request_ms: histogram('Time from the request head to the response, by route pattern.', [
    'method',
    'route',
    'status',
  ]),
  trade_request_ms: histogram('Time from a frame of the trade socket to its result, by operation.', [
    'op',
    'status',
  ]),
  http_connections: gauge('Open connections, streams included.'),
  http_connections_refused_total: counter(
    'Refused connections: above the limit of their address (`address`), or of the service (`all`).',
    ['why'],
  ),

  edge_requests_total: counter(
    'Requests and stream handshakes that a standby forwarded, by outcome: `forwarded`, or not sent (`no_owner`, `unreachable`), or without an answer (`unknown`).',
    ['outcome'],
  ),
  edge_request_ms: histogram("Time from the request head at a standby to the head of the owner's answer."),
  edge_streams: gauge('Streams that a standby tunnels to the owner.'),
  edge_requests_waiting: gauge('Requests at a standby that wait for an owner that can be reached.'),
  edge_links_refused_total: counter(
    'Connections to the port for other nodes that did not prove the key of the cluster.',
  ),

  replay_signatures: gauge('Stored request signatures; none of them is accepted twice.'),
  replay_signatures_refused_total: counter(
    'Requests refused because the quota of their key (`key`) or of all keys (`all`) is used up.',
    ['why'],
  ),

  // Order latency, measured from request arrival (`venue_ack_ms`: from send).
  order_durable_ms: histogram('Time until an accepted order is on disk.'),
  venue_ack_ms: histogram("Time from sending a leg to its venue's answer.", ['venue']),
  order_answer_ms: histogram('Time until the caller gets the response.'),
  traces_lost_total: counter('Traces of orders that the collector did not take.'),
  order_refusals_total: counter('Rejected orders, by error code.', ['code']),
  gate_refusals_total: counter('Accepted legs that the order gateway stopped before sending, by reason.', [
    'reason',
  ]),
  guards_fired_total: counter('Guards that were not renewed in time, by scope.', ['scope']),
  venue_heartbeats_total: counter('Heartbeats to a venue that cancels our orders without them, by outcome.', [
    'venue',
    'outcome',
  ]),
  mmp_breaches_total: counter('Breaches of market maker protection, which withdraw quotes.'),
  orders_in_doubt: gauge('Legs whose outcome at a venue is unknown. Should return to 0.'),
  anomalies_total: counter('Venue reports that contradict our records. See the log.', ['venue', 'kind']),

  complex_orders_paused: gauge('Complex orders that place nothing until the cause of their pause is over.'),

  fills_voided_total: counter('Fills that a venue has reversed.', ['venue']),
  position_breaks: gauge('Instruments whose position at the venue differs from our fills. Should be 0.', [
    'venue',
  ]),
  balance_difference: gauge(
    'Dollars by which a figure of the venue differs from our records in two comparisons. Should be 0.',
    ['venue', 'line'],
  ),

  webhook_attempts_total: counter('Attempts to send a message to a webhook, by outcome.', ['outcome']),
  webhook_attempt_ms: histogram('Time of an attempt to send a message to a webhook.'),

  journal_batch_size: histogram('Rows written by one disk sync.', [], SIZE_BUCKETS),
  journal_sync_ms: histogram('Time of one commit and its disk sync.'),

  matching_failures_total: counter('Failed searches for mapping proposals. See the log.'),

  venue_healthy: gauge('1 while the venue responds and orders may be routed to it.', ['venue']),
  venue_limited: gauge(
    '1 while its health states a reason although it responds, such as a pause that it requested.',
    ['venue'],
  ),
  book_age_ms: gauge('Age of the oldest order book among open markets.', ['venue']),
  market_book_dropped: counter('Order books that became unusable: stale, gapped or crossed.', [
    'venue',
    'why',
  ]),
  market_watched: gauge('Instruments whose order books are subscribed at the venue.', ['venue']),
  market_watch_refused: counter(
    'Refused book subscriptions: every subscribed book has orders or positions.',
    ['venue'],
  ),
  market_unknown_instrument: counter('Messages about instruments that the venue never listed.', ['venue']),
  market_save_failed: counter(
    'Market data that could not be stored. Orders and positions are not affected.',
    ['what'],
  ),

  opportunities_open: gauge('Sets of instruments that cost less than they pay, on the public books.'),
  opportunity_update_ms: histogram('Time from a change of an order book until its sets are evaluated.'),

  recorder_lag_ms: gauge('Age of the oldest recorded update that is not on disk.'),
  recorder_bytes: gauge('Size of the recorded market data.'),
  recorder_dropped_updates: gauge(
    'Updates since the start that were not recorded: the disk was full or too slow.',
  ),
  recorder_failures_total: counter('Failures of recording, by step. Trading is not affected.', ['what']),

  ws_clients: gauge('Connected stream clients.', ['stream']),
  ws_cut_total: counter('Streams that the service closed, by close code.', ['stream', 'code']),

  event_loop_lag_ms: gauge('Delay of the event loop over the last seconds.', ['quantile']),
  event_loop_stalls_total: counter('Number of times the event loop was blocked for over a second.'),
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
