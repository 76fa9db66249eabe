import type { Command } from 'commander';
import type { QuotesUpdate, RateLimits } from '../../sdk/src/index.ts';
import {
  type CallingOptions,
  runRead,
  runWrite,
  wholeNumber,
  withCalling,
  withSubaccount,
  withWatch,
} from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { QUOTE_HELP as HELP } from './help-texts.ts';
import { findTraded } from './instrument-names.ts';
import { listView, recordView } from './output.ts';
import { columns } from './terminal-io.ts';

interface PutOptions extends CallingOptions {
  readonly bid?: string;
  readonly ask?: string;
  readonly seq?: string;
  readonly tag?: string;
}

interface ProtectionOptions extends CallingOptions {
  readonly window?: string;
  readonly maxFilledQty?: string;
  readonly maxNetQty?: string;
  readonly frozen?: string;
}

/** Adds the commands for quotes and their protection. */
export function addQuoteCommands(program: Command, run: Run): void {
  const quotes = program.command('quotes').description('show, put and withdraw the quotes of a market maker');
  withWatch(withSubaccount(quotes.command('show')))
    .description('show the live quotes of a subaccount')
    .addHelpText('after', HELP.show)
    .action((options: CallingOptions) => run((session) => showQuotes(session, options)));
  withCalling(withSubaccount(quotes.command('put')))
    .argument('<id>', 'instrument id or VENUE:TICKER')
    .option('--bid <qty@price>', 'the wanted bid, or none; default: as it is')
    .option('--ask <qty@price>', 'the wanted ask, or none; default: as it is')
    .option('--tag <tag>', 'of the orders that are placed')
    .option('--seq <n>', 'sequence of the call; default: milliseconds since 1970')
    .description('bring the quotes of an instrument to a wanted state')
    .addHelpText('after', HELP.put)
    .action((id: string, options: PutOptions) => run((session) => putQuotes(session, id, options)));
  withCalling(withSubaccount(quotes.command('pull')))
    .description('withdraw all quotes of a subaccount')
    .addHelpText('after', HELP.pull)
    .action((options: CallingOptions) => run((session) => pullQuotes(session, options)));
  addProtectionCommands(program, run);
  withWatch(program.command('limits'))
    .description('show the rate limits of the key, and the request budgets left at the venues')
    .addHelpText('after', HELP.limits)
    .action((options: CallingOptions) => run((session) => showLimits(session, options)));
}

function addProtectionCommands(program: Command, run: Run): void {
  const mmp = program.command('mmp').description('show and set market maker protection');
  withWatch(withSubaccount(mmp.command('show')))
    .description('show the protection of a subaccount, and what its quotes have filled')
    .addHelpText('after', HELP.mmpShow)
    .action((options: CallingOptions) => run((session) => showProtection(session, options)));
  withCalling(withSubaccount(mmp.command('set')))
    .option('--window <ms>', 'length of the window; default: 15000')
    .option('--max-filled-qty <qty>', 'withdraw the quotes when they have filled this much')
    .option('--max-net-qty <qty>', 'withdraw the quotes when bought minus sold is this much')
    .option('--frozen <ms>', 'how long quotes are refused; default: until a reset')
    .description('set the protection; a limit that is not named is none')
    .addHelpText('after', HELP.mmpSet)
    .action((options: ProtectionOptions) => run((session) => setProtection(session, options)));
  withCalling(withSubaccount(mmp.command('reset')))
    .description('accept quotes again after a breach')
    .addHelpText('after', HELP.mmpReset)
    .action((options: CallingOptions) => run((session) => resetProtection(session, options)));
}

const showQuotes = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) => {
    const { quotes } = await connection.client.quotes.get({ subaccount_id: await connection.subaccount() });
    return listView(quotes, QUOTE_COLUMNS);
  });

const putQuotes = (session: CliContext, id: string, options: PutOptions) =>
  runWrite(session, options, async (connection) => {
    const { bid, ask } = options;
    if (bid === undefined && ask === undefined) throw invalid('name a side: --bid 50@0.46 or --ask none.');
    const sides = {
      ...(bid !== undefined && { bid: parseSide('--bid', bid) }),
      ...(ask !== undefined && { ask: parseSide('--ask', ask) }),
    };
    const answer = await connection.client.quotes.put({
      subaccount_id: await connection.subaccount(),
      quote_seq: wholeNumber('--seq', options.seq) ?? Date.now(),
      quotes: [{ instrument_id: await findTraded(connection.client, id), ...sides }],
      tag: options.tag,
    });
    return listView(answer.quotes, ANSWER_COLUMNS);
  });

const pullQuotes = (session: CliContext, options: CallingOptions) =>
  runWrite(session, options, async (connection) => {
    const answer = await connection.client.quotes.pull({ subaccount_id: await connection.subaccount() });
    return listView(answer.quotes, ANSWER_COLUMNS);
  });

const showProtection = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) =>
    recordView(await connection.client.quotes.protection({ subaccount_id: await connection.subaccount() })),
  );

const setProtection = (session: CliContext, options: ProtectionOptions) =>
  runWrite(session, options, async (connection) => {
    const { maxFilledQty: filled, maxNetQty: net } = options;
    return recordView(
      await connection.client.quotes.setProtection({
        subaccount_id: await connection.subaccount(),
        window_ms: wholeNumber('--window', options.window),
        max_filled_qty: filled,
        max_net_qty: net,
        frozen_ms: wholeNumber('--frozen', options.frozen),
      }),
    );
  });

const resetProtection = (session: CliContext, options: CallingOptions) =>
  runWrite(session, options, async (connection) =>
    recordView(
      await connection.client.quotes.resetProtection({ subaccount_id: await connection.subaccount() }),
    ),
  );

const showLimits = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async ({ client }) => {
    const limits = await client.limits();
    return { ...recordView(limits), drawn: limitLines(limits) };
  });

function limitLines({ buckets, venues, streams, ...activity }: RateLimits) {
  const { orders_1h, fills_1h, order_to_fill_1h: ratio } = activity;
  const own = buckets.map(({ bucket, left, burst, per_second: rate }) => [
    `key ${bucket}`,
    left,
    burst,
    rate,
  ]);
  const shares = venues.flatMap(({ venue, orders }) =>
    orders === null
      ? []
      : [
          [
            `${venue} orders, share of the key`,
            orders.share_left,
            orders.share_burst,
            orders.share_per_second,
          ],
        ],
  );
  const budgets = venues.flatMap(({ venue, budgets: all }) =>
    all.map(({ name, left, burst, per_second: rate, for_cancels: isReserved }) => [
      `${venue} ${name}${isReserved ? ', for cancels' : ''}`,
      left,
      burst,
      rate,
    ]),
  );
  const rows = [...own, ...shares, ...budgets].map((row) => row.map(String));
  return [
    ...columns([['LIMIT', 'LEFT', 'BURST', 'PER SECOND'], ...rows]),
    `streams of the key: ${streams.open} of ${streams.max}`,
    `last hour: ${orders_1h} orders, ${fills_1h} fills${ratio === null ? '' : `, ${ratio} orders per fill`}`,
  ];
}

const QUOTE_COLUMNS = ['instrument_id', 'bid.qty', 'bid.price', 'ask.price', 'ask.qty'];
const ANSWER_COLUMNS = ['instrument_id', 'bid.action', 'bid.order_id', 'ask.action', 'ask.order_id'];

/** `50@0.46`, or `none`, which withdraws the side. */
function parseSide(option: string, text: string): NonNullable<QuotesUpdate['quotes'][number]['bid']> | null {
  if (text === 'none') return null;
  const [qty, price, ...rest] = text.split('@');
  if (!qty || !price || rest.length > 0) throw invalid(`${option} ${text}: expected QTY@PRICE or none.`);
  return { qty, price };
}
