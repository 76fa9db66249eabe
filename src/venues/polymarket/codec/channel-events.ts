import { object, tolerated } from '#contract';
import { price, text } from './polymarket-decoder.ts';

// Events of the market channel that are rare, so that a decoder is fast enough. Books and price changes are parsed by hand.

/** The tick size of a token's market changed. */
export const TICK_CHANGE = object({ asset_id: text, new_tick_size: price });

/** A market has a result; without a winner it has to be looked up. */
export const RESOLUTION = object({ market: text, winning_asset_id: tolerated(text) });

/** A market was listed. Some messages name its condition in one field only. */
export const NEW_MARKET = object({ condition_id: tolerated(text), market: tolerated(text) });
