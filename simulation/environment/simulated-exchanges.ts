import { createPrivateKey, createPublicKey } from 'node:crypto';
import { type CatalogueEvent, eventsAt } from '../../simulators/catalogue/event-catalogue.ts';
import { KalshiSimulator } from '../../simulators/kalshi/kalshi-simulator.ts';
import { TIERS } from '../../simulators/kalshi/request-costs.ts';
import { PolymarketSimulator } from '../../simulators/polymarket/polymarket-simulator.ts';
import { DEFAULT_SETTINGS } from '../../simulators/polymarket/simulator-context.ts';
import { getExchangeContract } from '../../simulators/polymarket/trading/order-signing.ts';
import { MemoryExchangeStore } from '../../simulators/shared/exchange-store.ts';
import { DEFAULT_MARKET_MAKER } from '../../simulators/shared/market-maker.ts';
import type { Controls, Simulator } from '../../simulators/shared/simulator-types.ts';
import { requirePresent } from '../../src/contract/model/assert.ts';
import { ClientIdCodec } from '../../src/venues/kalshi/orders/kalshi-client-ids.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { DiceRandom } from '../seeded-choice.ts';
import { hasPairs, type Options } from '../simulation-options.ts';
import { readKalshiVenueState } from './kalshi-venue-state.ts';
import { readPolymarketVenueState } from './polymarket-venue-state.ts';
import type { MachineClock } from './simulated-clock.ts';
import type { VenueState } from './venue-state.ts';

export const EXTERNALS = ['Kalshi', 'Polymarket'] as const;
export type External = (typeof EXTERNALS)[number];

export const toHost = (name: string): string => `${name.toLowerCase()}.test`;

/** Keys of the simulation, the same for every seed, so that runs differ only by the seed. */
export const KALSHI_KEY_ID = '5e1f0000-aaaa-4aaa-8aaa-000000000001';
export const KALSHI_KEY = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${'5e'.repeat(32)}`, 'hex'),
  format: 'der',
  type: 'pkcs8',
});
export const POLYMARKET_KEY = `0x${'5e'.repeat(32)}`;
export const CLIENT_ID_SPACE = 'a'.repeat(32);

/** The Kalshi and Polymarket simulators: they continue while the service is down. */
export class Exchanges {
  readonly questions: readonly CatalogueEvent[];
  readonly ids = new ClientIdCodec(CLIENT_ID_SPACE);
  readonly #exchanges: { readonly Kalshi: Simulator; readonly Polymarket: PolymarketSimulator };
  readonly #wallet: string;

  /** @param wallet  the address of POLYMARKET_KEY */
  constructor(options: Options, clock: MachineClock, monitor: InvariantMonitor, wallet: string) {
    const external = requirePresent(options.externals, 'the options of the external venues');
    this.#wallet = wallet;
    this.questions = selectQuestions(options.seed, external.questions, options.startsAt);
    const marketMaker = {
      ...DEFAULT_MARKET_MAKER,
      seed: options.seed,
      stepMs: external.makerStepMs,
      tradesPerStep: external.tradesPerStep,
    };
    const { seed } = options;
    const publicKey = createPublicKey(KALSHI_KEY).export({ type: 'spki', format: 'pem' });
    const key = { keyId: KALSHI_KEY_ID, user: 'crossbook', publicKey, scopes: ['read', 'write'] };
    const kalshi = new KalshiSimulator({
      clock,
      random: new DiceRandom(seed, 'Kalshi'),
      store: new MemoryExchangeStore(),
      events: this.questions,
      keys: [{ ...key, subaccount: null }],
      tier: requirePresent(
        TIERS.find(({ name }) => name === 'premier'),
        'the tier',
      ),
      precision: 'direct',
      readLagMs: external.readLagMs,
      seed,
      marketMaker,
      funds: { 0: '100000', 2: '100000', 3: '100000' },
    });
    const polymarket = new PolymarketSimulator(
      { clock, random: new DiceRandom(seed, 'Polymarket'), store: new MemoryExchangeStore() },
      {
        ...DEFAULT_SETTINGS,
        marketMaker,
        visibleMs: external.readLagMs,
        pace: { ...DEFAULT_SETTINGS.pace, minedMs: external.minedMs, confirmedMs: 2 * external.minedMs },
      },
      hasPairs(seed) ? this.questions.map(lowerPrice) : this.questions,
    );
    this.#exchanges = { Kalshi: kalshi, Polymarket: polymarket };
    for (const name of EXTERNALS) countFaultUses(name, this.#exchanges[name].controls, monitor);
  }

  start(): void {
    for (const name of EXTERNALS) this.#exchanges[name].start();
  }

  /** The handler of each host. */
  hosts(): readonly (readonly [host: string, server: Pick<Simulator, 'handle' | 'connect'>])[] {
    const { Kalshi, Polymarket } = this.#exchanges;
    const host = toHost('Polymarket');
    return [
      [toHost('Kalshi'), Kalshi],
      [host, Polymarket],
      [`gamma.${host}`, Polymarket.origins.gamma],
      [`data.${host}`, Polymarket.origins.data],
    ];
  }

  get(name: External): Simulator {
    return this.#exchanges[name];
  }

  venueState(name: External): VenueState {
    const state = this.#exchanges[name].controls.state();
    return name === 'Kalshi'
      ? readKalshiVenueState(state, this.ids)
      : readPolymarketVenueState(state, this.#wallet);
  }

  /** The contract for which orders of a Polymarket token are signed. */
  getContract(token: string): string {
    const { markets } = this.#exchanges.Polymarket.controls.state() as PolymarketMarkets;
    const slug = markets.find(({ tokens }) => tokens.includes(token))?.slug;
    const listing = this.questions.find(({ polymarket }) => polymarket?.slug === slug)?.polymarket;
    return getExchangeContract({ negRisk: listing?.negRisk ?? false, version: listing?.version ?? 'v1' });
  }

  /** The exchange's name for the market of a question. */
  getMarketId(name: External, { kalshi, polymarket }: CatalogueEvent): string {
    return (name === 'Kalshi' ? kalshi?.ticker : polymarket?.slug) ?? '';
  }
}

/** The markets of the simulator's admin state. */
interface PolymarketMarkets {
  readonly markets: readonly { readonly slug: string; readonly tokens: readonly string[] }[];
}

/** How much less Polymarket's market makers pay in simulations with pairs. */
const PRICE_GAP = 0.12;

/** The listing fields that select the contract which settles a Polymarket market. */
const PROTOCOLS = [{}, { negRisk: true }, { version: 'v2' }, { negRisk: true, version: 'v2' }] as const;

/** A price so far below that of the other venues that a purchase at both costs less than a set pays. */
const lowerPrice = (event: CatalogueEvent): CatalogueEvent => ({
  ...event,
  fair: Math.max(event.fair - PRICE_GAP, 0.05),
});

/** Some of the events that all three venues list, and one that Polymarket lists inverted; each of another protocol. */
function selectQuestions(seed: number, count: number, startsAt: number): readonly CatalogueEvent[] {
  const all = eventsAt(startsAt);
  const everywhere = ['eth-10k', 'brent-100', 'quake-8', 'uk-election', 'openai-ipo'];
  const inverted = ['rate-cut', 'starmer-out'];
  const keys = new Set([
    ...Array.from({ length: count }, (_, index) => everywhere[(seed + index) % everywhere.length]),
    inverted[seed % inverted.length],
  ]);
  return all
    .filter(({ key }) => keys.has(key))
    .map((event, index) => {
      const { polymarket } = event;
      // Every fourth seed has all venues, so the seed divided by four counts them.
      const protocol = PROTOCOLS[(Math.floor(seed / 4) + index) % PROTOCOLS.length];
      return polymarket === undefined ? event : { ...event, polymarket: { ...polymarket, ...protocol } };
    });
}

/** Counts the uses of faults. A fault that is active but not used has no effect. */
function countFaultUses(name: External, { faults }: Controls, monitor: InvariantMonitor): void {
  const trigger = faults.trigger.bind(faults);
  faults.trigger = (fault, target) => {
    const struck = trigger(fault, target);
    if (struck !== null) monitor.countFault(`${name} ${struck.status === 401 ? 'refused key' : fault}`);
    return struck;
  };
  const standing = faults.findActive.bind(faults);
  faults.findActive = (fault, target) => {
    const holds = standing(fault, target);
    if (holds !== null) monitor.countActiveFault(`${name} ${fault}`);
    return holds;
  };
}
