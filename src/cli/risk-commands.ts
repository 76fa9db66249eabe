import type { Command } from 'commander';
import { LIMIT_LIST, type LimitKind, type NamedLimit } from '#contract';
import type { RiskState, RiskUsage } from '../../sdk/src/index.ts';
import {
  type CallingOptions,
  runRead,
  runWrite,
  toOption,
  wholeNumber,
  withCalling,
  withSubaccount,
  withWatch,
} from './api-calls.ts';
import type { CliContext, Run } from './cli-context.ts';
import { invalid } from './cli-failure.ts';
import { READ_HELP as READS, WRITE_HELP as WRITES } from './help-texts.ts';
import { confirmed } from './order-changes.ts';
import { recordView } from './output.ts';
import { columns } from './terminal-io.ts';

/** Shows the limits of a subaccount and its account, and how far they are used. */
const showRisk = (session: CliContext, options: CallingOptions) =>
  runRead(session, options, async (connection) => {
    const state = await connection.client.risk.state({ subaccount_id: await connection.subaccount() });
    return { ...recordView(state), drawn: toRiskTable(state) };
  });

/** A line for each limit; `none` is no limit, and what is not counted without one is `-`. */
function toRiskTable(state: RiskState): readonly string[] {
  const {
    subaccount_id: id,
    kill_switch_active: isKilled,
    breaches,
    limits,
    account_limits: account,
  } = state;
  const rows = LIMIT_LIST.map(({ name }) => {
    const used = state.usage.map((scope) => scope[name as keyof Omit<RiskUsage, 'scope'>]?.used ?? '-');
    const [own = '-', all = '-'] = used.map(String);
    return [name, own, `${limits[name] ?? 'none'}`, all, `${account[name] ?? 'none'}`];
  });
  return [
    `subaccount ${id}: the kill switch is ${isKilled ? 'on' : 'off'}, ${breaches.length === 0 ? 'no limit is breached' : `breached: ${breaches.map((each) => `${each.limit} of the ${each.scope}`).join(', ')}`}`,
    ...columns([['LIMIT', 'USED', 'MAX', 'ACCOUNT_USED', 'ACCOUNT_MAX'], ...rows]),
  ];
}

interface LimitOptions extends CallingOptions, Readonly<Partial<Record<NamedLimit['field'], string>>> {
  readonly account?: boolean; // limits over all subaccounts
}

/** Sets the named limits; `none` removes a limit. */
async function setRisk(session: CliContext, options: LimitOptions): Promise<void> {
  const limits = Object.fromEntries(
    LIMIT_LIST.map(({ kind, field, name }) => [
      name,
      kind === 'count' ? toCount(toOption(name), options[field]) : toLimit(options[field]),
    ]),
  );
  if (Object.values(limits).every((it) => it === undefined))
    throw invalid('name a limit, such as --max-order-qty or --day-cost-max.');
  await runWrite(session, options, async (connection) => {
    const scope = options.account === true ? {} : { subaccount_id: await connection.subaccount() };
    return recordView(await connection.client.risk.setLimits({ ...limits, ...scope }));
  });
}

const toLimit = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);

const toCount = (option: string, text: string | undefined): number | null | undefined =>
  text === 'none' ? null : wholeNumber(option, text);

const ARGUMENTS: Readonly<Record<LimitKind, string>> = { qty: 'qty', amount: 'amount', count: 'n' };

/** Rejects every new order from now on. There is no confirmation, because it may be urgent. */
async function killOn(session: CliContext, options: CallingOptions): Promise<void> {
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(true)));
  session.terminal.notify(
    'new orders are rejected; open orders remain: crossbook order cancel-all cancels them',
  );
}

async function killOff(
  session: CliContext,
  options: CallingOptions & { readonly yes?: boolean },
): Promise<void> {
  await confirmed(session, options, 'Accept new orders again?');
  await runWrite(session, options, async ({ client }) => recordView(await client.risk.killSwitch(false)));
}

interface GuardOptions extends CallingOptions {
  readonly key?: boolean; // all subaccounts of the key
  readonly timeout?: string;
  readonly scope?: string;
  readonly block?: boolean;
}

const guardScope = async (
  options: GuardOptions,
  connection: { subaccount(): Promise<string> },
): Promise<{ subaccount_id?: string }> =>
  options.key === true ? {} : { subaccount_id: await connection.subaccount() };

const showGuard = (session: CliContext, options: GuardOptions) =>
  runRead(session, options, async (connection) =>
    recordView(await connection.client.risk.guard(await guardScope(options, connection))),
  );

/** Arms or renews the guard; a later call within the timeout moves its deadline. */
const setGuard = (session: CliContext, options: GuardOptions) =>
  runWrite(session, options, async (connection) => {
    const { scope = 'key', block } = options;
    if (scope !== 'key' && scope !== 'subaccount') throw invalid('--scope must be key or subaccount.');
    const timeoutMs = wholeNumber('--timeout', options.timeout);
    if (timeoutMs === undefined) throw invalid('name the timeout: --timeout 10000.');
    return recordView(
      await connection.client.risk.setGuard({
        ...(await guardScope(options, connection)),
        timeout_ms: timeoutMs,
        scope: scope === 'key' ? 'KEY' : 'SUBACCOUNT',
        block_after: block !== false,
      }),
    );
  });

const disarmGuard = (session: CliContext, options: GuardOptions) =>
  runWrite(session, options, async (connection) => {
    const { scope = 'key' } = options;
    const terms = { timeout_ms: 0, scope: scope === 'subaccount' ? 'SUBACCOUNT' : 'KEY' } as const;
    return recordView(
      await connection.client.risk.setGuard({ ...(await guardScope(options, connection)), ...terms }),
    );
  });

function addGuardCommands(program: Command, run: Run): void {
  const guard = program
    .command('guard')
    .description('show and set guards, which cancel the orders of a silent client');
  const withScope = (command: Command): Command =>
    command.option('--key', 'the guard of all subaccounts of the key');
  withScope(withWatch(withSubaccount(guard.command('show'))))
    .description('show the guard of a subaccount')
    .addHelpText('after', READS.guardShow)
    .action((options: GuardOptions) => run((session) => showGuard(session, options)));
  withScope(withCalling(withSubaccount(guard.command('set'))))
    .option('--timeout <ms>', 'it fires this long after the last call, 5000 to 600000')
    .option('--scope <scope>', 'key: the orders of the key; subaccount: all orders there', 'key')
    .option('--no-block', 'accept new orders after it has fired')
    .description('arm or renew the guard')
    .addHelpText('after', WRITES.guardSet)
    .action((options: GuardOptions) => run((session) => setGuard(session, options)));
  withScope(withCalling(withSubaccount(guard.command('off'))))
    .option('--scope <scope>', 'subaccount: also lifts the blocks of other keys there', 'key')
    .description('disarm the guard, and accept new orders again')
    .addHelpText('after', WRITES.guardOff)
    .action((options: GuardOptions) => run((session) => disarmGuard(session, options)));
}

/** Adds the commands for limits, guards and the kill switch. */
export function addRiskCommands(program: Command, run: Run): void {
  const risk = program.command('risk').description('show and set limits');
  withWatch(withSubaccount(risk.command('show')))
    .description('show the limits of a subaccount and their usage')
    .addHelpText('after', READS.riskShow)
    .action((options: CallingOptions) => run((session) => showRisk(session, options)));
  const set = withCalling(withSubaccount(risk.command('set'))).option(
    '--account',
    'the account limits, which apply over all subaccounts',
  );
  for (const { kind, name, typed } of LIMIT_LIST) set.option(`${toOption(name)} <${ARGUMENTS[kind]}>`, typed);
  set
    .description('set limits')
    .addHelpText('after', WRITES.riskSet)
    .action((options: LimitOptions) => run((session) => setRisk(session, options)));
  addGuardCommands(program, run);
  const kill = program.command('kill').description('switch the kill switch, which rejects all new orders');
  withCalling(kill.command('on'))
    .description('reject every new order')
    .addHelpText('after', WRITES.killOn)
    .action((options: CallingOptions) => run((session) => killOn(session, options)));
  withCalling(kill.command('off'))
    .option('--yes', 'skip the confirmation')
    .description('accept new orders again')
    .addHelpText('after', WRITES.killOff)
    .action((options: CallingOptions & { yes?: boolean }) => run((session) => killOff(session, options)));
}
