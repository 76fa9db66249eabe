import type { Command } from 'commander';
import { getAdminSocketPath, sendAdminCommand } from '#admin';
import { type Config, findVenueId } from '#config';
import { snakeCase } from '#contract';
import { createNetwork, systemClock } from '#platform';
import type { HttpClient } from '#ports';
import type { CliContext, Run } from './cli-context.ts';
import { EXIT, Failure, invalid, refusedFailure } from './cli-failure.ts';
import { HELP } from './help-texts.ts';
import { START } from './program-name.ts';
import { columns } from './terminal-io.ts';

interface FaultOptions {
  readonly param?: readonly string[]; // `name=value`
  readonly json?: boolean;
}

interface Fault {
  readonly id: number;
  readonly name: string;
  readonly [param: string]: unknown;
}

interface Board {
  readonly faults: readonly Fault[];
  readonly known: Readonly<Record<string, string>>;
}

const ASK_MS = 2_000;
const NUMBERS: ReadonlySet<string> = new Set(['probability', 'times', 'ms', 'status']);
const TEXTS: ReadonlySet<string> = new Set(['method', 'path', 'channel', 'how', 'text']);

/** The fault API of one simulator, or of Demo. */
interface FaultAdmin {
  board(): Promise<Board>;
  set(fault: Readonly<Record<string, unknown>>): Promise<Fault>;
  /** @param which  a number, a name, or null for all */
  clear(which: number | string | null): Promise<Pick<Board, 'faults'>>;
}

/**
 * Activates a fault in a simulator of the running service, or in Demo, until it is cleared or the
 * simulator stops. Real venues have no faults.
 *
 * Fails for a venue without a simulator and for an unknown fault or parameter, with the known ones.
 */
async function setFault(
  { config, terminal }: Pick<CliContext, 'config' | 'terminal'>,
  venue: string,
  name: string,
  { param = [], json = false }: FaultOptions,
): Promise<void> {
  await withFaultAdmin(config, venue, async (admin) => {
    const { known } = await admin.board();
    if (!Object.hasOwn(known, name)) throw unknownFault(venue, name, known);
    const fault = await admin.set({ name, ...paramsIn(param) });
    await note(config, `set ${[venue, name, ...param].join(' ')}`);
    terminal.print(json ? JSON.stringify(fault) : `${venue}: ${toCells(fault).join(' ')}`);
  });
}

/** Clears one fault by its number, all faults of one name, or all faults. */
async function clearFaults(
  { config, terminal }: CliContext,
  venue: string,
  which: string | undefined,
): Promise<void> {
  await withFaultAdmin(config, venue, async (admin) => {
    const { faults, known } = await admin.board();
    const isId = which !== undefined && /^\d+$/.test(which);
    if (which !== undefined && !isId && !Object.hasOwn(known, which)) throw unknownFault(venue, which, known);
    if (isId && faults.every(({ id }) => String(id) !== which)) {
      throw new Failure(`${venue} has no active fault ${which}.`, EXIT.notFound);
    }
    const left = await admin.clear(which === undefined ? null : isId ? Number(which) : which);
    await note(config, `clear ${[venue, which ?? 'all'].join(' ')}`);
    terminal.print(`${venue}: ${faults.length - left.faults.length} cleared, ${left.faults.length} on`);
  });
}

/** Prints the active faults, then the available ones with their effect. */
async function listFaults(
  { config, terminal }: CliContext,
  venue: string,
  { json = false }: Pick<FaultOptions, 'json'>,
): Promise<void> {
  await withFaultAdmin(config, venue, async (admin) => {
    const board = await admin.board();
    if (json) return terminal.print(JSON.stringify(board, null, 2));
    const on = board.faults.map((fault) => toCells(fault));
    for (const line of on.length === 0 ? ['no active fault'] : columns(on)) terminal.print(line);
    terminal.print('');
    for (const line of columns(Object.entries(board.known))) terminal.print(line);
  });
}

/**
 * Activates the faults of `sandbox.faults`, in the syntax of the command line: `Demo delay ms=800`. Clears
 * the faults that a simulator kept from a previous run first.
 */
export async function setConfiguredFaults(session: Pick<CliContext, 'config' | 'terminal'>): Promise<void> {
  const { config } = session;
  const wanted = config.sandbox.faults.map((line) => line.split(' '));
  for (const venue of new Set(wanted.map(([name = '']) => name)))
    await withFaultAdmin(config, venue, (admin) => admin.clear(null));
  for (const [venue = '', name = '', ...param] of wanted) await setFault(session, venue, name, { param });
}

async function withFaultAdmin<Value>(
  config: Config,
  venue: string,
  work: (admin: FaultAdmin) => Promise<Value>,
): Promise<Value> {
  if (config.profile === 'live') throw invalid('profile "live" has real venues, which have no faults.');
  if (venue === 'Demo' || venue === 'demo') return work(demoFaultAdmin(config));
  const http = createNetwork(systemClock).http(await readAddress(config, venue), { connectionsMax: 1 });
  try {
    return await work(simulatorFaultAdmin(http));
  } finally {
    await http.close();
  }
}

/** Demo runs inside the service, so the admin socket serves its faults. */
function demoFaultAdmin(config: Config): FaultAdmin {
  const command = async (name: string, params: unknown): Promise<unknown> => {
    const reply = await sendAdminCommand(getAdminSocketPath(config.dataDir), name, params);
    if (reply === null) throw notRunning('Demo', config);
    if (!reply.ok) throw refusedFailure(reply.error);
    return reply.value;
  };
  return {
    board: async () => (await command('fault.list', {})) as Board,
    set: async (fault) => (await command('fault.set', { fault })) as Fault,
    clear: async (which) => (await command('fault.clear', { which })) as Board,
  };
}

const simulatorFaultAdmin = (http: HttpClient): FaultAdmin => ({
  board: async () => (await ask(http, 'GET', '/faults')) as Board,
  set: async (fault) => (await ask(http, 'PUT', '/faults', fault)) as Fault,
  clear: async (which) => {
    const query = which === null ? '' : `?${typeof which === 'number' ? 'id' : 'name'}=${which}`;
    return (await ask(http, 'DELETE', `/faults${query}`)) as Board;
  },
});

/** Returns the admin URL of the simulator that replaces this venue. */
async function readAddress(config: Config, venue: string): Promise<string> {
  const id = findVenueId(config, venue);
  if (id === null) {
    const names = Object.values(config.venues).map(({ name }) => name);
    throw invalid(`${JSON.stringify(venue)} is not a configured venue: the names are ${names.join(', ')}.`);
  }
  const { faultAdminUrl, VENUE_DRIVERS } = await import('#drivers');
  const url = faultAdminUrl(config, id, VENUE_DRIVERS);
  if (url !== null) return url;
  throw notRunning(venue, config);
}

const notRunning = (venue: string, { dataDir }: Config): Failure =>
  new Failure(
    `no simulator of ${venue} is running on ${dataDir}: start it with \`${START}\`.`,
    EXIT.unavailable,
  );

/** Records the change in the journal of the running service. */
async function note(config: Config, detail: string): Promise<void> {
  await sendAdminCommand(getAdminSocketPath(config.dataDir), 'fault.note', { detail });
}

async function ask(admin: HttpClient, method: 'GET' | 'PUT' | 'DELETE', path: string, value?: unknown) {
  const body = value === undefined ? null : JSON.stringify(value);
  const answer = await admin.request({ method, path, headers: {}, body, timeoutMs: ASK_MS });
  if (answer.kind !== 'answer') {
    throw new Failure('the simulator does not answer: check that the service is running.', EXIT.unavailable);
  }
  const answerBody = JSON.parse(answer.body) as { readonly error?: string };
  if (answer.status !== 200) throw invalid(`${answerBody.error ?? answer.status}.`);
  return answerBody;
}

function unknownFault(venue: string, name: string, known: Board['known']): Failure {
  const names = Object.keys(known).join(', ');
  return invalid(`${venue} has no fault ${JSON.stringify(name)}; the faults are ${names}.`);
}

/** `ms=500` → `{ms: 500}`. */
function paramsIn(params: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(params.map((param) => paramIn(param)));
}

function paramIn(param: string): readonly [string, unknown] {
  const at = param.indexOf('=');
  const [name, text] = [param.slice(0, at), param.slice(at + 1)];
  if (at > 0 && TEXTS.has(name)) return [name, text];
  if (at > 0 && NUMBERS.has(name) && text !== '' && Number.isFinite(Number(text)))
    return [name, Number(text)];
  const names = [...NUMBERS, ...TEXTS].join(', ');
  throw invalid(`--param ${param}: expected name=value, with a number for the first four of ${names}.`);
}

/** Renders a fault with the parameters that differ from the defaults. */
function toCells({ id, name, ...params }: Fault): readonly string[] {
  const set = Object.entries(params).filter(
    ([param, value]) =>
      value !== null && !(param === 'ms' && value === 0) && !(param === 'probability' && value === 1),
  );
  return [`#${id}`, name, set.map(([param, value]) => `${param}=${String(value)}`).join(' ')];
}

/** Prints the settings of a second service, of profile live, for which the simulators of this one are real venues. */
async function printRehearsal({ config, terminal }: CliContext): Promise<void> {
  const { findSimulators, VENUE_DRIVERS } = await import('#drivers');
  const running = Object.entries(findSimulators(config, VENUE_DRIVERS));
  if (running.length === 0) throw notRunning('a venue', config);
  const sections = running.map(([id, { settings }]) => [
    `[venues.${id}]`,
    ...toToml({ enabled: true, ...settings }),
  ]);
  const top = toToml({ profile: 'live', port: REHEARSAL_PORT, dataDir: 'data-rehearsal' });
  for (const line of [...top, ...sections.flatMap((lines) => ['', ...lines])]) terminal.print(line);
}

const REHEARSAL_PORT = 8790;

/** The lines of settings; those that are empty have the default. */
const toToml = (settings: Readonly<Record<string, string | number | boolean>>): readonly string[] =>
  Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${snakeCase(name)} = ${JSON.stringify(value)}`);

/** Adds the commands for simulators and their faults. */
export function addFaultCommands(program: Command, run: Run): void {
  const sandbox = program.command('sandbox').description('control the simulators that replace real venues');
  sandbox
    .command('settings')
    .description('print settings of a second service that trades on these simulators under profile live')
    .addHelpText('after', HELP.sandboxSettings)
    .action(() => run(printRehearsal));
  const fault = sandbox
    .command('fault')
    .description('inject faults into a simulator, to test a trading bot')
    .addHelpText('after', HELP.fault);
  fault
    .command('set')
    .argument('<venue>')
    .argument('<fault>')
    .option('--param <name=value...>', 'parameters that narrow or shape the fault')
    .option('--json', 'print JSON')
    .description('activate a fault')
    .addHelpText('after', HELP.fault)
    .action((venue: string, name: string, options: FaultOptions) =>
      run((session) => setFault(session, venue, name, options)),
    );
  fault
    .command('clear')
    .argument('<venue>')
    .argument('[fault]', 'fault name or number; default: all faults')
    .description('clear faults')
    .action((venue: string, which?: string) => run((session) => clearFaults(session, venue, which)));
  fault
    .command('list')
    .argument('<venue>')
    .option('--json', 'print JSON')
    .description('list active and available faults')
    .action((venue: string, options: { json?: boolean }) =>
      run((session) => listFaults(session, venue, options)),
    );
}
