import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { controlAddress } from '../control/address.ts';
import { askControl } from '../control/client.ts';
import type { InstrumentLine, MatchLine, ReviewLine } from '../control/reviewlines.ts';
import type { ReviewCommandName } from '../control/reviews.ts';
import { approvedIn, importApproved } from './approved.ts';
import { EXIT, Failure, invalid, refusedFailure } from './failure.ts';
import type { Session } from './session.ts';
import { columns } from './terminal.ts';

/** Comparing large catalogues takes its time. */
const ANSWER_MS_MAX = 300_000;

type ProposalLine = { readonly a: InstrumentLine; readonly b: InstrumentLine } & MatchLine;

export interface ListOptions {
  readonly state: string;
  readonly unsure?: boolean;
  readonly json?: boolean;
}

/** What waits for a decision, or what was decided. */
export async function listMatches(session: Session, options: ListOptions): Promise<void> {
  if (!STATES.includes(options.state))
    throw invalid(`--state ${options.state}: expected one of ${STATES.join(', ')}.`);
  if (options.state !== 'proposed') return listReviews(session, options);
  const all = (await askRunning(session, 'match.list')) as readonly ProposalLine[];
  const shown = all.filter(({ verdict }) => options.unsure === true || verdict !== 'unsure');
  if (isForScripts(session, options)) return printJson(session, shown);
  const rows = shown.map(({ a, b, verdict, score }) => [
    score.toFixed(2),
    verdict,
    nameOf(a),
    nameOf(b),
    a.title,
  ]);
  for (const line of columns([['SCORE', 'VERDICT', 'ONE', 'OTHER', 'TITLE'], ...rows]))
    session.terminal.print(line);
  session.terminal.tell(`${shown.length} of ${all.length} proposals; --unsure shows the doubtful ones too.`);
}

const STATES = ['proposed', 'approved', 'suspended', 'rejected', 'all'];

async function listReviews(session: Session, options: ListOptions): Promise<void> {
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

/** Both texts in full, every reason for and against, and what was decided before. */
export async function showMatch(
  session: Session,
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
    close_time: closes,
    status,
  } of shown.members) {
    terminal.print(`${venue}:${ticker} (${id}, ${status}, closes ${closes ?? 'at no set time'})`);
    terminal.print(`  ${title}\n  ${rules ?? 'no rules'}\n`);
  }
  for (const [at, { verdict, score, features }] of shown.matches.entries()) {
    terminal.print(
      `${nameOf(shown.members[0])} and ${nameOf(shown.members[at + 1])}: ${verdict}, ${score.toFixed(2)}`,
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
    terminal.print(`asset ${id} ${status} by ${by} at ${at}: ${why}`);
}

export interface DecideOptions {
  readonly asset?: string;
  readonly why: string;
  readonly by?: string;
  readonly title?: string;
  readonly inverted?: readonly string[];
  readonly despite?: boolean;
  readonly json?: boolean;
}

/** Approves or rejects instruments as one contract, or an asset that there is. */
export async function decideMatch(
  session: Session,
  verb: 'approve' | 'reject',
  members: readonly string[],
  options: DecideOptions,
): Promise<void> {
  const review = (await askRunning(session, `match.${verb}`, {
    ...(options.asset === undefined ? {} : { asset: Number(options.asset) }),
    members: members.map((name) =>
      options.inverted?.includes(name) === true ? { name, inverted: true } : name,
    ),
    why: options.why,
    by: options.by ?? session.terminal.env['USER'] ?? 'operator',
    title: options.title,
    despite: options.despite === true,
  })) as ReviewLine;
  if (isForScripts(session, options)) return printJson(session, review);
  session.terminal.print(`asset ${review.generic_asset_id} ${review.status}: ${review.title}`);
  for (const { name, inverted } of review.members)
    session.terminal.print(`  ${inverted ? 'not ' : ''}${name}`);
}

/** What is approved, with the fingerprints of the texts that were looked at, as a file for another service. */
export async function exportMatches(session: Session, options: { readonly out?: string }): Promise<void> {
  const reviews = (await askRunning(session, 'match.reviews')) as readonly ReviewLine[];
  const approved = reviews
    .filter(({ status }) => status === 'APPROVED')
    .map(({ title, by, why, members }) => ({
      title,
      by,
      why,
      members: members.map(({ name, inverted, fingerprint }) => ({ name, inverted, fingerprint })),
    }));
  const text = JSON.stringify({ approved }, null, 2);
  if (options.out === undefined) return session.terminal.print(text);
  writeFileSync(resolve(session.terminal.cwd, options.out), `${text}\n`);
  session.terminal.tell(`${approved.length} approved assets written to ${options.out}`);
}

/** Approves what a file says, asset by asset; what is refused is told and leaves the rest. */
export async function importMatches(session: Session, file: string): Promise<number> {
  const approved = approvedIn(readFileSync(resolve(session.terminal.cwd, file), 'utf8'), file);
  const address = controlAddress(session.config.dataDir);
  const report = await importApproved(approved, async (params) => {
    const reply = await askControl(address, 'match.approve', params, ANSWER_MS_MAX);
    if (reply === null) throw notRunning();
    return reply;
  });
  if (!session.terminal.isInteractive) printJson(session, report);
  else
    for (const { title, refused } of report)
      session.terminal.print(refused === null ? `✓ ${title}` : `✗ ${title}: ${refused}`);
  return report.every(({ refused }) => refused === null) ? EXIT.ok : EXIT.usage;
}

async function askRunning(
  { config }: Session,
  name: ReviewCommandName,
  params: unknown = {},
): Promise<unknown> {
  const reply = await askControl(controlAddress(config.dataDir), name, params, ANSWER_MS_MAX);
  if (reply === null) throw notRunning();
  if (!reply.ok) throw refusedFailure(reply.error);
  return reply.value;
}

const notRunning = (): Failure =>
  new Failure(
    'no service runs on this data folder; start it first: matching reads what its venues list.',
    EXIT.unavailable,
  );

const isForScripts = ({ terminal }: Session, { json }: { readonly json?: boolean }): boolean =>
  json === true || !terminal.isInteractive;
const printJson = ({ terminal }: Session, value: unknown): void =>
  terminal.print(JSON.stringify(value, null, 2));
const nameOf = (line: InstrumentLine | undefined): string => `${line?.venue}:${line?.ticker}`;
