import type { Command } from 'commander';
import { type CallingOptions, withWatch } from './api-calls.ts';
import type { Run } from './cli-context.ts';
import { READ_HELP } from './help-texts.ts';
import {
  type BookOptions,
  type CandleOptions,
  type FeeOptions,
  listCandles,
  listEvents,
  listFees,
  listGenericEvents,
  listMarkets,
  listOpportunities,
  listTrades,
  listVenues,
  type MarketOptions,
  type MatchOptions,
  matchMarket,
  type OpportunityOptions,
  searchMarkets,
  showBook,
  showEvent,
  showMarket,
  showOpportunityHistory,
  showRecorder,
  showStats,
} from './market-reads.ts';

const INSTRUMENT = 'instrument id, VENUE:TICKER, a ticker, or words of one title';

/** Adds the commands that read market data. */
export function addMarketCommands(program: Command, run: Run): void {
  addFinding(program, run);
  addEvents(program, run);
  addOpportunities(program, run);
  withWatch(program.command('book'))
    .argument('<id>', `${INSTRUMENT}; with --asset, a generic asset`)
    .option('--asset', 'aggregated book of a generic asset')
    .option('--depth <levels>', 'levels per side; default: 10')
    .description('show an order book')
    .addHelpText('after', READ_HELP.book)
    .action((id: string, options: BookOptions) => run((session) => showBook(session, id, options)));
  withWatch(program.command('trades'))
    .argument('<id>', INSTRUMENT)
    .option('--limit <n>', 'maximum number, newest first')
    .description('list trades of a market, newest first')
    .addHelpText('after', READ_HELP.trades)
    .action((id: string, options: MarketOptions) => run((session) => listTrades(session, id, options)));
  withWatch(program.command('candles'))
    .argument('<id>', INSTRUMENT)
    .option('--interval <interval>', '1m, 5m, 15m, 1h, 4h or 1d')
    .option('--limit <n>', 'maximum number, newest first')
    .description('list candles of a market, oldest first')
    .addHelpText('after', READ_HELP.candles)
    .action((id: string, options: CandleOptions) => run((session) => listCandles(session, id, options)));
  withWatch(program.command('stats'))
    .argument('<id>', INSTRUMENT)
    .description('show volume, last price and open interest')
    .addHelpText('after', READ_HELP.stats)
    .action((id: string, options: CallingOptions) => run((session) => showStats(session, id, options)));
  withWatch(program.command('fees'))
    .argument('[id...]', 'instrument ids; all schedules when left out')
    .option('--price <price>', 'with --qty: the fee of a fill at this price')
    .option('--qty <qty>', 'contracts of the fill')
    .description('fee schedules, and the fee of a fill')
    .addHelpText('after', READ_HELP.fees)
    .action((ids: readonly string[], options: FeeOptions) =>
      run((session) => listFees(session, ids, options)),
    );
  withWatch(program.command('venues'))
    .description('list venues and their health')
    .addHelpText('after', READ_HELP.venues)
    .action((options: CallingOptions) => run((session) => listVenues(session, options)));
  withWatch(program.command('record').description('inspect the recorder of market data').command('status'))
    .description('show recorded times, gaps and sizes')
    .addHelpText('after', READ_HELP.recordStatus)
    .action((options: CallingOptions) => run((session) => showRecorder(session, options)));
}

function addOpportunities(program: Command, run: Run): void {
  const opportunities = program
    .command('opportunities')
    .description('list sets of contracts that cost less than they pay, and their history');
  withWatch(opportunities.command('list', { isDefault: true }))
    .option('--kind <kind>', 'CROSS, INTERNAL, ALL_YES, ALL_NO or LADDER')
    .option('--asset <id>', 'only this generic asset')
    .option('--min-edge <price>', 'smallest edge of one set')
    .option('--min-qty <qty>', 'smallest quantity')
    .option('--unreviewed', 'also proposed pairs that no person has approved')
    .option('--limit <n>', 'maximum number; default: 100')
    .description('list those that are open, largest edge first; sets that may settle differently are last')
    .addHelpText('after', READ_HELP.opportunities)
    .action((options: OpportunityOptions) => run((session) => listOpportunities(session, options)));
  withWatch(opportunities.command('history'))
    .argument('[id]', 'opp_91: the edge of this one over time')
    .option('--kind <kind>', 'CROSS, INTERNAL, ALL_YES, ALL_NO or LADDER')
    .option('--asset <id>', 'only this generic asset')
    .option('--since <time>', 'only those that were open at or after this time')
    .option('--until <time>', 'only those that opened before this time')
    .option('--limit <n>', 'maximum number; default: 100')
    .description('list open and closed ones, newest first')
    .addHelpText('after', READ_HELP.opportunityHistory)
    .action((id: string | undefined, options: OpportunityOptions) =>
      run((session) => showOpportunityHistory(session, id, options)),
    );
}

function addEvents(program: Command, run: Run): void {
  const events = program.command('events').description('list and show the events of venues');
  withWatch(events.command('list'))
    .argument('[word...]', 'words that the event must contain')
    .option('--venue <name>', 'only this venue')
    .option('--status <status>', 'open, closed, …')
    .option('--series <name>', 'only this series')
    .option('--limit <n>', 'maximum number; default: 50')
    .option('--all', 'no maximum')
    .description('list events with the sums of their prices')
    .addHelpText('after', READ_HELP.eventsList)
    .action((words: string[], options: MarketOptions) =>
      run((session) => listEvents(session, words, options)),
    );
  withWatch(events.command('generic'))
    .argument('[word...]', 'words that the titles must contain')
    .option('--venue <name>', 'only groups with this venue')
    .option('--limit <n>', 'maximum number; default: 50')
    .description('list events that several venues have')
    .addHelpText('after', READ_HELP.eventsGeneric)
    .action((words: string[], options: MarketOptions) =>
      run((session) => listGenericEvents(session, words, options)),
    );
  withWatch(events.command('show'))
    .argument('<id>', 'event id, such as evt_31')
    .description('show one event with its instruments')
    .addHelpText('after', READ_HELP.eventsShow)
    .action((id: string, options: CallingOptions) => run((session) => showEvent(session, id, options)));
}

function addFinding(program: Command, run: Run): void {
  const markets = program.command('markets').description('find and show instruments');
  withWatch(markets.command('search'))
    .argument('<word...>', 'words that title, description or ticker must contain')
    .option('--venue <name>', 'only this venue')
    .option('--status <status>', 'open, closed, …')
    .option('--category <name>', 'only this category')
    .option('--event <id>', 'only this event, such as evt_31')
    .option('--series <name>', 'only this series')
    .option('--near', 'if nothing matches: words that differ by one letter')
    .option('--limit <n>', 'maximum number; default: 50')
    .option('--all', 'no maximum')
    .description('find instruments')
    .addHelpText('after', READ_HELP.marketsSearch)
    .action((words: string[], options: MarketOptions) =>
      run((session) => searchMarkets(session, words, options)),
    );
  withWatch(markets.command('list'))
    .option('--venue <name>', 'only this venue')
    .option('--event <id>', 'only this event, such as evt_31')
    .option('--series <name>', 'only this series')
    .option('--limit <n>', 'maximum number; default: 50')
    .option('--all', 'no maximum')
    .description('list instruments')
    .addHelpText('after', READ_HELP.marketsList)
    .action((options: MarketOptions) => run((session) => listMarkets(session, options)));
  withWatch(markets.command('show'))
    .argument('<id>', INSTRUMENT)
    .description('show one instrument')
    .addHelpText('after', READ_HELP.marketsShow)
    .action((id: string, options: CallingOptions) => run((session) => showMarket(session, id, options)));
  withWatch(markets.command('match'))
    .option('--ticker <ticker>', 'exact ticker')
    .option('--slug <slug>', 'exact slug')
    .option('--venue <name>', 'only this venue')
    .description('find the instrument with a ticker or slug')
    .addHelpText('after', READ_HELP.marketsMatch)
    .action((options: MatchOptions) => run((session) => matchMarket(session, options)));
}
