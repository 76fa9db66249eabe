import {
  getIdNumber,
  type Instrument,
  NOTIONAL_ZERO,
  type Position,
  type TokenPairs,
  toFillId,
} from '#contract';
import { computeTokenPayout, type LedgerEvent, settlePosition } from '#domain';
import { holdsTokens, type StateStore, type VenueRegistry } from '#orders';
import type { Log, MarketView } from '#ports';

export interface MarketSettlementDeps {
  readonly store: StateStore;
  readonly market: MarketView;
  readonly venues: VenueRegistry;
  readonly log: Log;
}

/** Closes every position in a resolved market at its result, once. */
export class MarketSettlement {
  readonly #deps: MarketSettlementDeps;

  constructor(deps: MarketSettlementDeps) {
    this.#deps = deps;
  }

  /** Settles the markets that resolved while the service was down, then every market that resolves later. */
  async start(): Promise<void> {
    const { store, market, log } = this.#deps;
    const held = [...store.state.positions.values(), ...store.state.tokenPairs.values()];
    for (const id of new Set(held.map(({ instrumentId }) => instrumentId))) {
      const instrument = await market.prefetchInstrument(id);
      if (instrument !== null) await this.#settle(instrument);
    }
    const settle = (instrument: Instrument): void => {
      this.#settle(instrument).catch((error: unknown) =>
        log.error('a settlement could not be recorded', {
          instrument: instrument.instrumentId,
          why: String(error),
        }),
      );
    };
    market.onInstrumentChanged(settle);
    // A fill may be reported after its market has resolved, or a split confirmed: settle what they open at once.
    store.onDurable(({ positions, tokenPairs }) => {
      if (positions.size === 0 && tokenPairs.length === 0) return;
      const open = [...positions.values()].filter(({ net }) => net !== 0n);
      const paired = tokenPairs.filter(({ pairs }) => pairs !== 0n);
      for (const { instrumentId } of [...open, ...paired]) {
        const instrument = market.instrument(instrumentId);
        if (instrument !== null) settle(instrument);
      }
    });
  }

  async #settle(instrument: Instrument): Promise<void> {
    const { instrumentId, venue, venueInstrumentId, status, result, settlementPrice } = instrument;
    const { store } = this.#deps;
    if (status !== 'SETTLED' || result === null) return;
    const held = [...store.state.positions.values()].filter((row) => row.instrumentId === instrumentId);
    const claims = this.#listClaims(instrument);
    if (held.length + claims.length === 0) return;
    const fills = held.map((position, index): LedgerEvent => {
      const { side, outcome, price, qty, realizedPnl } = settlePosition(
        position,
        { result, settlementPrice },
        store.now(),
      );
      const id = toFillId(store.state.fillNumber + 1 + index);
      const fill = {
        ...SETTLED_FILL,
        ...toOwner(position),
        id,
        instrumentId,
        venue,
        side,
        outcome,
        price,
        qty,
        realizedPnl,
      };
      // A late fill can cause a second settlement of the same position, so each has a unique trade id.
      const venueTradeId = `settlement-${venueInstrumentId}-${getIdNumber(id)}`;
      return { type: 'FillRecorded', fill: { ...fill, venueTradeId, timestamp: store.now() } };
    });
    await store.commit('settlement', venue, [...claims, ...fills]);
  }

  /**
   * What the tokens of each subaccount pay. At a venue that nets YES and NO there are none: it pays by itself. No venue
   * with tokens has the result VOID.
   */
  #listClaims({ instrumentId, venue, settlementPrice }: Instrument): readonly LedgerEvent[] {
    const { store, venues } = this.#deps;
    const { positions, tokenPairs } = store.state;
    if (settlementPrice === null || !holdsTokens(venues, venue)) return [];
    const owners = new Map<string, Position | TokenPairs>(
      [...positions, ...tokenPairs].filter(([, row]) => row.instrumentId === instrumentId),
    );
    return [...owners].flatMap(([key, row]): LedgerEvent[] => {
      const pairs = tokenPairs.get(key)?.pairs ?? 0n;
      const payout = computeTokenPayout(positions.get(key)?.net ?? 0n, pairs, settlementPrice);
      if (payout === 0n) return [];
      return [{ type: 'TokensSettled', claim: { ...toOwner(row), instrumentId, venue, payout } }];
    });
  }
}

const SETTLED_FILL = {
  orderId: null,
  leg: null,
  generation: 1,
  clientOrderId: null,
  tag: null,
  fee: NOTIONAL_ZERO,
  liquidity: 'SETTLEMENT',
  settlement: 'FINAL',
  voids: null,
  tokenSide: null,
} as const;

const toOwner = ({
  accountId,
  subaccountId,
}: Pick<Position, 'accountId' | 'subaccountId'>): Pick<Position, 'accountId' | 'subaccountId'> => ({
  accountId,
  subaccountId,
});
