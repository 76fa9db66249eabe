import type { Command } from 'commander';
import { type AuditExportOptions, type AuditVerifyOptions, exportAudit, verifyAudit } from '../audit.ts';
import { HELP } from '../help.ts';
import type { Run } from '../run.ts';

/** Who did what, for those who must prove it. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('who did what: the journal, chained by hash');
  audit
    .command('verify')
    .argument('[file]', 'an exported file; without it, the journal of the data folder')
    .option('--head <seq:hash>', 'an entry that was written down elsewhere and must still be there')
    .description('check every hash of the chain and print its head')
    .addHelpText('after', HELP.audit)
    .action((file: string | undefined, options: AuditVerifyOptions) =>
      run((session) => verifyAudit(session, file, options)),
    );
  audit
    .command('export')
    .option('--out <file>', 'into a new file that only you can read; else it is printed')
    .description('the whole journal as lines of JSON')
    .addHelpText('after', HELP.audit)
    .action((options: AuditExportOptions) => run((session) => exportAudit(session, options)));
}
