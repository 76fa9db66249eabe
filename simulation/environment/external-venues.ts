import { requirePresent } from '../../src/contract/model/assert.ts';
import type { VenueClientId, VenueName } from '../../src/contract/model/ids.ts';
import type { ExternalVenue, Venue } from '../../src/ports/venue.ts';
import { KALSHI_DEFAULTS } from '../../src/venues/kalshi/kalshi-settings.ts';
import { createKalshi } from '../../src/venues/kalshi/kalshi-venue.ts';
import { createPolymarket } from '../../src/venues/polymarket/polymarket-venue.ts';
import { Wallet } from '../../src/venues/polymarket/signing/wallet.ts';
import type { SendChecks } from '../check/send-checks.ts';
import type { ExternalOptions } from '../external-options.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import { DiceRandom, SeededChoice } from '../seeded-choice.ts';
import type { Options } from '../simulation-options.ts';
import { type ExternalWireDeps, observeVenue } from './external-venue-wire.ts';
import { FaultSchedule } from './fault-schedule.ts';
import { ProcessNetwork } from './process-network.ts';
import { silentLog } from './remote-demo.ts';
import type { Service } from './service-process.ts';
import type { MachineClock } from './simulated-clock.ts';
import {
  CLIENT_ID_SPACE,
  EXTERNALS,
  Exchanges,
  type External,
  KALSHI_KEY,
  KALSHI_KEY_ID,
  POLYMARKET_KEY,
  toHost,
} from './simulated-exchanges.ts';
import type { VenueState, VenueStateOrder } from './venue-state.ts';

export interface ExternalsDeps {
  readonly options: Options;
  readonly monitor: InvariantMonitor;
  readonly outside: MachineClock;
  readonly faultsOn: () => boolean;
}

/** The part of the environment that advances time. */
interface PassingTime {
  readonly service: Service;
  readonly time: { readonly nowMs: number };
  pass(ms: number): Promise<void>;
}

const LISTED_MS_MAX = 20_000;

/** The external venues of a simulation: the exchanges, and the adapters of each process of the service. */
export class Externals {
  readonly exchanges: Exchanges;
  readonly faultSchedule: FaultSchedule;
  readonly options: ExternalOptions;
  readonly #deps: ExternalsDeps;
  readonly #dice: SeededChoice;
  #network: ProcessNetwork | null = null;

  constructor(deps: ExternalsDeps) {
    const { options, monitor, outside } = deps;
    this.#deps = deps;
    this.options = requirePresent(options.externals, 'the options of the external venues');
    this.#dice = new SeededChoice(options.seed, 'network');
    const wallet = new Wallet({
      privateKeyHex: POLYMARKET_KEY,
      chainId: 137,
      signatureType: 0,
      funder: null,
    });
    this.exchanges = new Exchanges(options, outside, monitor, wallet.maker);
    this.faultSchedule = new FaultSchedule({
      options: this.options,
      dice: new SeededChoice(options.seed, 'trouble'),
      endings: new SeededChoice(options.seed, 'endings'),
      exchanges: this.exchanges,
      outside,
      monitor,
      cut: () => this.#network?.cut(),
    });
  }

  venueState(name: External): VenueState {
    return this.exchanges.venueState(name);
  }

  findOrder(clientId: VenueClientId): VenueStateOrder | undefined {
    const name = clientId.startsWith('0x') ? 'Polymarket' : 'Kalshi';
    return this.venueState(name).orders.get(clientId);
  }

  /** The real adapters of one process, on a network that ends with it. */
  connect(
    machine: Service,
    sends: SendChecks,
  ): { readonly kalshi: ExternalVenue; readonly polymarket: ExternalVenue } {
    const { monitor, outside, faultsOn, options } = this.#deps;
    const network = new ProcessNetwork({
      machine,
      outside,
      exchanges: this.exchanges,
      options: this.options,
      dice: this.#dice,
      monitor,
      faultsOn,
      onOrder: (clientId) => sends.onBytesSent(clientId),
    });
    this.#network = network;
    const random = new DiceRandom(options.seed + machine.number, 'adapters');
    const deps = { network, clock: machine.clock, random, log: silentLog };
    return { kalshi: createKalshiAdapter(deps), polymarket: createPolymarketAdapter(deps) };
  }

  observe(venue: Venue, machine: Service, listeners: Pick<ExternalWireDeps, 'onSend' | 'onBook'>): Venue {
    return observeVenue(venue, { machine, monitor: this.#deps.monitor, ...listeners });
  }

  /** Performs the operator's actions that are needed before orders can be routed over several venues. */
  async approveAssets(environment: PassingTime): Promise<void> {
    const reviews = requirePresent(environment.service.app, 'a running app').reviews;
    for (const question of this.exchanges.questions) {
      const names = [
        ...(DEMO_NAMES[question.key] === undefined ? [] : [`Demo:${DEMO_NAMES[question.key]}`]),
        ...EXTERNALS.map((name) => `${name}:${this.exchanges.getMarketId(name, question)}`),
      ];
      const members = names.map((name) => ({
        name,
        inverted: name.startsWith('Polymarket') && question.inverted === true,
        fingerprint: null,
      }));
      const until = environment.time.nowMs + LISTED_MS_MAX;
      for (;;) {
        const approval = reviews.approve({
          members,
          title: null,
          by: 'sim',
          why: 'one question',
          despite: true,
        });
        await environment.pass(50);
        const answer = await approval;
        if (answer.ok) break;
        if (environment.time.nowMs > until)
          throw new Error(`${names.join(' ')}: ${JSON.stringify(answer.error)}`);
      }
    }
  }
}

const DEMO_NAMES: Readonly<Record<string, string>> = {
  'eth-10k': 'ETH-10K-*',
  'brent-100': 'OIL-100-*',
  'quake-8': 'QUAKE-8-*',
  'uk-election': 'UK-GE-CALLED-*',
  'openai-ipo': 'OPENAI-IPO-*',
};

type Deps = Omit<Parameters<typeof createKalshi>[0], 'name'>;

function createKalshiAdapter(deps: Deps): ExternalVenue {
  const host = toHost('Kalshi');
  return createKalshi(
    { ...deps, name: 'Kalshi' as VenueName },
    {
      ...KALSHI_DEFAULTS,
      restUrl: `http://${host}/trade-api/v2`,
      wsUrl: `ws://${host}/trade-api/ws/v2`,
      keyId: KALSHI_KEY_ID,
      privateKeyPem: KALSHI_KEY.export({ type: 'pkcs8', format: 'pem' }),
      accountPrecision: '0.0001',
      simulated: true,
      clientIdSpace: CLIENT_ID_SPACE,
    },
  );
}

function createPolymarketAdapter(deps: Deps): ExternalVenue {
  const host = toHost('Polymarket');
  const [url, ws] = [`http://${host}`, `ws://${host}`];
  return createPolymarket(
    { ...deps, name: 'Polymarket' as VenueName },
    {
      clobUrl: url,
      gammaUrl: `http://gamma.${host}`,
      dataUrl: `http://data.${host}`,
      wsMarketUrl: `${ws}/ws/market`,
      wsUserUrl: `${ws}/ws/user`,
      geoUrl: null,
      privateKeyHex: POLYMARKET_KEY,
      space: CLIENT_ID_SPACE,
      simulated: true,
    },
  );
}
