import { DEFAULT_MARKET_MAKER, type MarketMakerSettings } from '../shared/market-maker.ts';
import type { Micro } from './trading/micro-units.ts';
import { DEFAULT_PACE, type TradePace } from './trading/settlement-lifecycle.ts';

/** Sizes and speeds of the sandbox; what the venue fixes itself is in the code that keeps it. */
export interface Settings {
  readonly marketMaker: MarketMakerSettings;
  readonly hasMarketMaker: boolean;
  readonly pace: TradePace;
  readonly visibleMs: number; // from acceptance until reads show an order or trade
  readonly takerDelayMs: number; // marketable orders of crypto markets are held so long
  readonly eventMs: number; // how far the user channel runs behind
  readonly initialBalance: Micro; // pUSD that a new wallet finds
  readonly clockSkewMaxMs: number; // signatures further off are refused
  readonly ordersPerSecond: number; // of one signer
  readonly ordersBurst: number;
  readonly cancelsPerSecond: number;
  readonly cancelsBurst: number;
}

export const DEFAULT_SETTINGS: Settings = {
  marketMaker: DEFAULT_MARKET_MAKER,
  hasMarketMaker: true,
  pace: DEFAULT_PACE,
  visibleMs: 300,
  takerDelayMs: 150,
  eventMs: 5,
  initialBalance: 10_000_000_000n as Micro,
  clockSkewMaxMs: 30_000,
  ordersPerSecond: 40,
  ordersBurst: 60,
  cancelsPerSecond: 80,
  cancelsBurst: 120,
};
