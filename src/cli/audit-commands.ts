import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Config } from '#config';
import { errorMessage } from '#contract';
import { type ChainHead, HEADS_FILE } from '#storage/shared';
import { hasLedger } from './admin-call.ts';
import { type AuditListOptions, listAudit } from './audit-list.ts';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';

interface AuditVerifyOptions {
  readonly head?: string; // `SEQ:HASH`
  readonly heads?: string | true; // a file; true: that of the data folder
  readonly headsKey?: string; // base64
}

interface AuditExportOptions {
  readonly out?: string;
}

const CHUNK_BYTES = 1024 * 1024;

/**
 * Verifies the hash chain of this data folder's journal or of an exported file, and prints its head.
 * Returns exit code 1 when an entry was changed.
 */
async function verifyAudit(
  session: CliContext,
  file: string | undefined,
  options: AuditVerifyOptions,
): Promise<number> {
  const { terminal, config } = session;
  const { audit } = await session.parts();
  if (file === undefined) checkLedger(config);
  const known = options.head === undefined ? [] : [headIn(options.head)];
  if (options.heads !== undefined) {
    const path = options.heads === true ? join(config.dataDir, HEADS_FILE) : options.heads;
    const { heads, key, problem } = audit.readHeads(linesOf(path), options.headsKey ?? null);
    if (problem !== null) {
      terminal.print(`✗ ${path}: ${problem}`);
      return EXIT.failed;
    }
    terminal.notify(`${heads.length} signed heads of the key ${key ?? '-'}`);
    known.push(...heads);
  }
  const report =
    file === undefined ? await audit.verify(config, known) : audit.verifyExport(linesOf(file), known);
  if (report.problem !== null) {
    terminal.print(`✗ ${report.problem}`);
    return EXIT.failed;
  }
  terminal.print(`✓ ${report.entries} entries, and the hash chain is intact`);
  if (report.head !== null) terminal.print(`head ${report.head.seq}:${report.head.hash}`);
  return EXIT.ok;
}

/** Writes the journal as NDJSON, to standard output or to a file with mode 600. */
async function exportAudit(
  { terminal, config, parts }: CliContext,
  { out }: AuditExportOptions,
): Promise<void> {
  checkLedger(config);
  const lines = (await parts()).audit.lines(config);
  if (out === undefined) {
    for await (const line of lines) terminal.print(line);
    return;
  }
  const file = opened(out, 'wx');
  let count = 0;
  try {
    for await (const line of lines) {
      writeSync(file, `${line}\n`);
      count += 1;
    }
  } finally {
    closeSync(file);
  }
  terminal.notify(`${count} entries in ${out}`);
}

/** Refuses a folder that no service has used. */
export function checkLedger(config: Config): void {
  if (!hasLedger(config))
    throw invalid(`there is no ledger in ${config.dataDir}; no service has used this folder.`);
}

function headIn(text: string): ChainHead {
  const [, seq, hash] = /^([1-9]\d{0,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (seq === undefined || hash === undefined)
    throw invalid(`--head ${text}: expected NUMBER:HASH, as \`crossbook audit verify\` printed it.`);
  return { seq: Number(seq), hash };
}

/** Reads the lines of a file of any size. Invalid UTF-8 becomes U+FFFD, which fails the hash check. */
function* linesOf(path: string): Generator<string> {
  const file = opened(path, 'r');
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const chunk = new Uint8Array(CHUNK_BYTES);
  try {
    let rest = '';
    for (let bytes = readSync(file, chunk); bytes > 0; bytes = readSync(file, chunk)) {
      const lines = (rest + decoder.decode(chunk.subarray(0, bytes), { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

function opened(path: string, flags: 'r' | 'wx'): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw new Failure(errorMessage(error), EXIT.failed);
  }
}

/** Adds the audit commands. */
export function addAuditCommands(program: Command, run: Run): void {
  const audit = program.command('audit').description('list, verify and export the hash-chained journal');
  audit
    .command('list')
    .option('--last <count>', 'how many of the newest entries', '50')
    .option('-o, --output <format>', 'table, json, ndjson or csv')
    .option('--fields <names>', 'only these fields')
    .description('list the newest entries in words')
    .addHelpText('after', HELP.audit)
    .action((options: AuditListOptions) =>
      run((session) => {
        checkLedger(session.config);
        return listAudit(session, options);
      }),
    );
  audit
    .command('verify')
    .argument('[file]', 'an exported file; default: the journal of the data folder')
    .option('--head <seq:hash>', 'require this entry, recorded from an earlier check')
    .option('--heads [file]', 'require the entries of these signed heads; default: those in the data folder')
    .option('--heads-key <base64>', 'the key that must have signed them, recorded from an earlier check')
    .description('verify the hash chain and print its head')
    .addHelpText('after', HELP.audit)
    .action((file: string | undefined, options: AuditVerifyOptions) =>
      run((session) => verifyAudit(session, file, options)),
    );
  audit
    .command('export')
    .option('--out <file>', 'write to a new file with mode 600; default: standard output')
    .description('export the whole journal as NDJSON')
    .addHelpText('after', HELP.audit)
    .action((options: AuditExportOptions) => run((session) => exportAudit(session, options)));
}

/** Replays the whole journal and compares it with the tables. Returns exit code 1 when they differ. */
export async function verify({ config, terminal, parts }: CliContext): Promise<number> {
  checkLedger(config);
  const { entries, problems } = await (await parts()).verify(config);
  for (const problem of problems) terminal.print(`✗ ${problem}`);
  if (problems.length === 0) {
    terminal.print(`✓ ${entries} journal entries: the hash chain is intact and the tables match it`);
    return EXIT.ok;
  }
  terminal.notify('Do not trade on this data; see docs/operations.md, Damaged data.');
  return EXIT.failed;
}
