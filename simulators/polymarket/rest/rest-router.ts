import type { SimulatorAnswer, SimulatorReply, SimulatorRequest } from '../../shared/simulator-types.ts';
import type { Venue } from '../simulator-context.ts';
import { accountPaths, authPaths } from './account-paths.ts';
import { dataPaths } from './data-paths.ts';
import { gammaPaths } from './gamma-paths.ts';
import { clobListPaths, marketDataPaths } from './market-data-paths.ts';
import { relayerPaths } from './relayer-paths.ts';
import { fail, type OpenHandler, type RouteTable, type SignedHandler } from './rest-reply.ts';
import { cancelPaths, tradingPaths } from './trading-paths.ts';

/** The venue's REST hosts. Each serves only its own paths: both the CLOB and Gamma have `/markets`. */
export const ORIGINS = ['clob', 'gamma', 'data', 'relayer'] as const;
export type Origin = (typeof ORIGINS)[number];

const TABLES: Readonly<Record<Origin, (venue: Venue) => readonly RouteTable[]>> = {
  clob: (venue) => [
    authPaths(venue),
    tradingPaths(venue),
    cancelPaths(venue),
    accountPaths(venue),
    marketDataPaths(venue),
    clobListPaths(venue),
  ],
  gamma: (venue) => [gammaPaths(venue)],
  data: (venue) => [dataPaths(venue)],
  relayer: (venue) => [relayerPaths(venue)],
};

/** Routes the REST requests of one origin and authenticates the private ones. */
export class Router {
  readonly #venue: Venue;
  readonly #open = new Map<string, OpenHandler>();
  readonly #signed = new Map<string, SignedHandler>();

  constructor(venue: Venue, origin: Origin) {
    this.#venue = venue;
    for (const { open, signed } of TABLES[origin](venue)) {
      for (const [path, answer] of Object.entries(open)) this.#open.set(path, answer);
      for (const [path, answer] of Object.entries(signed)) this.#signed.set(path, answer);
    }
  }

  answer(request: SimulatorRequest): Promise<SimulatorAnswer> | SimulatorAnswer {
    const name = `${request.method} ${request.path}`;
    const slash = name.lastIndexOf('/') + 1;
    const [group, rest] = [name.slice(0, slash), name.slice(slash)];
    const isTop = group === `${request.method} /`; // the root itself has a reply, and is no group
    const open = this.#open.get(name) ?? (isTop ? undefined : this.#open.get(group));
    if (open !== undefined) return open(request, rest);
    const signed = this.#signed.get(name) ?? this.#signed.get(group);
    return signed === undefined ? fail(404, 'not found') : this.#private(request, signed, rest);
  }

  #private(
    request: SimulatorRequest,
    answer: SignedHandler,
    rest: string,
  ): Promise<SimulatorReply> | SimulatorReply {
    const { keys, clock, wallets, faults } = this.#venue;
    const caller = keys.checkL2(request, clock.now());
    const session = caller === null ? null : wallets.findSession(caller.address)?.session;
    const hasEnded = session !== null && session !== undefined && clock.now() >= session.validUntil * 1_000;
    const isLockedOut = hasEnded && faults.findActive('session_login_ends') !== null;
    return caller === null || isLockedOut
      ? fail(401, 'Unauthorized/Invalid api key')
      : answer(request, caller, rest);
  }
}
