import { orderDigest, type SignedFields, toHex } from '../../simulators/polymarket/trading/order-signing.ts';
import type { VenueClientId } from '../../src/contract/model/ids.ts';
import type {
  HttpClient,
  HttpRequest,
  HttpResult,
  Network,
  Socket,
  SocketListener,
} from '../../src/ports/network.ts';
import { type Delivery, MemoryNetwork } from '../../test/support/memory-network.ts';
import { type ExternalOptions, NET_FAULTS } from '../external-options.ts';
import type { InvariantMonitor } from '../invariant-monitor.ts';
import type { SeededChoice } from '../seeded-choice.ts';
import type { MachineClock } from './simulated-clock.ts';
import { type Machine, never } from './simulated-disks.ts';
import type { Exchanges } from './simulated-exchanges.ts';

const LATE_MS_MAX = 4_000; // shorter than the time after which each venue proves absence
const NEW_ORDER_PATHS: ReadonlySet<string> = new Set(['/trade-api/v2/portfolio/events/orders', '/order']);

export interface ProcessNetworkDeps {
  readonly machine: Machine;
  readonly outside: MachineClock; // delivers requests in transit; it outlives the process
  readonly exchanges: Exchanges;
  readonly options: ExternalOptions;
  readonly dice: SeededChoice;
  readonly monitor: InvariantMonitor;
  readonly faultsOn: () => boolean;
  /** A request for a new order is sent, with the id that the venue will use; null: another client's id. */
  readonly onOrder: (clientId: VenueClientId | null) => void;
}

/**
 * The network of one process of the service. A request that was sent arrives even if the process then
 * crashes. A process that has ended sends nothing and receives nothing.
 */
export class ProcessNetwork implements Network {
  readonly #deps: ProcessNetworkDeps;
  readonly #inner: MemoryNetwork;

  constructor(deps: ProcessNetworkDeps) {
    const { outside, exchanges, options, dice } = deps;
    this.#deps = deps;
    this.#inner = new MemoryNetwork({
      clock: outside,
      hosts: new Map(exchanges.hosts()),
      hooks: { delivery: () => this.#drawDelivery(), messageMs: () => dice.whole(0, options.wireMs) },
    });
  }

  http(origin: string): HttpClient {
    const client = this.#inner.http(origin);
    return { request: (request) => this.#request(client, request), close: () => client.close() };
  }

  socket(url: string, headers: Readonly<Record<string, string>>, listener: SocketListener): Socket {
    const { machine } = this.#deps;
    if (!machine.isAlive) return DEAD_SOCKET;
    const isThere = (): boolean => machine.isAlive;
    return this.#inner.socket(url, headers, {
      onOpen: () => isThere() && listener.onOpen(),
      onText: (text) => isThere() && listener.onText(text),
      onPong: () => isThere() && listener.onPong(),
      onClosed: (why) => isThere() && listener.onClosed(why),
    });
  }

  cut(): void {
    this.#inner.cutSockets('connection lost');
  }

  async #request(client: HttpClient, request: HttpRequest): Promise<HttpResult> {
    const { machine } = this.#deps;
    if (!machine.isAlive) return never();
    const isOrder = isNewOrder(request);
    const clientId = isOrder ? this.#readClientId(request) : null;
    const about = clientId === null ? undefined : ({ kind: 'place', clientId } as const);
    if (isOrder) machine.mayCrash('beforeSend', about);
    if (!machine.isAlive) return never();
    if (isOrder) this.#deps.onOrder(clientId);
    const answer = await client.request(request);
    if (isOrder) machine.mayCrash('reply', about);
    return machine.isAlive ? answer : never();
  }

  #readClientId({ path, body }: HttpRequest): VenueClientId | null {
    const given = JSON.parse(body ?? '{}') as Record<string, unknown>;
    if (path !== '/order')
      return this.#deps.exchanges.ids.decode(String(given['client_order_id']))?.clientId ?? null;
    const order = given['order'] as Readonly<Record<string, string>>;
    return computeOrderHash(order, this.#deps.exchanges.getContract(order['tokenId'] ?? ''));
  }

  #drawDelivery(): Delivery {
    const { dice, options, monitor, faultsOn } = this.#deps;
    const fates = NET_FAULTS.filter((fault) => faultsOn() && dice.chance(options.net[fault] ?? 0));
    const drawn = fates.length === 0 ? null : dice.pick(fates);
    if (drawn !== null) monitor.countFault(drawn);
    const late = drawn === 'netLate' ? dice.whole(500, LATE_MS_MAX) : 0;
    const isLateThere = dice.chance(0.5);
    return {
      fate: DELIVERY_FATES[drawn ?? 'netLate'],
      requestMs: dice.whole(0, options.wireMs) + (isLateThere ? late : 0),
      answerMs: dice.whole(0, options.wireMs) + (isLateThere ? 0 : late),
    };
  }
}

const DELIVERY_FATES = {
  netUnsent: 'unsent',
  netLost: 'lost',
  netUnanswered: 'unanswered',
  netTwice: 'twice',
  netLate: 'arrives',
} as const;

export const isNewOrder = ({ method, path }: Pick<HttpRequest, 'method' | 'path'>): boolean =>
  method === 'POST' && NEW_ORDER_PATHS.has(path);

/** The hash of the signed order is its id for the venue and us. */
function computeOrderHash(order: Readonly<Record<string, string>>, contract: string): VenueClientId {
  const number = (name: string): bigint => BigInt(order[name] ?? 0);
  const text = (name: string): string => order[name] ?? '';
  const fields: SignedFields = {
    salt: number('salt'),
    maker: text('maker'),
    signer: text('signer'),
    tokenId: number('tokenId'),
    makerAmount: number('makerAmount'),
    takerAmount: number('takerAmount'),
    side: order['side'] === 'BUY' ? 0 : 1,
    signatureType: Number(order['signatureType']),
    timestamp: number('timestamp'),
    metadata: text('metadata'),
    builder: text('builder'),
  };
  return toHex(orderDigest(fields, contract)) as VenueClientId;
}

const DEAD_SOCKET: Socket = { send: () => undefined, ping: () => undefined, close: () => undefined };
