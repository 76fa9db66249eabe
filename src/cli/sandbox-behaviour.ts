import { DEMO_SCHEMA } from '#config';
import type { CliContext } from './cli-context.ts';
import { invalid } from './cli-failure.ts';

/** What the local exchanges of `start --untidy` do, by driver, in the syntax of `sandbox.faults` without the venue. */
export const UNTIDY_FAULTS: Readonly<Record<string, readonly string[]>> = {
  kalshi: [
    'delay ms=400 probability=0.1',
    'read_lag ms=1500',
    'time_forms',
    'drop_after_accept method=POST path=/portfolio/events/orders status=502 probability=0.02',
    'status status=429 probability=0.01',
    'ws_gap probability=0.002',
    'ws_drop probability=0.0005',
  ],
  polymarket: [
    'delay ms=400 probability=0.1',
    'taker_delay ms=250',
    'trade_retrying probability=0.1',
    'ghost_fill channel=trade probability=0.05', // the other side lacks the funds
    'events_first',
    'closed_order how=null',
    'cancel_not_found probability=0.02',
    'drop_after_accept method=POST path=/order status=500 probability=0.02',
    'ws_gap channel=price_change probability=0.002',
  ],
};

/** The context of `start --lively`: every built-in exchange moves within a second. Refused where there is none. */
export function withLivelyMarkets(session: CliContext): CliContext {
  const { config } = session;
  const builtIn = Object.entries(config.venues).filter(
    ([, { enabled, driver }]) => enabled && driver === DEMO_SCHEMA.driver,
  );
  if (config.profile === 'replay' || builtIn.length === 0)
    throw invalid('--lively is for the built-in exchange, and none is enabled.');
  const lively = Object.fromEntries(builtIn.map(([id, venue]) => [id, { ...venue, lively: true }]));
  return { ...session, config: { ...config, venues: { ...config.venues, ...lively } } };
}

/** The context of `start --untidy`: the local exchanges fail as real venues do. Refused outside of profile sandbox. */
export function withUntidyFaults(session: CliContext): CliContext {
  const { config, terminal } = session;
  if (config.profile !== 'sandbox') throw invalid('--untidy is for profile "sandbox": it injects faults.');
  const simulated = Object.values(config.venues).filter(
    ({ enabled, driver }) => !enabled && config.sandbox.exchanges && driver in UNTIDY_FAULTS,
  );
  const faults = simulated.flatMap(({ name, driver }) =>
    (UNTIDY_FAULTS[driver] ?? []).map((fault) => `${name} ${fault}`),
  );
  terminal.notify(
    `Untidy: ${simulated.map(({ name }) => name).join(' and ')} fail now and then as real venues do (docs/faults.md).`,
  );
  const sandbox = { ...config.sandbox, faults: [...faults, ...config.sandbox.faults] };
  return { ...session, config: { ...config, sandbox } };
}
