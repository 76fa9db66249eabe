import type { Command } from 'commander';
import { type CallingOptions, withCalling, withSubaccount, withWatch } from '../client/options.ts';
import { READ_HELP as READS } from '../help/reads.ts';
import { WRITE_HELP as WRITES } from '../help/writes.ts';
import type { Run } from '../run.ts';
import { killOff, killOn, type LimitOptions, setRisk, showRisk } from './risk.ts';

/** Limits and the kill switch. */
export function addRiskCommands(program: Command, run: Run): void {
  const risk = program.command('risk').description('limits: how far they are used, and what they are');
  withWatch(withSubaccount(risk.command('show')))
    .description('how a subaccount stands against its limits')
    .addHelpText('after', READS.riskShow)
    .action((options: CallingOptions) => run((session) => showRisk(session, options)));
  withCalling(withSubaccount(risk.command('set')))
    .option('--account', 'the limits over all subaccounts')
    .option('--max-order-qty <qty>', 'the largest single order, or none')
    .option('--max-position-qty <qty>', 'the largest position over all instruments, or none')
    .option('--max-open-orders <n>', 'the most orders that rest, or none')
    .description('set limits')
    .addHelpText('after', WRITES.riskSet)
    .action((options: LimitOptions) => run((session) => setRisk(session, options)));
  const kill = program.command('kill').description('the kill switch: no new order passes while it is on');
  withCalling(kill.command('on'))
    .description('refuse every new order, at once')
    .addHelpText('after', WRITES.killOn)
    .action((options: CallingOptions) => run((session) => killOn(session, options)));
  withCalling(kill.command('off'))
    .option('--yes', 'without asking')
    .description('let new orders pass again')
    .addHelpText('after', WRITES.killOff)
    .action((options: CallingOptions & { yes?: boolean }) => run((session) => killOff(session, options)));
}
