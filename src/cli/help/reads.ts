import { examples } from './examples.ts';

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
  venues: examples(['crossbook venues --watch'], ['crossbook venues --fields name,healthy,reason']),
  positions: examples(
    ['crossbook positions'],
    ['crossbook positions --subaccount sa_2 --fields instrument_id,qty'],
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
    ['crossbook order list --client-order-id desk-1'],
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
