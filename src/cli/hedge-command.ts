import type { Command } from 'commander';
import type { ComplexOrderDraft, Opportunity } from '../../sdk/src/index.ts';
import { instrumentRef, withCalling, withSubaccount } from './api-calls.ts';
import { asking, connect } from './api-connection.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { HEDGE_HELP } from './help-texts.ts';
import { type PlaceOptions, place, withLife } from './new-complex-order.ts';
import { readParams, withParams } from './param-options.ts';

interface HedgeOptions extends PlaceOptions {
  readonly leg?: readonly string[];
}

type Terms = Omit<ComplexOrderDraft, 'subaccount_id'>;

/** `crossbook hedge`: two legs that hedge each other, typed or from an opportunity. */
export function addHedgeCommand(program: Command, run: Run): void {
  withParams(withLife(withCalling(withSubaccount(program.command('hedge')))), 'HEDGED_PAIR')
    .argument('[opportunity]', 'opp_91: takes its legs, and its quantity unless one is given')
    .argument('[qty]', 'number of sets')
    .option(
      '--leg <leg...>',
      'ID:yes|no:WORST_PRICE, twice, where ID may be VENUE:TICKER; a quantity alone is then the argument',
    )
    .description('buy two legs that hedge each other')
    .addHelpText('after', HEDGE_HELP)
    .action((first: string | undefined, second: string | undefined, options: HedgeOptions) =>
      run(async (session) => {
        const terms = await buildTerms(session, first, second, options);
        await place(session, options, () => terms);
      }),
    );
}

async function buildTerms(
  session: CliContext,
  first: string | undefined,
  second: string | undefined,
  options: HedgeOptions,
): Promise<Terms> {
  if (options.leg !== undefined) {
    if (first === undefined || second !== undefined) throw invalid('with --leg give the quantity alone.');
    return toTerms(first, options.leg.map(readLeg), options);
  }
  if (first === undefined) throw invalid('name an opportunity, or two --leg.');
  const found = await findOpportunity(session, first, options);
  const legs = found.legs.map(({ instrument_id, outcome, worst_price }) => ({
    instrument_id,
    side: 'BUY',
    outcome,
    price: worst_price,
  }));
  if (legs.length !== 2) throw invalid(`${found.id} has ${legs.length} legs; a pair has two.`);
  return toTerms(second ?? found.qty, legs, options);
}

async function findOpportunity(session: CliContext, id: string, options: HedgeOptions): Promise<Opportunity> {
  const { client } = connect(session, options);
  const listed = await asking(() => client.opportunities.list());
  const found = listed.find((each) => each.id === id || each.id === `opp_${id}`);
  if (found === undefined) throw invalid(`${id} is not an open opportunity.`);
  return found;
}

function readLeg(text: string) {
  const [id, outcome, price] = /^(.+):([^:]+):([^:]+)$/.exec(text)?.slice(1) ?? [];
  const upper = outcome?.toUpperCase();
  if (id === undefined || price === undefined || (upper !== 'YES' && upper !== 'NO'))
    throw invalid('a leg is ID:yes|no:WORST_PRICE, for example 2001:yes:0.47 or Demo:RAIN:yes:0.47.');
  return { instrument_id: instrumentRef('ID', id), side: 'BUY', outcome: upper, price };
}

const toTerms = (qty: string, legs: readonly object[], options: HedgeOptions): Terms => ({
  type: 'HEDGED_PAIR',
  qty,
  params: { legs, ...readParams('HEDGED_PAIR', options) },
});
