import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import type { AdoptionLines } from '#admin';
import { type Config, credentialSettings, DEMO_SCHEMA, findVenueId, masterKey, sealText } from '#config';
import { errorMessage } from '#contract';
import type { VenueCheck } from '#ports';
import { onlyAccount } from './access-commands.ts';
import { callAdmin, callRunning } from './admin-call.ts';
import { type CliContext, machineDeps, type Run } from './cli-context.ts';
import { EXIT, Failure, invalid } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { columns, renderJson } from './terminal-io.ts';

interface CheckOptions {
  readonly json?: boolean;
  readonly acceptOldFacts?: boolean;
  readonly place?: string | true; // a market, or any
  readonly yes?: boolean;
}

const FACT_DAYS_MAX = 90; // under profile live
const DAY_MS = 86_400_000;

/**
 * Checks credentials, connectivity and account of an external venue. It queries the venue directly, with or without a
 * running service; under profile sandbox that is the service's simulator. With `--place` it also places the trial
 * order, once everything else passed.
 *
 * @param name  the venue's public name, or its section of the settings
 * @returns     exit code 8 when a check fails, under profile live also for an assumption older than 90 days
 */
async function checkVenue(session: CliContext, name: string, options: CheckOptions): Promise<number> {
  const { config, terminal } = session;
  const id = findVenueId(config, name);
  const venue = id === null ? undefined : config.venues[id];
  if (id === null || venue === undefined || venue.driver === DEMO_SCHEMA.driver) {
    const names = findExternalVenues(config).map((each) => each.name);
    throw invalid(`${JSON.stringify(name)} is not an external venue: the names are ${names.join(' and ')}.`);
  }
  const { json = false, acceptOldFacts = false, place } = options;
  if (place !== undefined && options.yes !== true && !terminal.isInteractive)
    throw invalid('--place sends an order: confirm it at a terminal, or add --yes.');
  const checks = await runVenueChecks(session, id, acceptOldFacts);
  if (checks === null) {
    throw invalid(
      `${venue.name} is disabled. Set venues.${id}.enabled = true, or start the service ` +
        'under profile "sandbox" to use a local simulator.',
    );
  }
  const isSound = checks.every(({ ok }) => ok);
  if (!json) for (const line of renderChecks(checks)) terminal.print(line);
  const trial = isSound && place !== undefined ? await placeTrial(session, id, options) : [];
  if (json) terminal.print(renderJson([...checks, ...trial], 2));
  else for (const line of renderChecks(trial)) terminal.print(line);
  if (place !== undefined && !isSound) terminal.notify('No order was placed, because a check failed.');
  return isSound && trial.every(({ ok }) => ok) ? EXIT.ok : EXIT.unavailable;
}

export const findExternalVenues = ({
  venues,
}: Config): readonly { readonly id: string; readonly name: string }[] =>
  Object.entries(venues)
    .filter(([, { driver }]) => driver !== DEMO_SCHEMA.driver)
    .map(([id, { name }]) => ({ id, name }));

/** The checks of a venue; null if it is off. Under profile live an assumption older than 90 days fails. */
export async function runVenueChecks(
  session: CliContext,
  id: string,
  acceptOldFacts: boolean,
): Promise<readonly VenueCheck[] | null> {
  const deps = machineDeps(session);
  const found = await (await session.parts()).checkVenue(deps, id);
  const isStrict = session.config.profile === 'live' && !acceptOldFacts;
  return isStrict && found !== null ? found.map((check) => refuseOldFact(check, deps.clock.now())) : found;
}

async function placeTrial(
  session: CliContext,
  id: string,
  { place, yes }: CheckOptions,
): Promise<readonly VenueCheck[]> {
  const { terminal } = session;
  const trial = await (await session.parts()).placeVenueTrial(machineDeps(session), id, {
    ticker: typeof place === 'string' ? place : null,
    confirm: async (question) => {
      if (yes !== true) return terminal.confirm(question);
      terminal.notify(question);
      return true;
    },
  });
  if (trial === null) throw new Failure('cancelled by the operator; no order was placed.');
  return trial;
}

const renderChecks = (checks: readonly VenueCheck[]): readonly string[] =>
  columns(
    checks.map(({ name, ok, detail, asOf }) => [
      ok ? '✓' : '✗',
      name,
      asOf === undefined ? detail : `${detail} (${asOf})`,
    ]),
  );

/** An assumption about a venue that was last confirmed too long ago fails. */
function refuseOldFact(check: VenueCheck, nowMs: number): VenueCheck {
  if (check.asOf === undefined || nowMs - Date.parse(check.asOf) <= FACT_DAYS_MAX * DAY_MS) return check;
  return {
    ...check,
    ok: false,
    detail: `${check.detail}: older than ${FACT_DAYS_MAX} days; confirm it, or use --accept-old-facts`,
  };
}

interface AdoptOptions {
  readonly cancelOrders?: boolean;
  readonly account?: string;
  readonly json?: boolean;
}

/**
 * Takes the contracts that the account at a venue holds beyond the fills of the running service over into a subaccount, and
 * lists or cancels the open orders there that the service did not place.
 *
 * @returns  exit code 2 if positions were left, or an order that was to be cancelled was not
 */
async function adoptPositions(
  session: CliContext,
  name: string,
  subaccountId: string,
  options: AdoptOptions,
): Promise<number> {
  const { config, terminal } = session;
  const id = findVenueId(config, name);
  const venue = (id === null ? undefined : config.venues[id])?.name ?? name;
  const accountId = options.account ?? (await callAdmin(session, onlyAccount));
  const answer = await callRunning(session, 'venue.adopt', {
    venue,
    account_id: accountId,
    subaccount_id: subaccountId,
    ...(options.cancelOrders === true && { cancel_orders: true }),
  });
  const { adopted, left, orders } = answer as AdoptionLines;
  if (options.json === true) terminal.print(renderJson(answer, 2));
  else {
    const rows = adopted.map((each) => [
      '✓',
      each.ticker,
      each.side,
      `${each.qty} ${each.outcome} at ${each.price}`,
      PRICE_SOURCES[each.price_from],
    ]);
    const others = left.map(({ ticker, net, yes, no, why }) => [
      '✗',
      ticker,
      'left',
      yes === undefined ? `${net} YES` : `${yes} YES, ${no} NO`,
      why,
    ]);
    for (const line of columns([...rows, ...others, ...orders.map(toOrderRow)])) terminal.print(line);
    if (adopted.length + left.length === 0)
      terminal.print(`the positions at ${venue} agree with the fills of this service: nothing to take over`);
  }
  return left.length === 0 && orders.every(({ why }) => why === null) ? EXIT.ok : EXIT.usage;
}

/** An open order that the service did not place, and what became of it. */
function toOrderRow(order: AdoptionLines['orders'][number]): readonly string[] {
  const { ticker, side, outcome, qty, filled_qty, price, cancelled, why } = order;
  const filled = filled_qty === '0' ? '' : `, ${filled_qty} filled`;
  const left = 'an open order that this service did not place: left, --cancel-orders cancels it';
  return [
    cancelled ? '✓' : why === null ? '•' : '✗',
    ticker,
    side ?? 'order',
    `${qty} ${outcome ?? 'of an unknown outcome'} at ${price}${filled}`,
    cancelled ? 'cancelled' : why === null ? left : `not cancelled: ${why}`,
  ];
}

const PRICE_SOURCES: Readonly<Record<AdoptionLines['adopted'][number]['price_from'], string>> = {
  venue: 'what it cost',
  market: 'the present price: what it cost is not known',
  pair: 'one of a pair, which pays 1',
};

interface SecretAddOptions {
  readonly from: string; // a file, or `-` for standard input
}

const KEY_BYTES = 32;

/** Creates a master key in a new file with mode 600. Keep it away from the data folder and its backups. */
function makeMasterKey({ terminal }: CliContext, out: string): void {
  writeNew(out, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
  terminal.print(`secrets.master_key_file = ${JSON.stringify(resolve(out))}`);
  terminal.notify('Set this in the settings. Without this file no sealed credential can be decrypted.');
}

/**
 * Encrypts a venue's credential into the data folder and prints the settings line that uses it. The source
 * file is kept.
 *
 * @param venue    the venue's public name, or its section of the settings
 * @param setting  the last part of the setting's name: `key_file`
 */
async function addVenueSecret(
  session: CliContext,
  venue: string,
  setting: string,
  { from }: SecretAddOptions,
): Promise<void> {
  const { config, terminal } = session;
  const name = settingName(config, venue, setting);
  const text = readFrom(from).trim();
  if (text === '') throw invalid(`--from ${from}: the file is empty`);
  const sealed = sealText(text, masterKey(config.secrets.masterKeyFile), name);
  const path = join(config.dataDir, 'secrets', `${name}.sealed`);
  await callAdmin(session, (operator) => operator('secret.sealed', { setting: name }));
  replaceFile(path, `${sealed}\n`);
  terminal.print(`${name} = ${JSON.stringify(path)}`);
  terminal.notify(`Set this in the settings, then remove ${from === '-' ? 'every other copy' : from}.`);
}

/** Resolves the full name of a credential setting: `Kalshi` and `key_file` → `venues.kalshi.key_file`. */
function settingName(config: Config, venue: string, setting: string): string {
  const id = findVenueId(config, venue);
  const known = credentialSettings(config);
  const found = known.find((each) => each.id === id && each.setting === setting);
  if (found !== undefined) return found.name;
  const expected = known.map((each) => `${each.venue} ${each.setting}`).join(', ');
  throw invalid(`${venue} ${setting}: expected ${expected}.`);
}

function readFrom(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw new Failure(errorMessage(error), EXIT.failed);
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new Failure(errorMessage(error), EXIT.failed);
  }
}

/** Replaces the file atomically: the previous credential remains until the new one is complete. */
function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.new`;
  writeFileSync(fresh, text, { mode: 0o600 });
  chmodSync(fresh, 0o600); // also if the draft of an interrupted run exists
  renameSync(fresh, path);
}

/** Adds the commands that check external venues, take over their positions and encrypt their credentials. */
export function addVenueCommands(program: Command, run: Run): void {
  const venue = program
    .command('venue')
    .description('check external venues, take over their positions and encrypt their credentials');
  venue
    .command('check')
    .argument('<name>')
    .option('--json', 'print JSON')
    .option('--accept-old-facts', 'live: pass with assumptions older than 90 days')
    .option('--place [ticker]', 'then place the smallest order at the lowest price, and cancel it')
    .option('--yes', 'place it without confirmation')
    .description('check venue credentials and connectivity (read-only without --place)')
    .addHelpText('after', HELP.venueCheck)
    .action((name: string, options: CheckOptions) => run((session) => checkVenue(session, name, options)));
  venue
    .command('adopt')
    .argument('<name>')
    .argument('<subaccount_id>', 'the subaccount that the positions belong to from now on')
    .option('--account <id>', 'account id; optional if only one account exists')
    .option('--cancel-orders', 'cancel the open orders there that this service did not place')
    .option('--json', 'print JSON')
    .description('take over what the account at a venue holds and this service did not buy')
    .addHelpText('after', HELP.venueAdopt)
    .action((name: string, subaccountId: string, options: AdoptOptions) =>
      run((session) => adoptPositions(session, name, subaccountId, options)),
    );
  const secret = venue.command('secret').description('encrypt credentials at rest');
  secret
    .command('key')
    .requiredOption('--out <file>', 'new file, outside the data folder and its backups')
    .description('create a master key')
    .addHelpText('after', HELP.venueSecret)
    .action(({ out }: { out: string }) => run((session) => makeMasterKey(session, out)));
  secret
    .command('add')
    .argument('<venue>')
    .argument(
      '<setting>',
      'key_file, session_key_file, private_key_file, credentials_file or another file of the venue',
    )
    .requiredOption('--from <file>', 'source file; - for standard input')
    .description('encrypt a credential into the data folder')
    .addHelpText('after', HELP.venueSecret)
    .action((name: string, setting: string, options: SecretAddOptions) =>
      run((session) => addVenueSecret(session, name, setting, options)),
    );
}
