import { examples } from './help/examples.ts';

const RUN = 'npm run crossbook --';

/** The words of `--help` of what runs and looks after the service. */
export const HELP = {
  program: `${examples(
    ['npm start', 'the service, in the sandbox, on this machine'],
    [`${RUN} markets search rain`, 'find something to trade'],
    [`${RUN} buy 1001 10 @0.46 --dry-run`, 'what an order would do'],
    [`${RUN} api GET /v1/venues`, 'any signed call'],
    [`${RUN} key new --help`, 'a key of your own'],
  )}

Settings come from config/crossbook.toml, or --config FILE (all of them: config/crossbook.example.toml).
CROSSBOOK_PORT, CROSSBOOK_HOST, CROSSBOOK_DATA_DIR and CROSSBOOK_CONFIG go before the file.

Exit codes: 0 done, 1 the machine does not let it, 2 wrong arguments or settings, 3 kill
switch or limit, 4 not authorised, 5 not found, 6 conflict, 7 rate limited, 8 venue or nobody answers, 9 outcome
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
  subaccountNew: examples([`${RUN} subaccount new sa_3 --name "Desk three" --account acc_1`]),

  keyNew: `${examples(
    [`${RUN} key new`, 'may read everything of the account'],
    [`${RUN} key new --permissions read,trade --subaccounts sa_1 --expires 30d --out desk-one.json`],
    [`${RUN} key new --permissions read --public-key "$(cat desk.pub)"`, 'a key pair of your own'],
  )}

The private half is shown once, or written to a file that only you can read. Works while the service runs.`,

  keyRevoke: `${examples([`${RUN} key revoke key_2`])}

At once and for good: requests are refused, streams are closed. Resting orders stay; cancel them with
another key.`,

  match: `
Only what is approved is routed. A change of a member's text or dates suspends the asset until somebody
looks again. All of these ask the running service. What matching looks at: docs/matching.md.`,
  matchList: examples(
    [`${RUN} match list`, 'what waits for a decision'],
    [`${RUN} match list --unsure`, 'the doubtful ones too'],
    [`${RUN} match list --state suspended`, 'what has to be looked at again'],
  ),
  matchShow: examples([`${RUN} match show Kalshi:KXBTC-27 1042`, 'texts, dates, and every reason']),
  matchApprove: `${examples(
    [`${RUN} match approve Kalshi:KXBTC-27 1042 --why "same index, day and strike"`],
    [`${RUN} match approve 2001 3001 --inverted 3001 --why "the second asks whether it stays open"`],
    [`${RUN} match approve --asset 1000001 --why "only a comma changed"`, 'a suspended one, again'],
  )}

Refused: members that matching finds different or doubtful (--despite after reading both), members of
another asset, and simulated beside live ones (always).`,
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
