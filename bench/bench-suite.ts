/** A benchmark: a file of this folder that publishes its figures. */
export interface Benchmark {
  readonly name: string; // `npm run bench -- <name>`
  readonly file: string;
  readonly about: string; // what is compared with what, for the reader of the report
}

export const SUITE: readonly Benchmark[] = [
  {
    name: 'orders',
    file: 'orders-bench.ts',
    about:
      'A signed `POST /v1/orders` on Demo, its journal synced before the answer, against a durable ceiling on the same cores: a bare server that parses HTTP, verifies the same signature, appends what the journal has of an order to a file, syncs it for all that wait (group commit), and answers the same bytes. Its second line is the same server without the file. Throughput at saturation; latency in an open loop, from when each request was due. Processor time is that of all threads and the kernel; that of the service is less what it uses without orders.',
  },
  {
    name: 'cluster',
    file: 'cluster-bench.ts',
    about:
      'A signed `POST /v1/orders` on Demo with the journal in PostgreSQL and two synchronous standbys (`ANY 1`), against SQLite (*bare*). Then through an edge against the owner itself (*bare*). All nodes, databases and the load share this machine. The takeover is from `kill -9` of the owner until the other node, under no load, has acknowledged an order.',
  },
  {
    name: 'trade-socket',
    file: 'trade-socket-bench.ts',
    about:
      'A resting order on Demo over four connections of the trade socket with `ack: "DURABLE"`, against a signed `POST /v1/orders` to the same service; both are answered once the order is on disk. Throughput with 256 requests without an answer; latency in an open loop.',
  },
  {
    name: 'book',
    file: 'book-bench.ts',
    about: 'A signed `GET /v1/markets/{id}/book` against the bare signed GET that answers the same bytes.',
  },
  {
    name: 'overload',
    file: 'overload-bench.ts',
    about:
      'Orders of one key at 25 a second, with the rate limits as shipped, while another key sends far beyond its rate limit, against the same load without it (*bare*). Open loop, from when each order was due. The flood is sent from the core of the load generator, so generating it is part of the measurement. The second figure is how many cancels and kill switch calls of the quiet key were rejected.',
  },
  {
    name: 'tenants',
    file: 'tenants-bench.ts',
    about:
      'Cancels and kill switch calls of one key while another key reads as much as its limits allow: six lists of 5,000 open orders at a time, the list of markets, searches, previews, and two order streams that subscribe again and again. Compared with the same calls without that load (*bare*).',
  },
  {
    name: 'parents',
    file: 'parents-bench.ts',
    about:
      'Processor time of 10,000 STOP orders that wait on all open markets of Demo while these move: the difference between fifteen seconds with and without them. Then the time from an order that takes the best ask until the first frame of the child of a STOP which that triggers, against the frame of the order itself (*bare*); in between the trigger becomes durable.',
  },
  {
    name: 'plan',
    file: 'plan-bench.ts',
    about:
      'One routing plan over three venues of a hundred levels each. That its cost equals brute force is a property test (`src/domain/routing`), not a figure.',
  },
  {
    name: 'matching',
    file: 'matching-bench.ts',
    about:
      'Mapping proposals between 17,000 listings of one venue and 45,000 of another: from nothing, again without a change, and after 20 listings changed. Processor time of the thread.',
  },
  {
    name: 'opportunities',
    file: 'opportunities-bench.ts',
    about:
      'Opportunities over 10,000 generic assets of two venues with fees, books of forty levels per side, of which 2,000 are replaced each second: from the change of a book until the sets that buy it are evaluated. One book in twenty is off by five cents, so that about every tenth pair of books crosses. One process, one core.',
  },
  {
    name: 'feeds',
    file: 'feeds-bench.ts',
    about:
      'Book messages through an adapter, from the text of a frame to the published change, including the update and check of its copy of the book, against `JSON.parse` of the same texts, both in CPU time. Two hundred books of forty levels per side.',
  },
  {
    name: 'latency',
    file: 'latency-bench.ts',
    about:
      "A resting order through each adapter, from the call to the venue's answer, against the venue's official client that sends the same order to the same local exchange from the same process, order by order in alternation. Below 1, or below 0 ms, the adapter is faster.",
  },
  {
    name: 'entry',
    file: 'entry-bench.ts',
    about:
      "A signed resting order through Crossbook's HTTP API to each local exchange, against clients that send it directly: our own adapter, the venue's official client and CCXT, order by order in alternation. Crossbook has the order on disk before it sends it, and the venue's answer before it answers; *one sync* is the time to write and sync one page, measured between the orders. Processor time is that of the calling process, and for Crossbook that of all threads of the service, less what it uses without orders.",
  },
  {
    name: 'clients',
    file: 'clients-bench.ts',
    about:
      'A signed resting order on Demo through the blocking Python client, from the call to the record, against the TypeScript client (*bare*) on the same service, one order at a time in alternating blocks of two hundred. Needs Python 3.11 with the packages of the client.',
  },
  {
    name: 'catalogue',
    file: 'catalogue-bench.ts',
    about:
      "A venue's catalogue of 300,000 markets, read over HTTP page by page, mapped, stored and indexed: the longest time that the event loop was blocked, against an idle loop. First into an empty store, then by a new service that has all of it stored. Polymarket's own rate limit sets the pace of its 3,000 pages.",
  },
  {
    name: 'recorder',
    file: 'recorder-bench.ts',
    about:
      'The recorder of market data at 5,000 book updates a second for 200 markets: the processor time of the process that records, with the encoding to Parquet, the largest lag until an update is on disk, and the updates that it lost.',
  },
  {
    name: 'replay',
    file: 'replay-bench.ts',
    about:
      'A recording of a million book updates of 200 markets, replayed by the whole service as fast as possible without callers; after the updates of each millisecond it waits until everything is durable. `--orders N` replays 5 N updates.',
  },
  {
    name: 'backtest',
    file: 'backtest-bench.ts',
    about:
      'Orders of the smallest sizes on 20 markets of Demo while it is recorded, half taking from the best ask and half resting one tick below it, and the same orders at the same moments of a replay of that recording. Why some differ: the recorded book contains the order itself, so that a resting order of the replay is queued behind its own recorded quantity; and a book may change within the millisecond of an order.',
  },
  {
    name: 'prints',
    file: 'prints-bench.ts',
    about:
      'Trade prints to many WebSocket clients through the streams of the service, against a server that writes the same bytes to as many sockets; both by the processor time of the sender, kernel included.',
  },
  {
    name: 'search',
    file: 'search-client.ts',
    about: 'Search over one million instruments, twenty-two kinds of query, round-robin, on a warm store.',
  },
  {
    name: 'history',
    file: 'history-bench.ts',
    about:
      'Order rate and restart time with many stored orders, against an empty store. `--orders 10000000` is the full run.',
  },
];
