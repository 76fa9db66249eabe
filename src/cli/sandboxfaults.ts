import type { Config } from '../config.ts';
import type { HttpClient } from '../ports/network.ts';
import { exchangeDesk } from '../sandboxes.ts';
import { systemClock } from '../system/clock.ts';
import { createNetwork } from '../system/network.ts';
import { EXIT, Failure, invalid } from './failure.ts';
import type { Session } from './session.ts';
import { columns } from './terminal.ts';

export interface FaultOptions {
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

/**
 * Switches a fault of a local exchange on, until it is cleared or the exchange ends. Works on the exchange
 * that the running service keeps, and on nothing else: a real venue has no such desk.
 *
 * Refuses  a venue without a local exchange, a fault or a parameter that nobody knows, naming those that are
 */
export async function setFault(
  { config, terminal }: Session,
  venue: string,
  name: string,
  { param = [], json = false }: FaultOptions,
): Promise<void> {
  await atDesk(config, venue, async (desk) => {
    const { known } = await boardAt(desk);
    if (!Object.hasOwn(known, name)) throw unknownFault(venue, name, known);
    const fault = (await ask(desk, 'PUT', '/faults', { name, ...paramsIn(param) })) as Fault;
    terminal.print(json ? JSON.stringify(fault) : `${venue}: ${lineOf(fault).join(' ')}`);
  });
}

/** Switches off one fault by its number, all of one name, or everything. */
export async function clearFaults(
  { config, terminal }: Session,
  venue: string,
  which: string | undefined,
): Promise<void> {
  await atDesk(config, venue, async (desk) => {
    const { faults, known } = await boardAt(desk);
    const isId = which !== undefined && /^\d+$/.test(which);
    if (which !== undefined && !isId && !Object.hasOwn(known, which)) throw unknownFault(venue, which, known);
    if (isId && faults.every(({ id }) => String(id) !== which)) {
      throw new Failure(`${venue} has no fault ${which} switched on.`, EXIT.notFound);
    }
    const query = which === undefined ? '' : `?${isId ? 'id' : 'name'}=${which}`;
    const left = (await ask(desk, 'DELETE', `/faults${query}`)) as Pick<Board, 'faults'>;
    terminal.print(`${venue}: ${faults.length - left.faults.length} cleared, ${left.faults.length} on`);
  });
}

/** Says which faults are on, then each one that there is, with what it does. */
export async function listFaults(
  { config, terminal }: Session,
  venue: string,
  { json = false }: Pick<FaultOptions, 'json'>,
): Promise<void> {
  await atDesk(config, venue, async (desk) => {
    const board = await boardAt(desk);
    if (json) return terminal.print(JSON.stringify(board, null, 2));
    const on = board.faults.map((fault) => lineOf(fault));
    for (const line of on.length === 0 ? ['no fault is on'] : columns(on)) terminal.print(line);
    terminal.print('');
    for (const line of columns(Object.entries(board.known))) terminal.print(line);
  });
}

async function atDesk(
  config: Config,
  venue: string,
  work: (desk: HttpClient) => Promise<void>,
): Promise<void> {
  const desk = createNetwork(systemClock).http(deskOf(config, venue), { connectionsMax: 1 });
  try {
    await work(desk);
  } finally {
    await desk.close();
  }
}

/** The control port of the exchange that stands in the place of this venue. */
function deskOf(config: Config, venue: string): string {
  if (config.profile === 'live')
    throw invalid('profile "live" has real venues: nothing there can be broken.');
  const slot = (['one', 'two'] as const).find((it) => it === venue || config.venues[it].name === venue);
  if (slot === undefined) {
    const names = [config.venues.one.name, config.venues.two.name].join(' and ');
    throw invalid(`${JSON.stringify(venue)} has no local exchange to break: the names are ${names}.`);
  }
  const desk = exchangeDesk(config, slot);
  if (desk !== null) return desk;
  throw new Failure(
    `no local exchange of ${venue} runs on ${config.dataDir}: start it with \`npm start\`.`,
    8,
  );
}

async function boardAt(desk: HttpClient): Promise<Board> {
  return (await ask(desk, 'GET', '/faults')) as Board;
}

async function ask(desk: HttpClient, method: 'GET' | 'PUT' | 'DELETE', path: string, value?: unknown) {
  const body = value === undefined ? null : JSON.stringify(value);
  const answer = await desk.request({ method, path, headers: {}, body, timeoutMs: ASK_MS });
  if (answer.kind !== 'answer') {
    throw new Failure('the local exchange does not answer: is the service running?', EXIT.unavailable);
  }
  const told = JSON.parse(answer.body) as { readonly error?: string };
  if (answer.status !== 200) throw invalid(`${told.error ?? answer.status}.`);
  return told;
}

function unknownFault(venue: string, name: string, known: Board['known']): Failure {
  const names = Object.keys(known).join(', ');
  return invalid(`${venue} knows no fault ${JSON.stringify(name)}; it knows ${names}.`);
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

/** Only what narrows it or says how it strikes. */
function lineOf({ id, name, ...params }: Fault): readonly string[] {
  const set = Object.entries(params).filter(
    ([param, value]) =>
      value !== null && !(param === 'ms' && value === 0) && !(param === 'probability' && value === 1),
  );
  return [`#${id}`, name, set.map(([param, value]) => `${param}=${String(value)}`).join(' ')];
}
