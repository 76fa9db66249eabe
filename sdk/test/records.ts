/** The example records of the API document, for the fake service to answer with. */
import EXAMPLES from '../../src/http/routes/examples.json' with { type: 'json' };
import type { Fill, GenericAsset, Instrument, MarketEvent, Order, Position, Trade } from '../src/index.ts';

export const NOW = '2026-07-01T12:00:00.000Z';

// Another test compares the examples with the schemas.

export const instrument = EXAMPLES.Instrument[0] as unknown as Instrument;
export const fill = EXAMPLES.Fill[0] as unknown as Fill;
export const position = EXAMPLES.Position[0] as unknown as Position;
export const event = EXAMPLES.Event[0] as unknown as MarketEvent;
export const genericAsset = EXAMPLES.GenericAsset[0] as unknown as GenericAsset;
export const order: Order = {
  ...(EXAMPLES.Order[0] as unknown as Order),
  status: 'OPEN',
  filled_qty: '0',
  remaining_qty: '10',
  avg_fill_price: null,
  legs: [],
};

export const createPrint = (id: number): Trade => ({
  ...(EXAMPLES.Trade[0] as unknown as Trade),
  id,
  timestamp: 1782907200000 + id,
});
