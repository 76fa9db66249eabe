import { RUN, START } from './program-name.ts';

/** An example command and its purpose. */
type Example = readonly [command: string, shows?: string];

/** Renders the examples at the end of a `--help`. */
export function examples(...lines: readonly Example[]): string {
  const shown = lines.map(([command, shows]) =>
    shows === undefined ? `  ${command}` : `  ${command}   # ${shows}`,
  );
  return `\nExamples:\n${shown.join('\n')}`;
}

/** Help texts of the commands that run and administer the service. */
export const HELP = {
  program: `${examples(
    [START, 'start the service with the sandbox on this machine'],
    [`${RUN} markets search rain`, 'find an instrument'],
    [`${RUN} buy 1001 10`, 'buy ten at the best offers'],
    [`${RUN} positions`, 'show what you hold'],
    [`${RUN} api GET /v1/venues`, 'send any signed request'],
    [`${RUN} key new --help`, 'create a key'],
  )}

Settings come from config/crossbook.toml, or --config FILE (all of them: config/crossbook.example.toml).
CROSSBOOK_PORT, CROSSBOOK_HOST, CROSSBOOK_DATA_DIR, CROSSBOOK_CONFIG, CROSSBOOK_JOURNAL_URL and
CROSSBOOK_NODE override the file.

Exit codes: 0 done, 1 system error, 2 wrong arguments or settings, 3 kill
switch or limit, 4 not authorised, 5 not found, 6 conflict, 7 rate limited, 8 venue unavailable or no answer, 9 outcome
unknown, 10 a defect. More: crossbook explain, docs/cli.md.`,

  start: `${examples(
    [`${RUN} start`],
    [`CROSSBOOK_PORT=9000 ${RUN} start`, 'another port'],
    [`${RUN} start --lively`, 'markets that move every second'],
    [`${RUN} start --untidy`, 'local exchanges that fail now and then'],
    [`${RUN} start --data-dir /var/lib/crossbook --config /etc/crossbook.toml`],
    [
      `${RUN} start --profile replay --lake data/lake --from 2026-07-01T12:00:00Z --to 2026-07-01T13:00:00Z --speed step`,
      'recorded market data in place of venues',
    ],
  )}

Stops on Ctrl-C or SIGTERM once all work is durable; a second one, later, stops at once.`,

  wait: examples(
    [`${RUN} --data-dir data-replay wait`, 'after a start in the background'],
    [`${RUN} wait --timeout 300 && ${RUN} positions`],
  ),

  audit: `${examples(
    [`${RUN} audit list --last 20`],
    [`${RUN} audit verify`],
    [`${RUN} audit verify --heads`, 'compare with the signed heads in the data folder'],
    [`${RUN} audit export --out audit.jsonl`],
    [`${RUN} audit verify audit.jsonl --head 120:9f2c…`, 'verify that entries up to 120 are unchanged'],
  )}

The format, and how to check it without Crossbook: docs/audit.md.`,

  report: `${examples(
    [`${RUN} --data-dir data-shadow report shadow --since 1d`],
    [
      `${RUN} --data-dir data-shadow report shadow --live data`,
      'and what the venues did with the same orders later',
    ],
  )}

Slippage: paid per contract beyond the mid price at arrival. Adverse: how far the mid price moved against the
order after its first fill. PnL after fees, at the last observed mid price. More: docs/shadow.md.`,

  backup: `${examples(
    [`${RUN} backup --to /mnt/backups/crossbook`, 'while the service runs, or stopped'],
    [`${RUN} backup --to /mnt/backups/crossbook --every 5m --keep 48`, 'until a stop signal'],
    [`${RUN} verify --data-dir /mnt/backups/crossbook/20260701T120000.000Z-57`],
    [`${RUN} restore --from /mnt/backups/crossbook --data-dir data`, 'the newest one, into an empty folder'],
  )}

A backup has no settings, keys and credentials. What to do before and after a restore: docs/operations.md.`,

  service: `${examples(
    [`${RUN} service install --print --data-dir /var/lib/crossbook > crossbook.service`],
    ['useradd --system --user-group crossbook', 'as root, once'],
    ['cp crossbook.service /etc/systemd/system/ && systemctl enable --now crossbook'],
  )}

Run it from the folder where the service is to stay: the unit names this Node and these files.`,

  cluster: `${examples(
    [`${RUN} cluster status --data-dir data`],
    [`${RUN} cluster resign --url postgres://crossbook@db.internal/crossbook`, 'before an update'],
  )}

Both print JSON. More: docs/cluster.md.`,

  venueCheck: `${examples(
    [`${RUN} venue check Kalshi`],
    [`${RUN} venue check Polymarket --json`],
    [`${RUN} venue check Kalshi --place`, 'one real order, cancelled at once'],
  )}

--place shows the order and what it can cost before it is sent: post-only, of the smallest size, at the lowest price, in the given
market or the first open one. It is read by its id and on the account's stream, compared, and cancelled; should the cancel fail, it
expires after ten minutes. It is of no ledger: a running service reports it as an order of another program.

Exits with 8 when a check fails. What the adapter assumes of the venue is listed with the day of its source; under profile live a
day more than 90 days ago fails, unless --accept-old-facts is given.`,

  venueAdopt: `${examples(
    [`${RUN} venue adopt Kalshi sa_1`],
    [`${RUN} venue adopt Polymarket sa_1 --cancel-orders`, 'and cancel what other programs left there'],
  )}

For an account with a past, and for contracts that were bought or sold outside. The service must run. Nothing is sent to the
venue: the positions are recorded as fills without an order. Open orders that this service did not place are listed, and rest until
they fill, end or are cancelled with --cancel-orders. Exits with 2 when positions were left, or an order was not cancelled.`,

  venueSecret: `${examples(
    [`${RUN} venue secret key --out ~/crossbook-master.key`, 'once'],
    [`${RUN} venue secret add Kalshi key_file --from ~/kalshi.pem`],
    [`${RUN} venue secret add Polymarket private_key_file --from -`, 'from standard input'],
  )}

Both print the line to add to the settings. The master key may also be given in the environment, as
CROSSBOOK_MASTER_KEY, instead of a file.`,

  sandboxSettings: examples(
    [`${RUN} sandbox settings > rehearsal.toml`],
    [`${RUN} --config rehearsal.toml start`, 'in the folder of the settings'],
  ),

  fault: `${examples(
    [`${RUN} sandbox fault set Demo lost_request --param method=place times=1`],
    [`${RUN} sandbox fault list Kalshi`, 'active and available faults'],
    [`${RUN} sandbox fault set Kalshi drop_after_accept --param path=/portfolio method=POST times=1`],
    [`${RUN} sandbox fault clear Kalshi`],
  )}

Parameters: probability (0..1), times (then the fault ends), ms, status, method, path (a substring),
channel, how, text. A parameter that is not given matches everything. Profile "live" has no faults.`,

  accountNew: examples([`${RUN} account new acc_2`]),
  subaccountNew: examples([`${RUN} subaccount new sa_3 --name "Strategy three" --account acc_1`]),

  keyNew: `${examples(
    [`${RUN} key new`, 'read permission for the whole account'],
    [`${RUN} key new --permissions read,trade --subaccounts sa_1 --expires 30d --out strategy-one.json`],
    [
      `${RUN} key new --permissions read,trade --day-cost-max 100 --day-loss-max 20 --orders-per-minute-max 30`,
    ],
    [
      `${RUN} key new --kind agent --permissions read,trade --subaccounts sa_1 --order-cost-max 20 --day-cost-max 100 --out agent.json`,
      'a key for an automated agent; it expires in 30 days',
    ],
    [
      `${RUN} key new --permissions read --public-key "$(cat public-key.txt)"`,
      'register your own public key',
    ],
  )}

The private key is shown once, or written to a file with mode 600. Works while the service runs.`,

  approvals: examples(
    ['crossbook approvals --watch', 'list the orders that wait'],
    ['crossbook approvals approve apr_7', 'place the order'],
    ['crossbook approvals reject apr_7'],
  ),

  mcp: `${examples(
    [`${RUN} mcp --key-file agent.json`, 'read-only tools'],
    [
      `${RUN} mcp --key-file agent.json --allow-trading`,
      'tools that place orders within the policy of the key',
    ],
  )}

An MCP client starts this command itself. docs/mcp.md has its settings and the tools.`,

  keyRevoke: `${examples([`${RUN} key revoke key_2`], [`${RUN} key revoke key_2 --cancel`])}

The key is revoked immediately and permanently: its requests are rejected, its streams are closed, and its
webhooks, alerts and orders under way act no more. Its resting orders and quotes remain, unless --cancel
cancels them too, now or later. The command prints what it ended and what stays.`,

  match: `
Orders are routed to approved assets only. A change of a member's text or dates suspends the asset until
an operator reviews it. These commands need the running service. docs/mapping.md explains the comparison.`,
  matchList: examples(
    [`${RUN} match list`, 'undecided proposals'],
    [`${RUN} match list --unsure`, 'include unsure proposals'],
    [`${RUN} match list --state suspended`, 'assets that need a new review'],
  ),
  matchShow: examples([`${RUN} match show Kalshi:KXBTC-27 1042`, 'texts, dates and all evidence']),
  matchApprove: `${examples(
    [`${RUN} match approve Kalshi:KXBTC-27 1042 --why "same index, day and level"`],
    [`${RUN} match approve 2001 3001 --inverted 3001 --why "the second asks whether it stays open"`],
    [`${RUN} match approve --asset 1000001 --why "only a comma changed"`, 'approve a suspended asset again'],
  )}

Rejected: members that matching finds different or unsure (override with --despite after reading both),
members of another asset, and simulated listings together with live ones.`,
  matchReject: examples(
    [`${RUN} match reject 2001 3001 --why "another settlement hour"`, 'do not propose it again'],
    [`${RUN} match reject --asset 1000001 --why "no longer wanted"`, 'no longer listed or routed'],
  ),
  matchExport: examples([`${RUN} match export --out approved.json`]),
  matchImport: `${examples([`${RUN} match import approved.json`])}

A member with the exported fingerprint is approved without a new comparison; any other must match again.
Exits with 2 when an asset was rejected; the others are approved.`,

  sign: examples(
    [`${RUN} sign GET "/v1/markets/search?q=rain"`],
    [`${RUN} sign POST /v1/orders --body @order.json --curl`, 'print a curl command'],
    [`${RUN} sign WS "/v1/ws/positions?subaccount_id=sa_1"`, 'print the URL of a stream'],
  ),

  api: `${examples(
    [`${RUN} api GET /v1/venues`],
    [`${RUN} api GET /v1/markets/search --query q=rain --query status=OPEN`],
    [`${RUN} api POST /v1/orders --body @order.json`],
    [`${RUN} api POST /v1/risk/kill-switch --body '{"enabled":true}'`, 'reject all new orders'],
  )}

Signs with the sandbox key, or --key FILE, CROSSBOOK_KEY_FILE, or CROSSBOOK_KEY_ID with
CROSSBOOK_PRIVATE_KEY.`,
} as const;

/** Help texts of the read commands. */
export const READ_HELP = {
  marketsSearch: examples(
    ['crossbook markets search rain london --status open'],
    ['crossbook markets search bitcoin --venue Kalshi --all -o csv > bitcoin.csv'],
    ['crossbook markets search rain -o ndjson --fields instrument_id,title'],
  ),
  marketsList: examples(['crossbook markets list --venue Demo'], ['crossbook markets list --all -o ndjson']),
  marketsShow: examples(
    ['crossbook markets show 1001'],
    ['crossbook markets show Demo:RAIN-LON-27JUL19 --fields status'],
  ),
  marketsMatch: examples(['crossbook markets match --ticker RAIN-LON-27JUL19 --venue Demo']),
  eventsList: examples(
    ['crossbook events list fed --status open'],
    ['crossbook events list --venue Kalshi --series KXFED --all -o ndjson'],
  ),
  opportunities: examples(
    ['crossbook opportunities --watch 1'],
    ['crossbook opportunities --kind cross --min-edge 0.005 -o ndjson'],
  ),
  opportunityHistory: examples(
    ['crossbook opportunities history --since 2026-07-01T00:00:00Z'],
    ['crossbook opportunities history --kind cross --limit 1000 -o csv > edges.csv'],
    ['crossbook opportunities history opp_91', 'the edge of one over time'],
  ),
  eventsGeneric: examples(['crossbook events generic'], ['crossbook events generic fed --venue Kalshi']),
  eventsShow: examples(['crossbook events show evt_31 --watch']),
  book: `${examples(
    ['crossbook book 1001 --depth 5 --watch 1'],
    ['crossbook book 1000001 --asset', 'aggregated book of all venues'],
    ['crossbook book 1001 -o json | jq .bids[0].price'],
  )}

Prices are in YES terms. The formats ndjson and csv print one level per line.`,
  trades: examples(['crossbook trades 1001 --limit 20'], ['crossbook trades 1001 --watch']),
  candles: examples(['crossbook candles 1001 --interval 5m --limit 12'], ['crossbook candles 1001 -o csv']),
  stats: examples(['crossbook stats 1001']),
  fees: examples(['crossbook fees'], ['crossbook fees 1001 --price 0.5 --qty 100']),
  recordStatus: examples(['crossbook record status'], ['crossbook record status --fields spans,gaps']),
  venues: examples(['crossbook venues --watch'], ['crossbook venues --fields name,healthy,reason']),
  positions: examples(
    ['crossbook positions'],
    ['crossbook positions --subaccount sa_2 --fields instrument_id,qty'],
  ),
  balances: examples(
    ['crossbook balances'],
    ['crossbook balances --fields venue,available,reserved --watch'],
    ['crossbook balances --sheet', 'our records next to the figures of the venues'],
  ),
  pnl: `${examples(
    ['crossbook pnl --limit 12', 'the last twelve hours'],
    ['crossbook pnl --interval 1d --start 2026-07-01T00:00:00Z -o csv'],
    ['crossbook pnl --by venue'],
  )}

Realized, unrealized, fees, and equity = realized + unrealized − fees, all since the first fill; with --by, within
--start and --end. The last line is now.`,
  performance: `${examples(
    ['crossbook performance --by tag'],
    ['crossbook performance --start 2026-07-01T00:00:00Z -o csv'],
  )}

The net PnL of the trades of a group, at what their markets paid or at present marks. mid_slippage and
expected_slippage: by how much executions were worse than the mid, and than the average that the book offered, when
the order was accepted; mid_fills and expected_fills are the fills for which this is stored.`,
  fills: examples(['crossbook fills --limit 20'], ['crossbook fills --order ord_1 -o csv']),
  orderShow: examples(
    ['crossbook order show ord_1'],
    ['crossbook order show ord_1 --fields status,filled_qty'],
  ),
  orderList: examples(
    ['crossbook order list --status open'],
    ['crossbook order list --client-order-id first-1'],
  ),
  orderReceipt: `${examples(['crossbook order receipt ord_1'])}

Shows the routing decision, the expected and the actual cost, and the latency of each step.`,
  orderTrace: examples(['crossbook order trace ord_1', 'list its events, oldest first']),
  guardShow: examples(['crossbook guard show'], ['crossbook guard show --key', 'of all subaccounts']),
  riskShow: examples(
    ['crossbook risk show'],
    ['crossbook risk show --subaccount sa_2 --fields breached,kill_switch_active'],
  ),
  explain: examples(
    ['crossbook explain risk_limit'],
    ['crossbook explain ioc_remainder', 'reason of a closed order'],
    ['crossbook explain', 'all codes'],
  ),
  export: `${examples(
    ['crossbook export fills --out fills.csv'],
    ['crossbook export prints 1001 --format ndjson --out prints.ndjson'],
    ['crossbook export candles 1001 --interval 1h --start 2027-01-01T00:00:00Z'],
  )}

Records are read page by page, so memory use stays low. A file appears only when it is complete.`,
  completion: examples(
    ['crossbook completion bash > ~/.local/share/bash-completion/completions/crossbook'],
    ['crossbook completion zsh > ~/.zfunc/_crossbook', 'a folder of $fpath'],
    ['crossbook completion fish > ~/.config/fish/completions/crossbook.fish'],
  ),
} as const;

const KEYED = `
Without --key an id is generated and printed before the order is sent. If the outcome is unknown (exit
code 9), repeat the command with this id: the service creates at most one order per id.`;

/** Help texts of the commands that change state. */
export const WRITE_HELP = {
  place: (verb: 'buy' | 'sell'): string => `${examples(
    [`crossbook ${verb} 1001 10`, 'a market order, which fills at what the book has'],
    [`crossbook ${verb} 1001 10 @0.46`, 'a limit order, which may rest in the book'],
    [`crossbook ${verb} 1001 10 @0.46 --post-only`, 'reject it if it would trade immediately'],
    [`crossbook ${verb} 1001 10 @0.46 --no --tif IOC`, 'the NO contract, immediate or cancel'],
    [`crossbook ${verb} --asset 1000001 30 @0.5 --split --dry-run`, 'preview its routing and cost'],
    [`crossbook ${verb} --asset 1000001 30 @0.5 --split --wait`, 'wait until the order closes'],
  )}
${KEYED}`,
  close: examples(
    ['crossbook close 1001'],
    ['crossbook close 1001 --price 0.45 --tif GTC', 'wait for a price'],
    ['crossbook close --asset 1000001', 'at every venue where the asset is held'],
  ),
  orderAmend: examples(['crossbook order amend ord_2 --price 0.47'], ['crossbook order amend ord_2 --qty 5']),
  orderCancel: examples(['crossbook order cancel ord_2'], ['crossbook order cancel ord_2 ord_3']),
  orderCancelAll: `${examples(
    ['crossbook order cancel-all --subaccount sa_1'],
    ['crossbook order cancel-all --yes', 'all subaccounts of the key'],
    ['crossbook order cancel-all --subaccount sa_1 --risk', 'use the risk endpoint'],
  )}

Works while the kill switch is on. --risk needs a key with the permission risk and has a separate rate limit.`,
  guardSet: examples(
    ['crossbook guard set --timeout 10000'],
    ['crossbook guard set --timeout 60000 --scope subaccount --no-block'],
  ),
  guardOff: examples(['crossbook guard off']),
  replay: examples(
    ['crossbook --data-dir data-replay replay step', 'the next recorded update'],
    ['crossbook --data-dir data-replay replay seek --until 2026-07-01T12:05:00Z'],
  ),
  riskSet: `${examples(
    ['crossbook risk set --max-order-qty 50 --max-open-orders 20'],
    ['crossbook risk set --max-position-qty none', 'no limit'],
    ['crossbook risk set --account --day-cost-max 500 --day-loss-max 100 --orders-per-minute-max 60'],
    ['crossbook risk set --account --max-order-qty 500', 'limit over all subaccounts'],
  )}

Other limits keep their value.`,
  killOn: `${examples(['crossbook kill on'])}

The service rejects every new order. Resting orders remain; crossbook order cancel-all cancels them.`,
  killOff: examples(['crossbook kill off --yes']),
} as const;

export const COMPLEX_HELP = {
  oco: `${examples([
    'crossbook oco sell 1001 20 --price 0.60 --stop 0.40 --reduce-only',
    'sells at 0.60, or once the bid is 0.40',
  ])}

The stop is sent once the limit is proven cancelled. With --other-price and --allow-overfill both legs rest,
and both may fill before the other one is cancelled.`,
  bracket: `${examples([
    'crossbook bracket buy 1001 20 --price 0.45 --take-profit 0.60 --stop 0.40',
    'opens at 0.45, then exits at 0.60 or once the bid is 0.40',
  ])}

The exit follows what the entry fills. The stop loss is sent once the take-profit is proven cancelled.`,
  protect: examples(['crossbook protect ord_81 --take-profit 0.60 --stop 0.40']),
  list: examples(['crossbook complex list --status paused']),
  show: examples(['crossbook complex show cpx_7']),
  receipt: examples(['crossbook complex receipt cpx_7']),
  amend: examples(['crossbook complex amend cpx_7 --trigger 0.38']),
  cancel: `${examples(['crossbook complex cancel cpx_7'])}

CANCELLING means that a venue has not confirmed the end of a part.`,
  resume: `${examples(['crossbook complex resume cpx_7'])}

It is decided on the present situation: a trigger that is met now fires.`,
} as const;

export const WEBHOOK_HELP = {
  list: examples(
    ['crossbook webhook list'],
    [
      'crossbook webhook list --all',
      'for operators: those of all accounts, and whether their key is still valid',
    ],
  ),
  create: `${examples(['crossbook webhook create https://example.com/hooks --events fill.created,order.updated'])}

The secret is printed once. A receiver verifies each message with it: docs/api/webhooks.md.`,
  change: examples(
    ['crossbook webhook change wh_5f1d3c0a9b7e2468 --events fill.created'],
    ['crossbook webhook change wh_5f1d3c0a9b7e2468 --enable'],
  ),
  deliveries: examples(['crossbook webhook deliveries wh_5f1d3c0a9b7e2468 --limit 10']),
  test: examples(['crossbook webhook test wh_5f1d3c0a9b7e2468']),
  rotate: examples(['crossbook webhook rotate wh_5f1d3c0a9b7e2468']),
  delete: examples(['crossbook webhook delete wh_5f1d3c0a9b7e2468']),
  replay: examples(['crossbook webhook replay msg_5f1d3c0a9b7e2468_41']),
  alertList: examples(['crossbook alert list']),
  alertCreate: examples(
    ['crossbook alert create price_crossed --instrument 1001 --price 0.6 --once --to wh_5f1d3c0a9b7e2468'],
    ['crossbook alert create risk_usage --subaccount sa_1 --percent 80 --to wh_5f1d3c0a9b7e2468'],
  ),
  alertDelete: examples(['crossbook alert delete alr_0c9d1e2f3a4b5c6d']),
} as const;

export const STREAM_HELP = {
  prints: examples(
    ['crossbook stream prints'],
    ['crossbook stream prints 1001 -o json | jq .price', 'one JSON object per line'],
  ),
  books: examples(['crossbook stream books 1001 1002']),
  fills: examples(['crossbook stream fills --subaccount sa_1']),
  orders: examples(['crossbook stream orders']),
  complex: examples(['crossbook stream complex']),
  positions: examples(['crossbook stream positions']),
  balances: examples(['crossbook stream balances']),
  operations: examples(['crossbook stream operations']),
  opportunities: examples(['crossbook stream opportunities -o json']),
} as const;

export const OPERATION_HELP = {
  merge: examples(
    ['crossbook merge 1001', 'all pairs that are settled and promised to no order'],
    ['crossbook merge 1001 25 --dry-run', 'what 25 pairs would pay'],
  ),
  split: examples(['crossbook split 1001 25', '25 in cash become 25 YES and 25 NO']),
  redeem: examples(
    ['crossbook redeem 1001', 'all tokens of the market at the venue, of every subaccount'],
    ['crossbook redeem 1001 --dry-run'],
  ),
  list: examples(['crossbook operations'], ['crossbook operations --id pop_77']),
} as const;

export const QUOTE_HELP = {
  show: examples(['crossbook quotes show']),
  put: `${examples(
    ['crossbook quotes put 1001 --bid 50@0.46 --ask 50@0.49'],
    ['crossbook quotes put 1001 --ask none', 'withdraw the ask; the bid stays'],
  )}

A quantity is what rests: what the quote has filled does not count.`,
  pull: examples(['crossbook quotes pull --subaccount sa_1']),
  limits: examples(['crossbook limits'], ['crossbook limits --fields venues --watch']),
  mmpShow: examples(['crossbook mmp show']),
  mmpSet: examples(['crossbook mmp set --window 15000 --max-filled-qty 500 --max-net-qty 200']),
  mmpReset: examples(['crossbook mmp reset']),
};

export const HEDGE_HELP = `${examples(
  ['crossbook hedge opp_91 --unhedged 10 --edge 0.01', 'both legs of an opportunity, at its worst prices'],
  [
    'crossbook hedge 100 --leg 2001:yes:0.47 --leg 3001:no:0.51 --unhedged 40 --risk chase --chase 1.03',
    'a leg that does not follow in time is bought for up to 1.03 in total',
  ],
  ['crossbook hedge opp_91 --unhedged 10 --dry-run', 'shows the edge and the worst payoff; stores nothing'],
)}

--unhedged bounds the risk of one leg without the other, whatever the venues answer.`;
