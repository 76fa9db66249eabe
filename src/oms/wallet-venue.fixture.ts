import type { VenueClientId } from '../contract/model/ids.ts';
import { absolute, computeNotional, type Price, type Qty } from '../contract/model/money.ts';
import type { FillSettlement, Outcome, Side } from '../contract/model/order.ts';
import type {
  OperationOutcome,
  OrderReport,
  VenueOperation,
  VenueOperations,
  VenueOrder,
  VenuePosition,
} from '../ports/venue.ts';
import { price, qty, toReport, venueFill } from './scripted-venue.fixture.ts';
import { TokenVenue } from './token-venue.fixture.ts';

const ONE_USD = 10_000_000_000_000_000n;
const NOTHING = { YES: 0n, NO: 0n } as const;

interface Trade {
  readonly venueInstrumentId: string;
  readonly outcome: Outcome;
  readonly side: Side;
  readonly qty: Qty;
  readonly price: Price;
}

/**
 * A token venue with its records: tokens and cash change with final trades and with operations, ours and those that are
 * made at the venue by hand. It refuses to sell what the wallet does not have.
 */
export class WalletVenue extends TokenVenue {
  readonly #wallet = new Map<string, Record<Outcome, bigint>>();
  readonly #pending = new Map<VenueClientId, Trade>();
  readonly costs = new Map<string, Price>(); // what the net cost on average, in YES terms, where the venue states it
  cash = 10_000n * ONE_USD;
  onOperation: (operation: VenueOperation) => OperationOutcome = (operation) => this.#operate(operation);
  readonly operations: VenueOperations = {
    findObstacle: () => null,
    seal: async () => ({ kind: 'sealed', seal: 'seal' }),
    send: async (operation) => this.onOperation(operation),
    query: async (operation) => this.onOperation(operation),
  };

  constructor() {
    super({ operations: { kinds: ['MERGE', 'SPLIT', 'REDEEM'], qtyStep: qty('1') } });
    const rest = this.onPlace;
    this.onPlace = (order) => (order.tif === 'GTC' ? rest(order) : this.#take(order));
    this.onPositions = () => this.listPositions();
    this.balance = async () => ({ currency: 'pUSD', total: this.cash, available: this.cash }) as never;
  }

  tokens(venueInstrumentId: string): Readonly<Record<Outcome, bigint>> {
    return this.#wallet.get(venueInstrumentId) ?? NOTHING;
  }

  get markets(): readonly string[] {
    return [...this.#wallet.keys()];
  }

  listPositions(): readonly VenuePosition[] {
    return [...this.#wallet].map(([venueInstrumentId, { YES, NO }]) => {
      const avgPrice = this.costs.get(venueInstrumentId);
      const pairs = YES < NO ? YES : NO;
      return { venueInstrumentId, netQty: YES - NO, pairs, ...(avgPrice !== undefined && { avgPrice }) };
    });
  }

  /** A trade that is made by hand at the venue: -5 of YES is a sale. Its tokens and its cash move at once. */
  tradeByHand(venueInstrumentId: string, outcome: Outcome, size: bigint, at: Price): void {
    const side = size > 0n ? 'BUY' : 'SELL';
    this.#move({ venueInstrumentId, outcome, side, qty: absolute(size) as Qty, price: at });
  }

  /** Pairs that are split (> 0) or merged (< 0) by hand. */
  splitByHand(venueInstrumentId: string, pairs: bigint): void {
    for (const outcome of ['YES', 'NO'] as const) this.#add(venueInstrumentId, outcome, pairs);
    this.cash -= pairs * (ONE_USD / 100_000_000n);
  }

  get pendingTrades(): readonly VenueClientId[] {
    return [...this.#pending.keys()];
  }

  override end(clientId: VenueClientId, settlement: FillSettlement): OrderReport {
    const trade = this.#pending.get(clientId);
    this.#pending.delete(clientId);
    if (trade !== undefined && settlement === 'FINAL') this.#move(trade);
    return super.end(clientId, settlement);
  }

  #take(order: VenueOrder) {
    const { venueInstrumentId, side, outcome } = order;
    const trade = { venueInstrumentId, side, outcome, qty: order.qty, price: order.price ?? price('0.5') };
    const owed = [...this.#pending.values()].filter(
      (other) =>
        other.side === 'SELL' && other.outcome === outcome && other.venueInstrumentId === venueInstrumentId,
    );
    const free = owed.reduce((sum, other) => sum - other.qty, this.tokens(venueInstrumentId)[outcome]);
    if (side === 'SELL' && free < order.qty)
      return { kind: 'refused', code: 'insufficient_balance', message: 'not enough balance' } as const;
    if (this.settlement === 'FINAL') this.#move(trade);
    else this.#pending.set(order.clientId, trade);
    const fill = venueFill(order, `w-${order.clientId}`, '1', '0.5');
    const fills = [{ ...fill, qty: order.qty, price: trade.price, settlement: this.settlement }];
    return { kind: 'report', report: this.keep(toReport(order, { status: 'FILLED', fills })) } as const;
  }

  #move({ venueInstrumentId, outcome, side, qty: size, price: at }: Trade): void {
    const sign = side === 'BUY' ? 1n : -1n;
    this.#add(venueInstrumentId, outcome, sign * size);
    this.cash -= sign * computeNotional(at, size);
  }

  #add(venueInstrumentId: string, outcome: Outcome, change: bigint): void {
    const before = this.tokens(venueInstrumentId);
    this.#wallet.set(venueInstrumentId, { ...before, [outcome]: before[outcome] + change });
  }

  #operate({ kind, venueInstrumentId, qty: pairs }: VenueOperation): OperationOutcome {
    const { YES, NO } = this.tokens(venueInstrumentId);
    if (kind === 'MERGE' && pairs !== null && (YES < pairs || NO < pairs))
      return { kind: 'failed', failure: 'failed_on_chain', venueMessage: 'not enough tokens' };
    if (pairs !== null) this.splitByHand(venueInstrumentId, kind === 'MERGE' ? 0n - pairs : pairs);
    return { kind: 'confirmed', venueOperationId: 'op-1', transactionHash: '0xab' };
  }
}
