import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { InstrumentLine, MatchLine, ReviewCommandName, ReviewLine } from '#admin';
import { callRunning, sendRunning } from './admin-call.ts';
import { wholeNumber } from './api-calls.ts';
import { approvedIn, importApproved } from './approved-assets.ts';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { cleanText, columns, renderJson, type Terminal } from './terminal-io.ts';

/** Comparing large catalogues is slow. */
const ANSWER_MS_MAX = 300_000;

type ProposalLine = { readonly a: InstrumentLine; readonly b: InstrumentLine } & MatchLine;

interface ListOptions {
  readonly state: string;
  readonly unsure?: boolean;
  readonly json?: boolean;
}

/** Lists undecided proposals, or decided assets. */
async function listMatches(session: CliContext, options: ListOptions): Promise<void> {
  if (!STATES.includes(options.state))
    throw invalid(`--state ${options.state}: expected one of ${STATES.join(', ')}.`);
  if (options.state !== 'proposed') return listReviews(session, options);
  const all = (await askRunning(session, 'match.list')) as readonly ProposalLine[];
  const shown = all.filter(({ verdict }) => options.unsure === true || verdict !== 'unsure');
  if (isForScripts(session, options)) return printJson(session, shown);
  const rows = shown.map(({ a, b, verdict, score, safety }) => [
    score.toFixed(2),
    verdict,
    safety.level,
    renderName(a),
    renderName(b),
    a.title,
  ]);
  for (const line of columns([['SCORE', 'VERDICT', 'SAFETY', 'ONE', 'OTHER', 'TITLE'], ...rows]))
    session.terminal.print(line);
  session.terminal.notify(`${shown.length} of ${all.length} proposals; --unsure includes the unsure ones.`);
}

const STATES = ['proposed', 'approved', 'suspended', 'rejected', 'all'];

async function listReviews(session: CliContext, options: ListOptions): Promise<void> {
  const reviews = (await askRunning(session, 'match.reviews')) as readonly ReviewLine[];
  const shown = reviews.filter(
    ({ status }) => options.state === 'all' || status === options.state.toUpperCase(),
  );
  if (isForScripts(session, options)) return printJson(session, shown);
  const rows = shown.map(({ generic_asset_id: id, status, members, title, by, why }) => [
    String(id),
    status,
    members.map(({ name, inverted }) => (inverted ? `not ${name}` : name)).join(' '),
    title,
    `${by}: ${why}`,
  ]);
  for (const line of columns([['ASSET', 'STATUS', 'MEMBERS', 'TITLE', 'WHO AND WHY'], ...rows]))
    session.terminal.print(line);
}

/** Shows both texts in full, all evidence, and previous decisions. */
async function showMatch(
  session: CliContext,
  members: readonly string[],
  options: { readonly json?: boolean },
): Promise<void> {
  const shown = (await askRunning(session, 'match.show', { members })) as {
    readonly members: readonly InstrumentLine[];
    readonly matches: readonly MatchLine[];
    readonly reviews: readonly ReviewLine[];
  };
  if (isForScripts(session, options)) return printJson(session, shown);
  const { terminal } = session;
  for (const {
    venue,
    ticker,
    instrument_id: id,
    title,
    rules,
    rules_secondary: secondary,
    close_time: closes,
    status,
  } of shown.members) {
    printLine(terminal, `${venue}:${ticker} (${id}, ${status}, closes ${closes ?? 'at no fixed time'})`);
    for (const text of [title, rules ?? 'no rules', ...(secondary === null ? [] : [secondary]), ''])
      for (const line of text.split('\n')) printLine(terminal, `  ${line}`);
  }
  for (const [at, { verdict, score, relation, safety, features }] of shown.matches.entries()) {
    printLine(
      terminal,
      `${renderName(shown.members[0])} and ${renderName(shown.members[at + 1])}: ${verdict}, ${score.toFixed(2)}, relation ${relation}`,
    );
    printLine(
      terminal,
      `  ${[safety.level, ...safety.clauses.map(({ name, words }) => `${name}: ${words}`)].join('  ')}`,
    );
    const rows = features.map(({ kind, name, weight, words }) => [
      `  ${kind}`,
      name,
      weight.toFixed(2),
      words,
    ]);
    for (const line of columns(rows)) terminal.print(line);
  }
  for (const { generic_asset_id: id, status, by, why, at } of shown.reviews)
    printLine(terminal, `asset ${id} ${status} by ${by} at ${at}: ${why}`);
}

interface DecideOptions {
  readonly asset?: string;
  readonly why: string;
  readonly by?: string;
  readonly title?: string;
  readonly inverted?: readonly string[];
  readonly despite?: boolean;
  readonly json?: boolean;
}

/** Approves or rejects instruments as one contract, or an existing asset. */
async function decideMatch(
  session: CliContext,
  verb: 'approve' | 'reject',
  members: readonly string[],
  options: DecideOptions,
): Promise<void> {
  const review = (await askRunning(session, `match.${verb}`, {
    ...(options.asset === undefined ? {} : { asset: wholeNumber('--asset', options.asset) }),
    members: members.map((name) =>
      options.inverted?.includes(name) === true ? { name, inverted: true } : name,
    ),
    why: options.why,
    by: options.by ?? session.terminal.env['USER'] ?? 'operator',
    title: options.title,
    despite: options.despite === true,
  })) as ReviewLine;
  if (isForScripts(session, options)) return printJson(session, review);
  printLine(session.terminal, `asset ${review.generic_asset_id} ${review.status}: ${review.title}`);
  for (const { name, inverted } of review.members)
    printLine(session.terminal, `  ${inverted ? 'not ' : ''}${name}`);
}

/** Exports the approved assets, with the fingerprints of the reviewed texts, for another service. */
async function exportMatches(session: CliContext, options: { readonly out?: string }): Promise<void> {
  const reviews = (await askRunning(session, 'match.reviews')) as readonly ReviewLine[];
  const approved = reviews
    .filter(({ status }) => status === 'APPROVED')
    .map(({ title, by, why, members }) => ({
      title,
      by,
      why,
      members: members.map(({ name, inverted, fingerprint }) => ({ name, inverted, fingerprint })),
    }));
  const text = renderJson({ approved }, 2);
  if (options.out === undefined) return session.terminal.print(text);
  writeFileSync(resolve(session.terminal.cwd, options.out), `${text}\n`);
  session.terminal.notify(`${approved.length} approved assets written to ${options.out}`);
}

/** Approves the assets of a file one by one. A rejected asset is reported and does not stop the rest. */
async function importMatches(session: CliContext, file: string): Promise<number> {
  const approved = approvedIn(readFileSync(resolve(session.terminal.cwd, file), 'utf8'), file);
  const report = await importApproved(approved, (params) =>
    sendRunning(session, 'match.approve', params, ANSWER_MS_MAX),
  );
  if (!session.terminal.isInteractive) printJson(session, report);
  else
    for (const { title, refused } of report)
      printLine(session.terminal, refused === null ? `✓ ${title}` : `✗ ${title}: ${refused}`);
  return report.every(({ refused }) => refused === null) ? EXIT.ok : EXIT.usage;
}

const askRunning = (session: CliContext, name: ReviewCommandName, params: unknown = {}): Promise<unknown> =>
  callRunning(session, name, params, ANSWER_MS_MAX);

const isForScripts = ({ terminal }: CliContext, { json }: { readonly json?: boolean }): boolean =>
  json === true || !terminal.isInteractive;
const printJson = ({ terminal }: CliContext, value: unknown): void => terminal.print(renderJson(value, 2));
/** Titles, rules and tickers are words of venues. */
const printLine = (terminal: Terminal, line: string): void => terminal.print(cleanText(line).trimEnd());
const renderName = (line: InstrumentLine | undefined): string => `${line?.venue}:${line?.ticker}`;

/** Adds the commands that review mapping proposals. */
export function addMatchCommands(program: Command, run: Run): void {
  const match = program
    .command('match')
    .description('review which listings of different venues are the same contract')
    .addHelpText('after', HELP.match);
  match
    .command('list')
    .option('--state <state>', 'proposed, approved, suspended, rejected or all', 'proposed')
    .option('--unsure', 'include unsure proposals')
    .option('--json', 'print JSON; default if the output is not a terminal')
    .description('list proposals or decided assets')
    .addHelpText('after', HELP.matchList)
    .action((options: ListOptions) => run((session) => listMatches(session, options)));
  match
    .command('show')
    .argument('<member...>', 'instrument id, or VENUE:TICKER')
    .option('--json', 'print JSON')
    .description('show both texts and all evidence')
    .addHelpText('after', HELP.matchShow)
    .action((members: string[], options: { json?: boolean }) =>
      run((session) => showMatch(session, members, options)),
    );
  addDecision(match, run, 'approve', 'approve members as one asset, to list and route it', HELP.matchApprove);
  addDecision(match, run, 'reject', 'reject a proposal permanently, or remove an asset', HELP.matchReject);
  match
    .command('export')
    .option('--out <file>', 'write to this file; default: standard output')
    .description('export the approved assets for another service')
    .addHelpText('after', HELP.matchExport)
    .action((options: { out?: string }) => run((session) => exportMatches(session, options)));
  match
    .command('import')
    .argument('<file>')
    .description('approve the assets of a file')
    .addHelpText('after', HELP.matchImport)
    .action((file: string) => run((session) => importMatches(session, file)));
}

function addDecision(match: Command, run: Run, verb: 'approve' | 'reject', what: string, help: string): void {
  match
    .command(verb)
    .argument('[member...]', 'instrument ids, or VENUE:TICKER; the first one defines YES')
    .option('--asset <id>', 'an existing asset, instead of members')
    .requiredOption('--why <text>', 'reason, recorded with the decision')
    .option('--by <name>', 'name of the decider; default: the current user')
    .option('--title <text>', "title of the asset; default: the first member's")
    .option('--inverted <member...>', 'members whose NO is the YES of the asset')
    .option('--despite', 'override the verdict of matching, after reading both texts')
    .option('--json', 'print JSON')
    .description(what)
    .addHelpText('after', help)
    .action((members: string[], options: DecideOptions) =>
      run((session) => decideMatch(session, verb, members, options)),
    );
}
