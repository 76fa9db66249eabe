/** A command and what it shows. */
type Example = readonly [command: string, shows?: string];

/** The end of a `--help`, which teaches by example. */
function examples(...lines: readonly Example[]): string {
  const shown = lines.map(([command, shows]) =>
    shows === undefined ? `  ${command}` : `  ${command}   # ${shows}`,
  );
  return `\nExamples:\n${shown.join('\n')}`;
}

const RUN = 'npm run crossbook --';

/** The words of `--help` of what runs and looks after the service. */
export const HELP = {
  program: `${examples(
    ['npm start', 'the service, in the sandbox, on this machine'],
    [`${RUN} markets search rain`, 'find something to trade'],
    [`${RUN} buy 1001 10 @0.46 --dry-run`, 'what an order would do'],
    [`${RUN} api GET /v1/venues`, 'any signed call'],
    [`${RUN} key new --help`, 'your own key'],
  )}

Settings come from config/crossbook.toml, or --config FILE (all of them: config/crossbook.example.toml).
CROSSBOOK_PORT, CROSSBOOK_HOST, CROSSBOOK_DATA_DIR and CROSSBOOK_CONFIG go before the file.

Exit codes: 0 done, 1 the machine does not let it, 2 wrong arguments or settings, 3 kill
switch or limit, 4 not authorised, 5 not found, 6 conflict, 7 rate limited, 8 venue unavailable or no answer, 9 outcome
unknown, 10 a defect. More: crossbook explain, docs/cli.md.`,

  start: `${examples(
    [`${RUN} start`],
    [`CROSSBOOK_PORT=9000 ${RUN} start`, 'another port'],
    [`${RUN} start --data-dir /var/lib/crossbook --config /etc/crossbook.toml`],
  )}

Stops on Ctrl-C or SIGTERM once all work is durable; a second one, later, stops at once.`,

  audit: `${examples(
    [`${RUN} audit verify`],
    [`${RUN} audit export --out audit.jsonl`],
    [`${RUN} audit verify audit.jsonl --head 120:9f2c…`, 'nothing up to entry 120 was changed since'],
  )}

The format, and how to check it without Crossbook: docs/audit.md.`,

  venueCheck: `${examples([`${RUN} venue check Kalshi`], [`${RUN} venue check Polymarket --json`])}

Ends with 8 when something is not as it should be.`,

  venueSecret: `${examples(
    [`${RUN} venue secret key --out ~/crossbook-master.key`, 'once'],
    [`${RUN} venue secret add Kalshi key_file --from ~/kalshi.pem`],
    [`${RUN} venue secret add Polymarket private_key_file --from -`, 'from standard input'],
  )}

Both print the line that the settings need. The master key may also be given in the environment, as
CROSSBOOK_MASTER_KEY, instead of a file.`,

  fault: `${examples(
    [`${RUN} sandbox fault set Demo lost_request --param method=place times=1`],
    [`${RUN} sandbox fault list Kalshi`, 'what there is, each with what it does'],
    [`${RUN} sandbox fault set Kalshi drop_after_accept --param path=/portfolio method=POST times=1`],
    [`${RUN} sandbox fault clear Kalshi`],
  )}

Parameters: probability (0..1), times (then it is used up), ms, status, method, path (a part of it),
channel, how, text. What is not given matches everything. Never under profile "live".`,

  accountNew: examples([`${RUN} account new acc_2`]),
  subaccountNew: examples([`${RUN} subaccount new sa_3 --name "Strategy three" --account acc_1`]),

  keyNew: `${examples(
    [`${RUN} key new`, 'may read everything of the account'],
    [`${RUN} key new --permissions read,trade --subaccounts sa_1 --expires 30d --out strategy-one.json`],
    [`${RUN} key new --permissions read --public-key "$(cat public-key.txt)"`, 'your own key pair'],
  )}

The private half is shown once, or written to a file that only you can read. Works while the service runs.`,

  keyRevoke: `${examples([`${RUN} key revoke key_2`])}

At once and for good: requests are refused, streams are closed. Resting orders stay; cancel them with
another key.`,

  match: `
Only what is approved is routed. A change of a member's text or dates suspends the asset until a person
looks again. All of these ask the running service. docs/mapping.md explains the comparison.`,
  matchList: examples(
    [`${RUN} match list`, 'what waits for a decision'],
    [`${RUN} match list --unsure`, 'the doubtful ones too'],
    [`${RUN} match list --state suspended`, 'what has to be looked at again'],
  ),
  matchShow: examples([`${RUN} match show Kalshi:KXBTC-27 1042`, 'texts, dates, and every reason']),
  matchApprove: `${examples(
    [`${RUN} match approve Kalshi:KXBTC-27 1042 --why "same index, day and level"`],
    [`${RUN} match approve 2001 3001 --inverted 3001 --why "the second asks whether it stays open"`],
    [`${RUN} match approve --asset 1000001 --why "only a comma changed"`, 'a suspended one, again'],
  )}

Refused: members that matching finds different or doubtful (--despite after reading both), members of
another asset, and simulated listings together with live ones (always).`,
  matchReject: examples(
    [`${RUN} match reject 2001 3001 --why "another settlement hour"`, 'not proposed again'],
    [`${RUN} match reject --asset 1000001 --why "no longer wanted"`, 'not listed or routed any more'],
  ),
  matchExport: examples([`${RUN} match export --out approved.json`]),
  matchImport: `${examples([`${RUN} match import approved.json`])}

A member with the fingerprint that was exported is taken as it was approved; any other must match again.
Ends with 2 when one was refused; the others are approved all the same.`,

  sign: examples(
    [`${RUN} sign GET "/v1/markets/search?q=rain"`],
    [`${RUN} sign POST /v1/orders --body @order.json --curl`, 'a line for the shell'],
    [`${RUN} sign WS "/v1/ws/positions?subaccount_id=sa_1"`, 'the URL of a stream'],
  ),

  api: `${examples(
    [`${RUN} api GET /v1/venues`],
    [`${RUN} api GET /v1/markets/search --query q=rain --query status=OPEN`],
    [`${RUN} api POST /v1/orders --body @order.json`],
    [`${RUN} api POST /v1/risk/kill-switch --body '{"enabled":true}'`, 'no new order passes'],
  )}

Signs with the sandbox key, or --key FILE, CROSSBOOK_KEY_FILE, or CROSSBOOK_KEY_ID with
CROSSBOOK_PRIVATE_KEY.`,
} as const;

/** The words of `--help` of what reads. */
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
  book: `${examples(
    ['crossbook book 1001 --depth 5 --watch 1'],
    ['crossbook book 1000001 --asset', 'one book over all venues'],
    ['crossbook book 1001 -o json | jq .bids[0].price'],
  )}

Prices are those of YES. What is printed as ndjson or csv is a level a line.`,
  trades: examples(['crossbook trades 1001 --limit 20'], ['crossbook trades 1001 --watch']),
  candles: examples(['crossbook candles 1001 --interval 5m --limit 12'], ['crossbook candles 1001 -o csv']),
  stats: examples(['crossbook stats 1001']),
  fees: examples(['crossbook fees'], ['crossbook fees 1001 --price 0.5 --qty 100']),
  venues: examples(['crossbook venues --watch'], ['crossbook venues --fields name,healthy,reason']),
  positions: examples(
    ['crossbook positions'],
    ['crossbook positions --subaccount sa_2 --fields instrument_id,qty'],
  ),
  balances: examples(
    ['crossbook balances'],
    ['crossbook balances --fields venue,available,reserved --watch'],
  ),
  pnl: `${examples(
    ['crossbook pnl --limit 12', 'the last twelve hours'],
    ['crossbook pnl --interval 1d --start 2026-07-01T00:00:00Z -o csv'],
    ['crossbook pnl --by venue'],
  )}

Realized, unrealized, fees, and equity = realized + unrealized − fees, all since the first fill; with --by, within
--start and --end. The last line is now.`,
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

Where the order went and why, what it should have cost and did, and how long each step took.`,
  orderTrace: examples(['crossbook order trace ord_1', 'every event of it, oldest first']),
  riskShow: examples(
    ['crossbook risk show'],
    ['crossbook risk show --subaccount sa_2 --fields breached,kill_switch_active'],
  ),
  explain: examples(
    ['crossbook explain risk_limit'],
    ['crossbook explain ioc_remainder', 'the reason of an order'],
    ['crossbook explain', 'all codes'],
  ),
  export: `${examples(
    ['crossbook export fills --out fills.csv'],
    ['crossbook export prints 1001 --format ndjson --out prints.ndjson'],
    ['crossbook export candles 1001 --interval 1h --start 2027-01-01T00:00:00Z'],
  )}

Records come page by page, so that memory stays small. A file appears only once it is whole.`,
  completion: examples(
    ['crossbook completion bash > ~/.local/share/bash-completion/completions/crossbook'],
    ['crossbook completion zsh > ~/.zfunc/_crossbook', 'in a folder of $fpath'],
    ['crossbook completion fish > ~/.config/fish/completions/crossbook.fish'],
  ),
} as const;

const KEYED = `
Without --key an id is generated and printed before the order is sent. Repeat with it when the outcome is unknown
(exit code 9): one id is one order, however often it is sent.`;

/** The words of `--help` of what changes something. */
export const WRITE_HELP = {
  place: (verb: 'buy' | 'sell'): string => `${examples(
    [`crossbook ${verb} 1001 10 @0.46`, 'a limit order, good till cancelled'],
    [`crossbook ${verb} 1001 10`, 'at the best prices there are'],
    [`crossbook ${verb} 1001 10 @0.46 --post-only`, 'only if it rests; pays no taker fee'],
    [`crossbook ${verb} 1001 10 @0.46 --no --tif IOC`, 'the NO contract, and nothing that rests'],
    [
      `crossbook ${verb} --asset 1000001 30 @0.5 --split --dry-run`,
      'where it would go, and what it would cost',
    ],
    [`crossbook ${verb} --asset 1000001 30 @0.5 --split --wait`, 'until it is over'],
  )}
${KEYED}`,
  orderAmend: examples(['crossbook order amend ord_2 --price 0.47'], ['crossbook order amend ord_2 --qty 5']),
  orderCancel: examples(['crossbook order cancel ord_2'], ['crossbook order cancel ord_2 ord_3']),
  orderCancelAll: `${examples(
    ['crossbook order cancel-all --subaccount sa_1'],
    ['crossbook order cancel-all --yes', 'of all subaccounts of the key'],
    ['crossbook order cancel-all --subaccount sa_1 --risk', 'through the risk layer'],
  )}

Works while the kill switch is on. --risk needs a key with the permission risk and has a separate rate limit.`,
  riskSet: `${examples(
    ['crossbook risk set --max-order-qty 50 --max-open-orders 20'],
    ['crossbook risk set --max-position-qty none', 'no limit'],
    ['crossbook risk set --account --max-order-qty 500', 'over all subaccounts'],
  )}

Limits that are not named keep their value.`,
  killOn: `${examples(['crossbook kill on'])}

Every new order is refused at once. Orders that rest at venues stay: crossbook order cancel-all.`,
  killOff: examples(['crossbook kill off --yes']),
} as const;
