import type { LedgerEvent } from '../domain/events/event-schema.ts';
import { getIdNumber, toFillId } from '../domain/model/ids.ts';
import type { Instrument } from '../domain/model/instrument.ts';
import { NOTIONAL_ZERO } from '../domain/model/money.ts';
import type { Position } from '../domain/model/position.ts';
import { settlePosition } from '../domain/positions/position-accounting.ts';
import type { MarketView } from '../ports/market-view.ts';
import type { Log } from '../ports/telemetry.ts';
import type { StateStore } from './state-store.ts';

export interface MarketSettlementDeps {
  readonly store: StateStore;
  readonly market: MarketView;
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
    const held = new Set([...store.state.positions.values()].map((position) => position.instrumentId));
    for (const id of held) {
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
    // A fill may be reported after its market has resolved: settle the position that it opens at once.
    store.onDurable(({ positions }) => {
      for (const { instrumentId, net } of positions.values()) {
        const instrument = net === 0n ? null : market.instrument(instrumentId);
        if (instrument !== null) settle(instrument);
      }
    });
  }

  async #settle(instrument: Instrument): Promise<void> {
    const { instrumentId, venue, venueInstrumentId, status, result, settlementPrice } = instrument;
    const { store } = this.#deps;
    if (status !== 'SETTLED' || result === null) return;
    const held = [...store.state.positions.values()].filter((row) => row.instrumentId === instrumentId);
    if (held.length === 0) return;
    const events = held.map((position, index): LedgerEvent => {
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
    await store.commit('settlement', venue, events);
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

const toOwner = ({ accountId, subaccountId }: Position): Pick<Position, 'accountId' | 'subaccountId'> => ({
  accountId,
  subaccountId,
});
